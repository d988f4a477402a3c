import type { ArenaView, SeatView } from '../../../shared/protocol/arena-view.ts';
import type { ClockView, EndView, GameView } from '../../../shared/protocol/game-view.ts';
import type { StandingBlock } from '../../../shared/protocol/table-view.ts';
import { AMA, ARENA, EARLIER_GAME, ESI, GAME, KOFI } from './example-ids.ts';

const STARTS_AT_MS = 1_800_000_000_000;
export const PAIRED_AT_MS = STARTS_AT_MS + 60_000;
const LIMIT_MS = 180_000;
const COUNTDOWN_MS = 21_000;
const HOUR_MS = 3_600_000;

/** Before the first move of a game with 3+2. */
export const FRESH_CLOCK: ClockView = {
  remainingMs: { first: LIMIT_MS, second: LIMIT_MS },
  lastAtMs: PAIRED_AT_MS,
  deadlineMs: PAIRED_AT_MS + COUNTDOWN_MS,
};

/** After the first move of each side, 4 s and 3 s later; the first mover's time runs down. */
export const RUNNING_CLOCK: ClockView = {
  remainingMs: { first: LIMIT_MS, second: LIMIT_MS },
  lastAtMs: PAIRED_AT_MS + 7_000,
  deadlineMs: PAIRED_AT_MS + 7_000 + LIMIT_MS,
};

/** The first mover went berserk before his first move. */
export const BERSERK_CLOCK: ClockView = {
  ...FRESH_CLOCK,
  remainingMs: { first: LIMIT_MS / 2, second: LIMIT_MS },
};

/** The second side says that the first one has left. */
export const CLAIMED_CLOCK: ClockView = {
  ...RUNNING_CLOCK,
  deadlineMs: PAIRED_AT_MS + 60_000,
};

export const RESIGNED: EndView = {
  winner: 'second',
  ending: 'resign',
  endedAtMs: PAIRED_AT_MS + 9_000,
  ratings: { first: { before: 1_612, after: 1_604 }, second: { before: 1_588, after: 1_597 } },
};

export const NEW_GAME: GameView = {
  ...{ id: GAME, arena: ARENA, kind: 'oware' },
  first: { id: AMA, name: 'Ama', rating: 1_612, rank: 3, points: 4, onFire: true },
  second: { id: KOFI, name: 'Kofi', rating: 1_588, rank: null, points: 0, onFire: false },
  ...{ limitMs: LIMIT_MS, incrementMs: 2_000 },
  ...{ berserkable: true, berserk: { first: false, second: false } },
  ...{ startedAtMs: PAIRED_AT_MS, ply: 0, moves: '', clock: FRESH_CLOCK },
  ...{ offer: null, claimedBy: null, end: null },
};

export const RUNNING_GAME: GameView = {
  ...NEW_GAME,
  ...{ ply: 2, moves: 'A f', clock: RUNNING_CLOCK, offer: 'second' },
};

export const OPEN_ARENA: ArenaView = {
  ...{ id: ARENA, name: 'Oware Shield', game: 'oware', preset: 'oware-shield' },
  policy: { points: { win: 2, draw: 0.5, loss: 0 } },
  clock: { limitMs: LIMIT_MS, incrementMs: 2_000 },
  ...{ rated: false, state: 'open', startsAtMs: STARTS_AT_MS },
  ...{ endsAtMs: STARTS_AT_MS + HOUR_MS, finalVersion: 0 },
};

export const PLAYING: SeatView = {
  ...{ player: AMA, state: 'play', seated: true, paused: false, removed: false, wish: true },
  ...{ lastGame: EARLIER_GAME, games: 2, points: 4, onFire: true },
};

export const STANDING: StandingBlock = {
  ...{ rank: 3, players: 48 },
  leaders: [
    { rank: 1, player: KOFI, name: 'Kofi', points: 9, onFire: true },
    { rank: 2, player: ESI, name: 'Esi', points: 6.5, onFire: false },
  ],
};
