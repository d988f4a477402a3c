import type { Node } from 'constructs';
import type { Retention } from '../../functions/aws/schema.ts';
import { RESERVED, UNRESERVED } from './concurrency.ts';
import { count, flag, text } from './context.ts';
import { readRetention } from './retention.ts';

/** What a deployment may choose, all of it through CDK context (`-c stage=prod -c issuer=…`). */
export interface Settings {
  readonly stage: string;
  /** The stage `prod` keeps its tables and logs when the stack goes; they cannot be deleted. */
  readonly production: boolean;
  /** Whose tokens are accepted; null: the stack makes a Cognito user pool of its own. */
  readonly tokens: TokenIssuer | null;
  /** Token claim that lists the roles of an organiser. */
  readonly rolesClaim: string;
  /** Token claim that holds a rating; empty: ratings start from the default. */
  readonly ratingClaim: string;
  /** Guests that one address (IPv6: its /64) may bring in an hour of the clock. */
  readonly guestsPerHour: number;
  /** Webhooks may be sent to this machine, over http too: for the local cloud alone. */
  readonly webhookLoopback: boolean;
  /** X-Ray traces of the functions: the first invocation of a second, and 5 % of the others. */
  readonly tracing: boolean;
  /** Set the account-wide logging role of API Gateway, which WebSocket access logs need. */
  readonly manageApiGatewayAccount: boolean;
  /** Names of our own instead of those of the gateway; null: none. */
  readonly domain: Domain | null;
  /** A big event is on: functions get their share of the account's concurrency for themselves. */
  readonly event: boolean;
  /** How much of `cost-fuse.ts` tables serve at most: 100 is for 10,000 players at once. */
  readonly fusePercent: number;
  /** What the account may run and serve: its quotas, which alarms are a share of. */
  readonly accountConcurrency: number;
  readonly accountRate: number;
  /** A budget and a monitor of anomalies: a new account has no Cost Explorer to make them in. */
  readonly spending: boolean;
  /** Sender of the mails of the own user pool, through SES; empty: that of Cognito. */
  readonly mailFrom: string;
  /** Where alarms and budgets write to; empty: nobody is told, the console shows them. */
  readonly alarmMail: string;
  /** What a month of this stage may cost (US dollars). */
  readonly monthlyBudgetUsd: number;
  /** Who pays: the tag `cost-center`. */
  readonly costCenter: string;
  /** Who runs it: the tag `owner`. */
  readonly owner: string;
  readonly retention: Retention;
}

export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
}

/** `play.<name>` for sockets, `api.<name>` for organisers, `watch.<name>` for spectators. */
export interface Domain {
  readonly name: string;
  /** Hosted zone (Route 53) in which the names and the proofs of their certificates are made. */
  readonly hostedZoneId: string;
}

/** Room for `shield-arena-<stage>-standings` within the 64 characters of a function name. */
const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;
const DOMAIN_NAME = /^(?=.{4,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;
const ZONE_ID = /^Z[A-Z0-9]{1,31}$/;
const MAIL = /^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** A school behind one address comes in; whoever makes guests by script does not get far. */
const GUESTS_PER_HOUR = 60;
const MONTHLY_BUDGET_USD = 100;
/** Functions of an account at once, and its requests a second: sockets, HTTP, our own posts. */
const ACCOUNT_CONCURRENCY = 1_000;
export const ACCOUNT_RATE = 10_000;
const FUSE_PERCENT = 100;

/** The stages that are synthesized where none is asked for: side by side in one account. */
const STAGES = ['dev', 'prod'];

/** The stages that the context asks for. Names of our own are of one stage. */
export function stagesOf(node: Node): readonly string[] {
  const stage = text(node, 'stage', '');
  if (stage !== '') return [stage];
  if (text(node, 'domain', '') !== '') {
    throw new Error('context domain belongs to one stage: give the context stage as well');
  }
  return STAGES;
}

/** Reads the context and stops with one clear line at a value that cannot be deployed. */
export function readSettings(node: Node, stage: string): Settings {
  if (!STAGE_NAME.test(stage)) {
    throw new Error(`context stage must match ${STAGE_NAME}, found "${stage}"`);
  }
  return {
    stage,
    production: stage === 'prod',
    tokens: readTokenIssuer(node),
    rolesClaim: text(node, 'rolesClaim', 'cognito:groups'),
    ratingClaim: text(node, 'ratingClaim', ''),
    guestsPerHour: count(node, 'guestsPerHour', GUESTS_PER_HOUR),
    webhookLoopback: loopback(node, stage),
    tracing: flag(node, 'xray', true),
    manageApiGatewayAccount: flag(node, 'manageApiGatewayAccount'),
    domain: readDomain(node),
    event: flag(node, 'event'),
    fusePercent: count(node, 'fusePercent', FUSE_PERCENT),
    accountConcurrency: concurrency(node),
    accountRate: count(node, 'accountRate', ACCOUNT_RATE),
    spending: flag(node, 'spending', true),
    mailFrom: matching(node, 'mailFrom', '', MAIL, 'a mail address'),
    alarmMail: matching(node, 'alarmMail', '', MAIL, 'a mail address'),
    monthlyBudgetUsd: count(node, 'monthlyBudgetUsd', MONTHLY_BUDGET_USD),
    costCenter: text(node, 'costCenter', 'shield-arena'),
    owner: text(node, 'owner', 'shield-arena'),
    retention: readRetention(node),
  };
}

/** Lambda refuses to reserve what the account has not, in the middle of a deployment. */
function concurrency(node: Node): number {
  const all = count(node, 'accountConcurrency', ACCOUNT_CONCURRENCY);
  const needed = UNRESERVED + Object.values(RESERVED).reduce((sum, share) => sum + share, 0);
  if (flag(node, 'event') && all < needed) {
    throw new Error(`context event needs accountConcurrency of ${needed} at least`);
  }
  return all;
}

/** Inside a function its own machine is where the credentials of the function are told. */
function loopback(node: Node, stage: string): boolean {
  const wanted = flag(node, 'webhookLoopback');
  if (wanted && stage !== 'local') {
    throw new Error('context webhookLoopback is for the stage local alone');
  }
  return wanted;
}

function readTokenIssuer(node: Node): TokenIssuer | null {
  const issuer = text(node, 'issuer', '');
  const audience = text(node, 'audience', '');
  if (issuer === '' && audience === '') return null;
  if (issuer === '' || audience === '') {
    throw new Error('context issuer and audience belong together: give both or neither');
  }
  return { issuer, audience };
}

function readDomain(node: Node): Domain | null {
  if (text(node, 'domain', '') === '' && text(node, 'hostedZoneId', '') === '') return null;
  const name = matching(node, 'domain', '', DOMAIN_NAME, 'a domain name like arena.example.org');
  const hostedZoneId = matching(node, 'hostedZoneId', '', ZONE_ID, 'the id of its hosted zone');
  return { name, hostedZoneId };
}

function matching(
  node: Node,
  key: string,
  fallback: string,
  pattern: RegExp,
  expected: string,
): string {
  const value = text(node, key, fallback);
  if (!pattern.test(value)) throw new Error(`context ${key} must be ${expected}, found "${value}"`);
  return value;
}
