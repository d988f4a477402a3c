import { present } from '../../shared/core/assert.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { type Alarms, createAlarms } from './alarms.ts';
import { type Counters, createCounters } from './counters.ts';
import { createDynamoDb, type DynamoDb } from './dynamodb/dynamodb.ts';
import { createFaults } from './dynamodb/faults.ts';
import type { Keeper } from './keeper.ts';
import { type AsyncInvocations, createAsyncInvocations } from './lambda/async-invocations.ts';
import { createLambdaRuntime, type LambdaRuntime } from './lambda/lambda-runtime.ts';
import { createLedger, type JournalEntry, type Ledger } from './ledger.ts';
import {
  type LocalCloudOptions,
  type RatedFault,
  resolveOptions,
  type Settings,
} from './options.ts';
import { startQueuePoller } from './queues/queue-poller.ts';
import { createQueues, type Queues } from './queues/queues.ts';
import { startRules } from './schedules/rules.ts';
import { Scheduler } from './schedules/scheduler.ts';
import { createStreams, type Streams } from './streams/streams.ts';
import { functionNameOf } from './template/identity.ts';
import type { Plan } from './template/plan.ts';

export interface BackendParts {
  readonly options: LocalCloudOptions;
  readonly plan: Plan;
  readonly awsUrl: string;
  readonly keeper: Keeper;
  readonly log: (source: string, line: string) => void;
}

/** Everything behind the gateways; nothing moves before `start`. */
export class Backends {
  readonly settings: Settings;
  readonly alarms: Alarms = createAlarms();
  readonly counters: Counters;
  readonly ledger: Ledger;
  readonly lambdas: LambdaRuntime;
  readonly queues: Queues;
  readonly streams: Streams;
  readonly dynamodb: DynamoDb;
  readonly asyncInvocations: AsyncInvocations;
  readonly scheduler: Scheduler;
  readonly #parts: BackendParts;
  readonly #random: () => number;

  constructor(parts: BackendParts) {
    this.#parts = parts;
    this.settings = resolveOptions(parts.options);
    this.#random = seededRandom(this.settings.seed).unit;
    this.counters = createCounters(parts.plan);
    this.ledger = createLedger(parts.keeper.append);
    this.lambdas = this.#createLambdas();
    this.queues = this.#createQueues();
    this.streams = this.#createStreams();
    this.dynamodb = this.#createDynamoDb();
    this.asyncInvocations = this.#createAsyncInvocations();
    this.scheduler = this.#createScheduler();
    this.#restore();
  }

  /** Begins to deliver, and takes up what an earlier run left. */
  start(): void {
    this.#startQueuePollers();
    for (const queue of this.queues.byName.values()) queue.start();
    this.streams.start();
    this.asyncInvocations.start();
    this.scheduler.start();
    const { rules } = this.#parts.plan;
    const { alarms, asyncInvocations } = this;
    startRules({ rules, alarms, invokeLater: asyncInvocations.invokeLater });
  }

  /** Nothing is delivered any more, and no thread is left. */
  readonly stop = async (): Promise<void> => {
    this.alarms.stop();
    await this.lambdas.stop();
  };

  /** True at a share of the calls. */
  strikes(fault: RatedFault): boolean {
    const rate = this.settings.faults[fault];
    // A rate of zero draws nothing, so that switching one fault off leaves the others alone.
    const isStruck = rate > 0 && this.#random() < rate;
    if (isStruck) this.counters.countFault(fault);
    return isStruck;
  }

