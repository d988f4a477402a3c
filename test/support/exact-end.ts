import type { Entity } from '../../shared/app/entities.ts';
import { play } from '../../shared/app/play.ts';
import type { Caller, Ports } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { GameId } from '../../shared/core/ids.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import type { Game, LiveGame } from '../../shared/game/game.ts';
import type { GameMessage } from '../../shared/protocol/client-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { otherSide, sideAt } from '../../shared/rules/rules.ts';
import type { Asked } from './asking.ts';
import { liveGames } from './organising.ts';
import { arenaOf, createStage, gameOf, pairedArena, playersOf, type Stage } from './stage.ts';

/** A command that was stored: as it was received, by a function whose clock said `nowMs`. */
export interface Stored extends Asked {
  readonly game: GameId;
  /** It has ended the game. */
  readonly ends: boolean;
}

/** One end of an arena: games that end around it, and whatever looks at them. */
export interface Ending {
  readonly stage: Stage;
  readonly arena: Arena;
  /** Before anything of it happened. */
  readonly entities: readonly Entity[];
  readonly stored: readonly Stored[];
}

/** Games of a finishing move, a flag and a no-show; all clocks are 3+2. */
const GAMES = 3;
const DURATION_MS = 60_000;
/** Instants are drawn from so far around the end, some of them to the millisecond at a limit. */
const AROUND_MS = 8_000;
const LIMITS_MS = [-500, -1, -1, 0, 0, 1, 999, 1_000, 1_999, 2_000, 2_001, 6_999, 7_000, 7_001];
/** Clocks of two functions differ by less than 2 s, and none of them runs longer than 3 s. */
const SKEW_MS = 999;
const COMMAND_MS = 3_000;
const COLD_START_MS = 4_000;
const HOUR_MS = 3_600_000;

/** What is going to happen, at its instant. */
interface Planned {
  readonly atMs: number;
  readonly run: () => Promise<void>;
}

/** Plays the end of an arena in which everything falls at random instants. */
export async function playEnding(
  seed: number,
  lateGames: Arena['policy']['lateGames'],
): Promise<Ending> {
  const random = seededRandom(seed);
  const { arena, entities } = await beforeTheEnd(random, lateGames);
  const stage = createStage({ entities, nowMs: arena.endsAtMs - 2 * AROUND_MS });
  const stored: Stored[] = [];
  const plan: Planned[] = [];
  const passTo = async (atMs: number): Promise<void> => {
    for (let next = plan[0]; next !== undefined && next.atMs <= atMs; next = plan[0]) {
      plan.shift();
      stage.clock.nowMs = Math.max(stage.clock.nowMs, next.atMs);
      await next.run();
    }
    stage.clock.nowMs = Math.max(stage.clock.nowMs, atMs);
  };
  const aroundMs = () => arena.endsAtMs + aroundZero(random);
  for (const game of liveGames(stage)) {
    plan.push(commandOf(stage, random, game, aroundMs(), passTo, stored));
    const ports = skewed(stage, random);
    const look = (): Promise<void> => watchGame(ports, game.id);
    plan.push({ atMs: aroundMs(), run: look });
    // Sometimes the message of the clock is lost, and the freeze is the first to see it.
    if (random.below(2) === 0) plan.push({ atMs: game.deadlineMs + 1_000, run: look });
  }
  for (let look = 0; look < 3; look++) {
    const ports = skewed(stage, random);
    plan.push({ atMs: aroundMs(), run: () => runArena(ports, arena.id) });
  }
  plan.sort((a, b) => a.atMs - b.atMs);
  await passTo(arena.endsAtMs + 2 * AROUND_MS);
  await runArena(stage.ports, arena.id);
  await finishAll(stage, arena);
  return { stage, arena: await arenaOf(stage, arena.id), entities, stored };
}

/** Most instants lie anywhere, some on a limit. */
const aroundZero = (random: SeededRandom): number =>
  random.below(3) === 0
    ? (LIMITS_MS[random.below(LIMITS_MS.length)] ?? 0)
    : random.below(2 * AROUND_MS) - AROUND_MS;

/** Ports of a function whose clock is off. */
function skewed(stage: Stage, random: SeededRandom): Ports {
  const skewMs = random.below(2 * SKEW_MS + 1) - SKEW_MS;
  return { ...stage.ports, now: () => stage.clock.nowMs + skewMs };
}

/**
 * The side to move moves, or perhaps resigns: received at `atMs`, begun after a start that may be
 * cold, and stored only when everything that falls into that time has happened.
 */
