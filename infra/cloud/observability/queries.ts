import { QueryDefinition, QueryString, type QueryStringProps } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Watched } from './watched.ts';

interface Query {
  readonly name: string;
  readonly text: QueryStringProps;
}

/** What stands in a saved query where an id has to be put in. */
const ID = '"ID"';

/**
 * Over the log lines of all functions: one line an invocation, its fields in `docs/operations.md`.
 * A field of ids holds all of a batch, so it is searched and not compared.
 */
export const QUERIES: readonly Query[] = [
  {
    name: 'One arena',
    text: {
      fields: ['@timestamp', '@log', 'level', 't', 'route', 'game', 'player', 'refused', 'ms'],
      filterStatements: [`arena like ${ID}`],
      sort: '@timestamp asc',
      limit: 1_000,
    },
  },
  {
    name: 'Moves of one game',
    text: {
      fields: ['@timestamp', 'player', 't', 'ply', 'refused', 'ms', 'requestId', 'cid'],
      filterStatements: [`game like ${ID}`],
      sort: '@timestamp asc',
      limit: 1_000,
    },
  },
  {
    name: 'One player',
    text: {
      fields: ['@timestamp', '@log', 't', 'route', 'status', 'arena', 'game', 'refused', 'ms'],
      filterStatements: [`player like ${ID}`],
      sort: '@timestamp asc',
      limit: 1_000,
    },
  },
  {
    name: 'Refusals by code',
    text: {
      filterStatements: ['ispresent(refused) or status >= 400'],
      statsStatements: ['count(*) as times by refused, status, coalesce(t, route)'],
      sort: 'times desc',
    },
  },
  {
    name: 'Slowest invocations',
    text: {
      fields: ['@timestamp', '@log', 'ms', 'cold', 't', 'route', 'arena', 'requestId', 'trace'],
      sort: 'ms desc',
      limit: 100,
    },
  },
  {
    name: 'Errors by function',
    text: {
      // Whoever ran out of time or memory wrote no line of ours: Lambda says so.
      filterStatements: [
        'level = "error" or @message like /Task timed out|Runtime exited|ImportModuleError/',
      ],
      statsStatements: [
        'count(*) as times, latest(@timestamp) as last by @log, coalesce(error, failures.0.error)',
      ],
      sort: 'times desc',
    },
  },
  {
    name: 'Cold starts',
    text: {
      filterStatements: ['ispresent(cold)'],
      statsStatements: [
        'count(*) as starts, pct(ms, 50) as p50, pct(ms, 99) as p99 by @log, bin(5m)',
      ],
      sort: 'starts desc',
    },
  },
  {
    name: 'Units by message or route',
    text: {
      statsStatements: [
        'sum(ConsumedWru) as written, sum(ConsumedRru) as read, count(*) as times ' +
          'by coalesce(t, route, function)',
      ],
      sort: 'written desc',
    },
  },
  {
    name: 'Failures in batches',
    text: {
      fields: [
        ...['@timestamp', '@log', 'records', 'messages', 'arena', 'game'],
        ...['failures.0.id', 'failures.0.error', 'requestId'],
      ],
      filterStatements: ['ispresent(failures.0.id)'],
      sort: '@timestamp desc',
      limit: 100,
    },
  },
];

/** The saved queries of a stage, in a folder of its own in Logs Insights. */
export class Queries extends Construct {
  constructor(scope: Construct, id: string, { settings, functions }: Watched) {
    super(scope, id);
    const logGroups = Object.values(functions).map(({ logGroup }) => logGroup);
    for (const { name, text } of QUERIES) {
      new QueryDefinition(this, name, {
        queryDefinitionName: `shield-arena-${settings.stage}/${name}`,
        queryString: new QueryString(text),
        logGroups,
      });
    }
  }
}
