import type { Rate } from '../../../shared/core/rate.ts';
import type { Pattern } from '../streams/filter.ts';

/** What one machine has to play: the template without names that must be looked up. */
export interface Plan {
  readonly functions: readonly FunctionPlan[];
  readonly tables: readonly TablePlan[];
  readonly queues: readonly QueuePlan[];
  readonly socketApi: SocketApiPlan;
  readonly httpApi: HttpApiPlan;
  readonly streamMappings: readonly StreamMappingPlan[];
  readonly queueMappings: readonly QueueMappingPlan[];
  readonly rules: readonly RulePlan[];
  readonly scheduleGroups: readonly string[];
}

export interface FunctionPlan {
  readonly name: string;
  readonly arn: string;
  /** The module that is loaded, and the name it exports. */
  readonly entryFile: string;
  readonly exportName: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string>>;
  /** What its role lets it do. */
  readonly rights: readonly Right[];
  /** Of asynchronous invocations. */
  readonly retriesMax: number;
  readonly onFailureQueue: string | null;
}

/** Every one of the actions on every one of the resources, whose names may hold `*`. */
export interface Right {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

export interface TablePlan {
  readonly name: string;
  /** The input of DynamoDB's CreateTable. */
  readonly request: Readonly<Record<string, unknown>>;
}

export interface QueuePlan {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly visibilityMs: number;
  readonly retentionMs: number;
  readonly redrive: { readonly queue: string; readonly receivesMax: number } | null;
}

export interface SocketApiPlan {
  readonly apiId: string;
  readonly stage: string;
  /** The field of a JSON message that selects the route. */
  readonly selectionField: string;
  readonly authorizer: SocketAuthorizerPlan | null;
  readonly routes: ReadonlyMap<string, SocketRoutePlan>;
  /** Messages of all connections together; null: what the account may take. */
  readonly throttle: Rate | null;
}

export interface SocketAuthorizerPlan {
  readonly functionName: string;
  /** Each must be present and not empty, or the answer is 401 without asking the function. */
  readonly identity: readonly { readonly from: 'querystring' | 'header'; readonly name: string }[];
}

export type SocketRoutePlan =
  | { readonly kind: 'lambda'; readonly functionName: string; readonly responds: boolean }
  /** `template` may name `$context` variables. */
  | { readonly kind: 'mock'; readonly template: string; readonly responds: boolean };

export interface HttpApiPlan {
  readonly apiId: string;
  readonly routes: readonly HttpRoutePlan[];
  readonly cors: CorsPlan | null;
}

export interface HttpRoutePlan {
  /** As in the template: `GET /arenas/{id}`. */
  readonly routeKey: string;
  readonly functionName: string;
  readonly jwt: JwtPlan | null;
}

export interface JwtPlan {
  readonly audience: readonly string[];
  readonly scopes: readonly string[];
}

export interface CorsPlan {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeS: number | null;
  readonly credentials: boolean;
}

export interface StreamMappingPlan {
  readonly id: string;
  readonly functionName: string;
  readonly table: string;
  readonly streamArn: string;
  readonly batchSize: number;
  readonly windowMs: number;
  /** Infinity: until the record is too old. */
  readonly retriesMax: number;
  readonly recordAgeMaxMs: number;
  readonly bisects: boolean;
  readonly reportsFailures: boolean;
  readonly onFailureQueue: string | null;
  /** A record passes if one matches; no pattern lets everything pass. */
  readonly patterns: readonly Pattern[];
}

export interface QueueMappingPlan {
  readonly id: string;
  readonly functionName: string;
  readonly queue: string;
  readonly batchSize: number;
  readonly concurrencyMax: number;
  readonly reportsFailures: boolean;
}

export interface RulePlan {
  readonly name: string;
  readonly arn: string;
  readonly periodMs: number;
  readonly targets: readonly { readonly functionName: string; readonly input: string | null }[];
}