  #createLambdas(): LambdaRuntime {
    const { plan, awsUrl, log } = this.#parts;
    return createLambdaRuntime({
      functions: plan.functions,
      awsUrl,
      alarms: this.alarms,
      poolSize: this.settings.poolSize,
      onLine: log,
      onOutcome: (name, outcome) => {
        this.counters.countInvocation(name, outcome.ok);
        if (!outcome.ok) log(name, JSON.stringify(outcome.error));
      },
    });
  }

  #createQueues(): Queues {
    const { plan, log } = this.#parts;
    return createQueues({
      plans: plan.queues,
      ledger: this.ledger,
      alarms: this.alarms,
      onDeadLetter: (queue, body) => {
        this.counters.countDeadLetter(queue);
        log('cloud', `given up, to ${queue ?? 'nowhere'}: ${body}`);
      },
    });
  }

  #createStreams(): Streams {
    const { plan, keeper } = this.#parts;
    const { settings, alarms, lambdas } = this;
    return createStreams({
      mappings: plan.streamMappings,
      shards: settings.streamShards,
      lambdas,
      alarms,
      pollMs: settings.streamPollMs,
      random: this.#random,
      retryDelayMs: settings.streamRetryDelayMs,
      repeats: () => this.strikes('repeatedBatchRate'),
      append: keeper.append,
      deadLetter: (queue, message) => this.queues.deadLetter(queue, JSON.stringify(message)),
    });
  }

  #createDynamoDb(): DynamoDb {
    const { options, plan, keeper } = this.#parts;
    const { settings, alarms, streams } = this;
    const rates = settings.faults.dynamodb;
    const dynamodb = createDynamoDb({
      shards: settings.streamShards,
      nowMs: alarms.nowMs,
      onCommit(commit) {
        keeper.append(commit);
        streams.push(commit.records);
        options.onCommit?.(commit);
      },
      ...(Object.keys(rates).length > 0 && { faults: createFaults(settings.seed, rates) }),
    });
    for (const { request } of plan.tables) dynamodb.call('CreateTable', request);
    return dynamodb;
  }

  #createAsyncInvocations(): AsyncInvocations {
    return createAsyncInvocations({
      lambdas: this.lambdas,
      alarms: this.alarms,
      pending: this.ledger.map('asyncInvocations'),
      retryDelaysMs: this.settings.asyncRetryDelaysMs,
      deadLetter: (queue, message) => this.queues.deadLetter(queue, JSON.stringify(message)),
    });
  }

  #createScheduler(): Scheduler {
    const { plan } = this.#parts;
    const latenessMaxMs = this.settings.faults.scheduleLatenessMaxMs;
    return new Scheduler({
      groups: plan.scheduleGroups,
      schedules: this.ledger.map('schedules'),
      alarms: this.alarms,
      latenessMs: () => (latenessMaxMs > 0 ? this.#random() * latenessMaxMs : 0),
      fire: ({ Name, Target: { Arn, Input = '{}', DeadLetterConfig } }) => {
        const name = functionNameOf(Arn);
        if (this.lambdas.has(name)) this.asyncInvocations.invokeLater(name, JSON.parse(Input));
        else this.queues.deadLetter(DeadLetterConfig?.Arn.split(':').at(-1) ?? null, Input);
        this.#parts.log('cloud', `schedule ${Name} fired`);
      },
    });
  }

  #startQueuePollers(): void {
    const { settings, lambdas, alarms } = this;
    for (const mapping of this.#parts.plan.queueMappings) {
      const { functionName } = mapping;
      startQueuePoller({
        mapping,
        queue: present(this.queues.byName.get(mapping.queue), `queue ${mapping.queue}`),
        concurrency: Math.min(mapping.concurrencyMax, settings.poolSize(functionName)),
        invoke: (event) => lambdas.invoke(functionName, event),
        alarms,
        repeats: () => this.strikes('repeatedMessageRate'),
      });
    }
  }

  #restore(): void {
    const { keeper } = this.#parts;
    for (const entry of keeper.entries) {
      this.dynamodb.restore([entry]);
      this.ledger.restore(entry);
      this.streams.restore(entry);
    }
    keeper.keepCompact(() => this.#snapshot(), this.alarms);
  }

  *#snapshot(): Generator<JournalEntry> {
    yield* this.dynamodb.snapshot();
    yield* this.streams.snapshot();
    yield* this.ledger.snapshot();
  }
}