function commandOf(
  stage: Stage,
  random: SeededRandom,
  game: LiveGame,
  atMs: number,
  passTo: (atMs: number) => Promise<void>,
  stored: Stored[],
): Planned {
  const startMs = atMs + random.below(COLD_START_MS);
  const storeMs = startMs + random.below(COMMAND_MS);
  const ports = skewed(stage, random);
  const message = finishingMessage(random, game);
  const { player } = game.seats[sideAt(game.ply)];
  const commit: typeof stage.store.commit = async (writes) => {
    await passTo(storeMs);
    return stage.store.commit(writes);
  };
  const run = async (): Promise<void> => {
    const line = { connection: present(game.seats.first.connection, 'line'), connectedAtMs: 0 };
    const caller: Caller = { player, ...line, atMs, nowMs: ports.now() };
    const before = (await gameOf(stage, game.id)).state;
    const store = { ...stage.store, commit };
    const answer = await play({ ...ports, store }, caller, message);
    if (before === 'done' || answer.t === 'refused') return;
    const ends = 'end' in answer && answer.end !== null;
    stored.push({ caller, message, game: game.id, ends });
    // The stream is quick, or the freeze finds the game first.
    const done = await gameOf(stage, game.id);
    if (done.state === 'done' && random.below(2) === 0) await scoreGame(stage.ports, done);
  };
  return { atMs: startMs, run };
}

function finishingMessage(random: SeededRandom, game: LiveGame): GameMessage {
  const { id, ply, kind, moves } = game;
  if (ply < 10 && random.below(3) === 0) return { t: 'resign', game: id };
  const rules = rulesOf(kind);
  const position = rules.replay(moves);
  const legal = rules.legal(position);
  const last = legal.find((text) => {
    const played = rules.move(position, text);
    return played !== null && rules.outcome(played.position) !== null;
  });
  return { t: 'move', game: id, ply, move: last ?? present(legal[0], 'legal move') };
}

/** Long after the end: what still runs is ended by its clock, and everything is scored. */
async function finishAll(stage: Stage, arena: Arena): Promise<void> {
  stage.clock.nowMs = arena.endsAtMs + HOUR_MS;
  for (const game of liveGames(stage)) await watchGame(stage.ports, game.id);
  for (const game of stage.store.all()) {
    if (game.type === 'game' && game.state === 'done') await scoreGame(stage.ports, game);
  }
  await runArena(stage.ports, arena.id);
}

/** An arena shortly before its end with the three games, each a moment before its own. */
async function beforeTheEnd(random: SeededRandom, lateGames: Arena['policy']['lateGames']) {
  const { stage, arena: open, games } = await pairedArena(playersOf(2 * GAMES), DURATION_MS);
  const arena: Arena = { ...open, policy: { ...open.policy, lateGames } };
  const dueMs = () => arena.endsAtMs + aroundZero(random);
  const [finishing, flag, noShow] = games as [LiveGame, LiveGame, LiveGame];
  const crafted = [
    beforeLastMove(random, { ...finishing, lastAtMs: arena.endsAtMs - 2 * AROUND_MS }),
    dueAt({ ...flag, ...movesOf(random, 2 + random.below(8)) }, dueMs()),
    dueAt({ ...noShow, ...movesOf(random, random.below(2)) }, dueMs()),
  ];
  const others = stage.store.all().filter(({ type }) => type !== 'game' && type !== 'arena');
  return { arena, entities: [...others, arena, ...crafted] };
}

/** The game with its last move at such an instant that its deadline is this one. */
function dueAt(game: LiveGame, deadlineMs: number): LiveGame {
  const waitMs = game.ply < 2 ? present(game.firstMoveMs, 'countdown') : 25_000;
  const lastAtMs = deadlineMs - waitMs;
  const startedAtMs = game.ply === 0 ? lastAtMs : game.startedAtMs;
  const remainingMs = game.ply < 2 ? game.remainingMs : { first: waitMs, second: waitMs };
  return { ...game, startedAtMs, lastAtMs, deadlineMs, remainingMs };
}

function movesOf(random: SeededRandom, plies: number): Pick<Game, 'moves' | 'ply'> {
  const rules = rulesOf('oware');
  const moves: number[] = [];
  let position = rules.replay(new Uint8Array());
  for (let ply = 0; ply < plies && rules.outcome(position) === null; ply++) {
    const legal = rules.legal(position);
    const text = present(legal[random.below(legal.length)], 'legal move');
    const played = present(rules.move(position, text), 'move');
    moves.push(...played.packed);
    position = played.position;
  }
  const texts = rules.texts(Uint8Array.from(moves));
  return { moves: Uint8Array.from(moves), ply: texts.length };
}

/** A random game without its last move; the side to move has all the time it needs. */
function beforeLastMove(random: SeededRandom, game: LiveGame): LiveGame {
  const { moves } = movesOf(random, 900);
  const rules = rulesOf('oware');
  const ply = rules.texts(moves).length - 1;
  const before = { ...game, moves: moves.subarray(0, moves.length - 1), ply };
  const side = sideAt(ply);
  const remainingMs = { ...game.remainingMs, [otherSide(side)]: 60_000 };
  return { ...before, remainingMs, deadlineMs: game.lastAtMs + remainingMs[side] };
}
