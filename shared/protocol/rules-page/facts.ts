import {
  type Arena,
  abandonClaimMsOf,
  firstMoveMsOf,
  isBerserkable,
  pairingClosesMsOf,
} from '../../arena/arena.ts';
import type { Field } from '../../arena/field.ts';
import type { LogEntry, Result } from '../../arena/log.ts';
import type { BerserkBonus, Policy } from '../../arena/policy.ts';
import { widensEveryMs } from '../../arena/reach.ts';
import { buildSheet, paidFor } from '../../arena/sheet.ts';
import { type GameId, ID_BYTES, idFromBytes, type PlayerId } from '../../core/ids.ts';
import { berserkLimitMs, initialTimeMs } from '../../game/clock.ts';
import { PLAYERS_MAX } from '../http.ts';
import { viewPolicy } from '../policy.ts';

/** What the rules page is computed from. */
export type RulesPageArena = Pick<
  Arena,
  'name' | 'kind' | 'rated' | 'limitMs' | 'incrementMs' | 'startsAtMs' | 'endsAtMs' | 'policy'
>;

/** Everything that a language says of an arena, worked out once for all languages. */
export interface Facts {
  readonly arena: RulesPageArena;
  readonly policy: Policy;
  /** Whether the policy differs from its preset. */
  readonly changed: boolean;
  readonly durationMs: number;
  /** What each clock starts with. */
  readonly initialMs: number;
  /** What the clock of a berserker starts with; null: nobody can go berserk. */
  readonly berserkMs: number | null;
  /** null: a berserk win pays nothing on top. */
  readonly bonus: BerserkBonus | null;
  readonly fire: Fire | null;
  readonly firstMoveMs: number | null;
  readonly abandonClaimMs: number | null;
  readonly pairingClosesMs: number;
  /** What pairing looks at; everybody: whoever is free is near enough. */
  readonly nearBy: 'positions' | 'points' | 'everybody';
  /** How long a player waits until he may look twice as far, in a large arena and a small one. */
  readonly widensMs: { readonly soonest: number; readonly latest: number };
  readonly example: Example;
}

/** A streak and what games pay in it (half points). */
export interface Fire {
  readonly afterWins: number;
  readonly factor: number;
  readonly win: number;
  readonly draw: number;
}

/** Scored games: the wins that start a streak, then a draw; without a streak one of each result. */
export interface Example {
  readonly paid: readonly number[];
  readonly points: number;
}

export function factsOf(arena: RulesPageArena): Facts {
  const { policy, limitMs, incrementMs, startsAtMs, endsAtMs } = arena;
  const { berserkBonus } = policy;
  const durationMs = endsAtMs - startsAtMs;
  return {
    arena,
    policy,
    changed: Object.keys(viewPolicy(policy)).length > 1,
    durationMs,
    initialMs: initialTimeMs(limitMs, incrementMs),
    berserkMs: isBerserkable(arena) ? berserkLimitMs(limitMs, incrementMs) : null,
    bonus: berserkBonus !== null && berserkBonus.points > 0 ? berserkBonus : null,
    fire: fireOf(policy),
    firstMoveMs: firstMoveMsOf(arena),
    abandonClaimMs: abandonClaimMsOf(arena),
    pairingClosesMs: pairingClosesMsOf(policy.pairingClosesMs, limitMs, durationMs),
    nearBy: nearByOf(policy),
    widensMs: {
      soonest: widensEveryMs(policy, fieldOfSize(PLAYERS_MAX)),
      latest: widensEveryMs(policy, fieldOfSize(2)),
    },
    example: exampleOf(policy),
  };
}

function nearByOf({ reach, closeness }: Policy): Facts['nearBy'] {
  if (reach === 'auto') return closeness;
  return reach < 1 ? 'positions' : 'everybody';
}

/** A field of so many players, of whom nothing else matters. */
const fieldOfSize = (size: number): Field => ({ size, positionOf: () => 0, isDuel: false });

function fireOf(policy: Policy): Fire | null {
  if (policy.streak === null) return null;
  const win = paidFor(policy, 'winOnFire', null);
  return { ...policy.streak, win, draw: paidFor(policy, 'drawOnFire', null) };
}

/** Scored by the very code that scores games, so that the page cannot promise anything else. */
function exampleOf(policy: Policy): Example {
  const results: Result[] =
    policy.streak === null
      ? ['win', 'draw', 'loss']
      : [...Array<Result>(policy.streak.afterWins).fill('win'), 'draw'];
  const plies = (policy.quickDrawMaxPlies ?? 0) + 1;
  const log = results.map((result): LogEntry => ({ ...NO_ENTRY, plies, result }));
  const sheet = buildSheet({ policy, endsAtMs: NO_ENTRY.endedAtMs }, log);
  return { paid: sheet.scores.map(({ points }) => points), points: sheet.points };
}

const NO_ENTRY: LogEntry = {
  game: idFromBytes<GameId>(new Uint8Array(ID_BYTES)),
  opponent: idFromBytes<PlayerId>(new Uint8Array(ID_BYTES)),
  opponentRating: 0,
  endedAtMs: 0,
  plies: 0,
  side: 'first',
  result: 'loss',
  berserk: false,
  noShow: false,
};
