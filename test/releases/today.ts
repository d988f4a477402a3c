import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { TableName } from '../../functions/aws/item.ts';
import type { Stack } from '../../infra/cli/cloud.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import { createDynamoDb } from '../../infra/local/dynamodb/dynamodb.ts';
import { answerWire } from '../../infra/local/dynamodb/wire.ts';
import { functionEnvironment } from '../../infra/local/lambda/function-environment.ts';
import { listen } from '../../infra/local/listen.ts';
import { md5 } from '../../infra/local/queues/queue-poller.ts';
import { matches } from '../../infra/local/streams/filter.ts';
import { readTemplate } from '../../infra/local/template/read-template.ts';
import { jsonAnswer, type WireAnswer } from '../../infra/local/wire.ts';
import { present } from '../../shared/core/assert.ts';
import { createContents, keyOf } from './changes.ts';
import type { Step, Wrote } from './fixture.ts';
import { tableNamesOf, tablesOf } from './tables.ts';

/** What today's code made of a step: its answer, and what it left in the tables, last by key. */
export interface Done {
  readonly answer: unknown;
  readonly wrote: readonly Wrote[];
}

/** Today's functions on tables that hold what was recorded, one step after the other. */
export interface Today {
  readonly run: (step: Step, event: unknown) => Promise<Done>;
  /** Whether the filter of a stream lets all records of a step through to its function. */
  readonly isWokenBy: (step: Step, event: unknown) => boolean;
  /** Forgets what today's code has written, and has what the release had written instead. */
  readonly goOn: (step: Step) => void;
  readonly close: () => Promise<void>;
}

type Handler = (event: unknown, context: object) => Promise<unknown>;

const LAMBDA_CONTEXT = { awsRequestId: 'replay', getRemainingTimeInMillis: () => 60_000 };

/** The bundles that deploy, in this process: whoever calls says what time it is. */
export async function openToday(stack: Stack): Promise<Today> {
  const listener = await listen(0, (error) => {
    throw error;
  });
  const awsUrl = `http://${listener.host}`;
  const place = { awsUrl, httpUrl: awsUrl, socketUrl: `ws://${listener.host}` };
  const plan = readTemplate(stack.template, stack.bundles, place);
  const [names, tableOf] = [tableNamesOf(plan), tablesOf(plan)];
  const contents = createContents();
  let commits: Commit[] = [];
  const onCommit = (commit: Commit) => void commits.push(commit);
  const db = createDynamoDb({ shards: 1, nowMs: Date.now, onCommit });
  for (const { request } of plan.tables) db.call('CreateTable', request);
  listener.serve(async (request) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const body = await text(request);
    return target.startsWith('DynamoDB')
      ? answerWire(db, target, body)
      : agreed(request.method ?? '', request.url ?? '', target, body);
  });
  const before = { ...process.env };
  for (const one of plan.functions) Object.assign(process.env, functionEnvironment(one, awsUrl));
  const handlers = new Map<string, Handler>();
  for (const { name, entryFile, exportName } of plan.functions) {
    // Its own instance: one that was loaded before asks another endpoint.
    const module = await import(`${pathToFileURL(entryFile).href}?${listener.host}`);
    handlers.set(name.split('-').at(-1) ?? '', module[exportName] as Handler);
  }
  const restore = (writes: readonly Wrote[]): void => {
    const stored = writes.map(({ table, ...write }) => ({ table: names[table], ...write }));
    db.restore([
      { ...{ t: 'dynamodb', records: [], sequence: 0, tokens: [] }, writes: stored } as Commit,
    ]);
  };
  return {
    run: async (step, event) => {
      commits = [];
      const handler = present(handlers.get(step.by), `function ${step.by}`);
      const answer = (await handler(event, LAMBDA_CONTEXT)) ?? null;
      return { answer, wrote: lastByKey(commits, tableOf) };
    },
    isWokenBy: ({ by, records }, event) => {
      const mapping = plan.streamMappings.find((one) => one.functionName.endsWith(`-${by}`));
      const given = records.length === 0 ? [] : (event as { Records: readonly object[] }).Records;
      return given.every((record) => mapping?.patterns.some((one) => matches(one, record)));
    },
    goOn: (step) => {
      const touched = lastByKey(commits, tableOf);
      const undone = touched.map((write): Wrote => {
        const { table } = write;
        const key = keyOf('put' in write ? write.put : write.remove);
        const put = contents.get(table, key);
        return put === undefined ? { table, remove: key } : { table, put };
      });
      for (const write of step.wrote) contents.apply(write);
      restore([...undone, ...step.wrote]);
    },
    close: async () => {
      for (const name of Object.keys(process.env)) delete process.env[name];
      Object.assign(process.env, before);
      await listener.close();
    },
  };
}

function lastByKey(commits: readonly Commit[], tableOf: (name: string) => TableName): Wrote[] {
  const last = new Map<string, Wrote>();
  for (const { table, ...write } of commits.flatMap(({ writes }) => writes)) {
    const key = keyOf('put' in write ? write.put : write.remove);
    last.set(JSON.stringify([table, key]), { table: tableOf(table), ...write } as Wrote);
  }
  return [...last.values()];
}

/** Everything but the tables takes what it is given and says so: queues, schedules, connections. */
function agreed(method: string, path: string, target: string, body: string): WireAnswer {
  if (target.endsWith('.SendMessage')) {
    return jsonAnswer({ MessageId: 'one', MD5OfMessageBody: md5(bodyIn(body)) });
  }
  if (target.endsWith('.SendMessageBatch')) {
    const { Entries } = JSON.parse(body) as { Entries: { Id: string; MessageBody: string }[] };
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      ...{ Id, MessageId: Id, MD5OfMessageBody: md5(MessageBody) },
    }));
    return jsonAnswer({ Successful, Failed: [] });
  }
  if (path.startsWith('/schedules/')) {
    return jsonAnswer(method === 'DELETE' ? {} : { ScheduleArn: 'arn:aws:scheduler:::schedule' });
  }
  return path.endsWith('/invocations') ? { status: 202 } : { status: 200 };
}

const bodyIn = (request: string): string =>
  (JSON.parse(request) as { MessageBody: string }).MessageBody;
