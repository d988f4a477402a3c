import type { Side } from '../../shared/rules/rules.ts';

/** What an arena says about the clocks of its games (rules 6). */
export interface Terms {
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly berserk: boolean;
  readonly firstMoveMs: 'auto' | null;
  readonly abandonClaimMs: 'auto' | number | null;
  readonly lagAllowanceMs: number;
  readonly durationMs: number;
}

export type Pair<T> = Readonly<Record<Side, T>>;

export const withSide = <T>(pair: Pair<T>, side: Side, value: T): Pair<T> =>
  side === 'first' ? { ...pair, first: value } : { ...pair, second: value };

const MINUTE_MS = 60_000;
const usual: Terms = {
  ...{ limitMs: 3 * MINUTE_MS, incrementMs: 2_000, berserk: true },
  ...{ firstMoveMs: 'auto', abandonClaimMs: 'auto', lagAllowanceMs: 0 },
  durationMs: 60 * MINUTE_MS,
};

/** With and without increment, countdown, berserk, claims and allowance; the end near or far. */
export const TERMS: readonly Terms[] = [
  usual,
  { ...usual, abandonClaimMs: 3_000, lagAllowanceMs: 300 },
  { ...usual, durationMs: MINUTE_MS },
  { ...usual, durationMs: MINUTE_MS / 2, abandonClaimMs: 10_000 },
  { ...usual, durationMs: MINUTE_MS, abandonClaimMs: 5_000, lagAllowanceMs: 1_000 },
  { ...usual, firstMoveMs: null, abandonClaimMs: 1_000 },
  { ...usual, firstMoveMs: null, limitMs: 5_000, incrementMs: 0 },
  { ...usual, limitMs: MINUTE_MS, durationMs: MINUTE_MS / 3 },
  { ...usual, limitMs: MINUTE_MS, incrementMs: 0, abandonClaimMs: 2_000 },
  { ...usual, limitMs: MINUTE_MS, incrementMs: 0, berserk: false, abandonClaimMs: null },
  { ...usual, limitMs: 0, lagAllowanceMs: 500, abandonClaimMs: 1_500 },
  { ...usual, limitMs: 15 * MINUTE_MS, incrementMs: 10_000 },
];

/** Estimated time of a side in a game, its first-move countdown up to there (rules 6, seconds). */
const COUNTDOWNS = [
  [30, 11],
  [180, 16],
  [480, 21],
  [1_500, 25],
  [Number.POSITIVE_INFINITY, 30],
] as const;

const estimateMs = ({ limitMs, incrementMs }: Terms): number => limitMs + 40 * incrementMs;

export function countdownMsOf(terms: Terms): number | null {
  if (terms.firstMoveMs === null) return null;
  const seconds = estimateMs(terms) / 1_000;
  const [, countdown] = COUNTDOWNS.find(([below]) => seconds < below) ?? COUNTDOWNS[4];
  return countdown * 1_000;
}

export const askMsOf = (terms: Terms): number | null =>
  terms.abandonClaimMs === 'auto'
    ? Math.max(30_000, Math.floor(estimateMs(terms) / 10))
    : terms.abandonClaimMs;

/** Without an initial time the increment is one, of three seconds at least. */
export const initialMsOf = ({ limitMs, incrementMs }: Terms): number =>
  limitMs === 0 ? Math.max(3_000, incrementMs) : limitMs;

export const berserkMsOf = ({ limitMs, incrementMs }: Terms): number =>
  limitMs < 40 * incrementMs ? limitMs : Math.floor(limitMs / 2);

/** What is owed for commands, as of an instant; it is paid off as time passes. */
export interface Bucket {
  readonly owedMs: number;
  readonly sinceMs: number;
}

export function spend(
  { owedMs, sinceMs }: Bucket,
  atMs: number,
  { burst, everyMs }: { readonly burst: number; readonly everyMs: number },
): { readonly kind: 'ok'; readonly bucket: Bucket } | { kind: 'full'; retryInMs: number } {
  const owesMs = Math.max(0, owedMs - (atMs - sinceMs)) + everyMs;
  const overMs = owesMs - burst * everyMs;
  if (overMs > 0) return { kind: 'full', retryInMs: overMs };
  return { kind: 'ok', bucket: { owedMs: owesMs, sinceMs: atMs } };
}
