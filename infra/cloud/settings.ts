import type { Node } from 'constructs';

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
  /** X-Ray traces of every function; off because a trace per move costs more than the move. */
  readonly tracing: boolean;
  /** Set the account-wide logging role of API Gateway, which WebSocket access logs need. */
  readonly manageApiGatewayAccount: boolean;
}

export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
}

/** Room for `shield-arena-<stage>-standings` within the 64 characters of a function name. */
const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;

/** A school behind one address comes in; whoever makes guests by script does not get far. */
const GUESTS_PER_HOUR = 60;

/** Reads the context and stops with one clear line at a value that cannot be deployed. */
export function readSettings(node: Node): Settings {
  const stage = text(node, 'stage', 'dev');
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
    tracing: flag(node, 'xray'),
    manageApiGatewayAccount: flag(node, 'manageApiGatewayAccount'),
  };
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

function text(node: Node, key: string, fallback: string): string {
  const value: unknown = node.tryGetContext(key) ?? fallback;
  if (typeof value !== 'string') throw new Error(`context ${key} must be a string`);
  return value;
}

/** As a number of `cdk.json`, or as text of the command line; at least 1. */
function count(node: Node, key: string, fallback: number): number {
  const value: unknown = node.tryGetContext(key) ?? fallback;
  if (!/^[1-9]\d{0,8}$/.test(String(value))) {
    throw new Error(`context ${key} must be a whole number from 1 to 999999999`);
  }
  return Number(value);
}

/** The command line gives strings, `cdk.json` and `synthesize` give booleans. */
function flag(node: Node, key: string): boolean {
  const value: unknown = node.tryGetContext(key) ?? false;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Error(`context ${key} must be true or false`);
}
