import { createAwsEndpoint } from './aws-endpoint.ts';
import { Backends } from './backends.ts';
import type { Counters } from './counters.ts';
import type { DynamoDb } from './dynamodb/dynamodb.ts';
import { createHttpGateway } from './gateway/http-gateway.ts';
import { SocketGateway } from './gateway/socket-gateway.ts';
import { createGuard } from './iam/guard.ts';
import { createIssuer, type Issuer } from './issuer.ts';
import { type Keeper, openKeeper } from './keeper.ts';
import { type Listener, listen } from './listen.ts';
import type { LocalCloudOptions } from './options.ts';
import type { Queue } from './queues/queue.ts';
import { createSqsApi } from './queues/sqs-api.ts';
import type { StoredSchedule } from './schedules/schedule.ts';
import type { Plan } from './template/plan.ts';
import { readTemplate } from './template/read-template.ts';

/** A running cloud. */
export interface LocalCloud {
  /** `http://127.0.0.1:<port>`: HTTP API and issuer. */
  readonly httpUrl: string;
  /** `ws://127.0.0.1:<port>/<stage>` */
  readonly socketUrl: string;
  /** What the functions use; for SDK clients of tests, with any credentials. */
  readonly awsUrl: string;
  readonly plan: Plan;
  readonly issuer: Issuer;
  readonly dynamodb: DynamoDb;
  /** By name; `peek` shows what is in them. */
  readonly queues: ReadonlyMap<string, Queue>;
  readonly counters: Counters;
  /** What EventBridge Scheduler has, with the instants of its expressions. */
  schedules(): readonly { readonly name: string; readonly expression: string }[];
  /** Sockets whose `$connect` has returned. */
  connectionCount(): number;
  /** Closes everything; what was not finished goes on at the next start, if there is a folder. */
  stop(): Promise<void>;
}

/**
 * Plays the synthesized template on this machine, on loopback only. Rejects with one clear line if
 * the port is taken, the folder cannot be written, or the template holds something not known here.
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const opened: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | null = null;
  const closeAll = () => (closing ??= closeInTurn(opened.toReversed()));
  try {
    const log = (source: string, line: string) => options.onLog?.({ source, line });
    const onBug = (error: unknown) =>
      log('cloud', `bug: ${error instanceof Error ? error.stack : error}`);
    const keeper = openKeeper(options.dataDir);
    opened.push(keeper.close);
    const front = await listen(options.port, onBug);
    opened.push(front.close);
    const back = await listen(options.awsPort ?? 0, onBug);
    opened.push(back.close);
    return await assemble({ options, keeper, front, back, log, opened, closeAll });
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function closeInTurn(closers: readonly (() => Promise<void> | void)[]): Promise<void> {
  for (const close of closers) await close();
}

interface Foundation {
  readonly options: LocalCloudOptions;
  readonly keeper: Keeper;
  readonly front: Listener;
  readonly back: Listener;
  readonly log: (source: string, line: string) => void;
  readonly opened: (() => Promise<void> | void)[];
  readonly closeAll: () => Promise<void>;
}

async function assemble(foundation: Foundation): Promise<LocalCloud> {
  const { options, keeper, front, back, log, opened, closeAll } = foundation;
  const httpUrl = `http://${front.host}`;
  const awsUrl = `http://${back.host}`;
  const socketUrl = `ws://${front.host}`;
  const plan = readTemplate(options.template, options.bundles, { awsUrl, httpUrl, socketUrl });
  const backends = new Backends({ options, plan, awsUrl, keeper, log });
  opened.push(backends.stop);
  const audience = plan.httpApi.routes.find((route) => route.jwt !== null)?.jwt?.audience[0];
  const issuer = await createIssuer({
    url: httpUrl,
    audience: audience ?? 'local',
    keys: backends.ledger.map('issuer'),
  });
  const sockets = openGateways(foundation, plan, backends, issuer);
  opened.push(sockets.stop);
  backends.start();
  return {
    httpUrl,
    socketUrl: `${socketUrl}/${plan.socketApi.stage}`,
    awsUrl,
    plan,
    issuer,
    dynamodb: backends.dynamodb,
    queues: backends.queues.byName,
    counters: backends.counters,
    schedules: () =>
      [...backends.ledger.map<StoredSchedule>('schedules').values()].map(({ schedule }) => ({
        name: schedule.Name,
        expression: schedule.ScheduleExpression,
      })),
    connectionCount: () => sockets.connections.size,
    stop: closeAll,
  };
}

function openGateways(
  { front, back, log }: Foundation,
  plan: Plan,
  backends: Backends,
  issuer: Issuer,
): SocketGateway {
  const { lambdas, alarms, settings, dynamodb, scheduler, asyncInvocations, queues } = backends;
  const domainName = front.host;
  const limits = settings.socketLimits;
  const sockets = new SocketGateway({ plan: plan.socketApi, lambdas, alarms, domainName, limits });
  front.server.on('upgrade', (request, raw, head) => void sockets.upgrade(request, raw, head));
  front.serve(createHttpGateway({ plan: plan.httpApi, lambdas, alarms, issuer, domainName }));
  const connections = {
    connections: sockets.connections,
    nowMs: alarms.nowMs,
    feignsGone: () => backends.strikes('goneRate'),
  };
  const sqs = createSqsApi(queues.byUrl);
  const guard = createGuard({
    functions: plan.functions,
    onDenied: (line) => log('cloud', `bug: ${line}`),
  });
  const { apiId } = plan.socketApi;
  back.serve(
    createAwsEndpoint({
      ...{ dynamodb, sqs, scheduler, lambdas, asyncInvocations },
      ...{ connections, apiId, guard },
    }),
  );
  return sockets;
}
