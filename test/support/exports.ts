import type { Entity } from '../../shared/app/entities.ts';
import { exportPage } from '../../shared/app/export-arena.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { type Arena, firstMoveMsOf, ratedIn } from '../../shared/arena/arena.ts';
import { buildFinal, correctFinal, type Final } from '../../shared/arena/final.ts';
import { entryOf, type LogEntry } from '../../shared/arena/log.ts';
import { type Policy, PRESETS, type PresetName } from '../../shared/arena/policy.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { type GameId, ID_BYTES, idFromBytes, type PlayerId } from '../../shared/core/ids.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import { finish } from '../../shared/game/finish.ts';
import type { DoneGame, Ending, Seat } from '../../shared/game/game.ts';
import { displayed, NEW_RATING, type Rating } from '../../shared/game/glicko.ts';
import { startGame } from '../../shared/game/start.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { type GameKind, otherSide, SIDES, type Side, sideAt } from '../../shared/rules/rules.ts';
import { anIdleRow, anOpenArena } from './builders.ts';
import { memoryStore } from './memory-store.ts';
import { memoryTables } from './memory-tables.ts';
import { inOrder, joinedRating, withRatings } from './rated-games.ts';
import { cutGame, paced } from './timed-game.ts';

export interface PlayedOptions {
  readonly seed: number;
  readonly policy?: Partial<Policy>;
  readonly players?: number;
  /** In each round nearly everybody plays; the last one goes on after the end. */
  readonly rounds?: number;
  readonly shards?: number;
  /** Without later versions of the final ranking. */
  readonly uncorrected?: boolean;
  /** Another course of a game, all else the same. */
  readonly edit?: (game: DoneGame) => DoneGame;
  /** No final ranking yet. */
  readonly running?: boolean;
  readonly kind?: GameKind;
  readonly casual?: boolean;
  /** Now and then somebody plays a rated game elsewhere between two of his games here. */
  readonly elsewhere?: boolean;
  /** Random games of chess are slow and mostly long. */
  readonly longestPlies?: number;
}

/** A whole arena as it is stored: played at random by its rules. */
export interface Played {
  readonly arena: Arena;
  readonly rows: readonly Row[];
  readonly games: readonly DoneGame[];
  readonly finals: readonly Final[];
}

const ROUND_MS = 60_000;
const GAME_MS_MAX = 45_000;
/** So short that a flag falls before the next round. */
const CLOCK = { limitMs: 20_000, incrementMs: 100 };
/** They have joined and never played; two have the same rating. */
const IDLE_RATINGS = [1_700, 1_450, 1_450];
const LONGEST_PLIES = 130;
const SHORT_PLIES = 18;

/** An arena with games of all kinds, idle players, a removed one and two corrections. */
export async function playedArena(preset: PresetName, options: PlayedOptions): Promise<Played> {
  const { players = 12, rounds = 9, running = false } = options;
  const random = seededRandom(options.seed);
  const open = anOpenArena({
    name: 'Zondag – Sunday ½',
    policy: { ...PRESETS[preset], ...options.policy },
    shards: options.shards ?? 1,
    kind: options.kind ?? 'oware',
    rated: options.casual !== true,
    ...CLOCK,
  });
  const lastRoundMs = open.startsAtMs + rounds * ROUND_MS;
  const arena: Arena = { ...open, endsAtMs: lastRoundMs + GAME_MS_MAX / 2 };
  const ids = Array.from({ length: players }, () => newId<PlayerId>(random));
  const joined = new Map(ids.map((id) => [id, joinedRating(random, arena)]));
  const play = (round: number, some: readonly PlayerId[]): DoneGame[] =>
    playRound(random, arena, arena.startsAtMs + round * ROUND_MS, some, options.longestPlies);
  const [unlucky, ...others] = ids;
  const unrated = Array.from({ length: rounds + 1 }, (_, round) =>
    // Somebody comes once, and loses: without points, and yet with a game.
    round === 0 ? play(round, ids).map(lostBy(unlucky)) : play(round, others),
  )
    .flat()
    .map(options.edit ?? ((game) => game));
  const elsewhere = options.elsewhere === true ? 0.2 : 0;
  const games = withRatings(seededRandom(options.seed), inOrder(unrated), joined, elsewhere);
  const rows = rowsOf(random, arena, joined, games);
  if (running) return { arena, rows, games, finals: [] };
  const finals =
    options.uncorrected === true ? [await buildFinal(arena, rows)] : await finalsOf(arena, rows);
  const frozen: Arena = { ...arena, state: 'frozen', finalVersion: finals.length };
  return { arena: frozen, rows, games, finals };
}

const lostBy =
  (player: PlayerId | undefined) =>
  (game: DoneGame): DoneGame => {
    const { first, second } = game.seats;
    const side = first.player === player ? 'first' : second.player === player ? 'second' : null;
    if (side === null) return game;
    return { ...cutGame(game, 2), winner: otherSide(side), ending: 'resign' };
  };

const newId = <Id extends GameId | PlayerId>(random: SeededRandom): Id =>
  idFromBytes<Id>(random.bytes(ID_BYTES));

function playRound(
  random: SeededRandom,
  arena: Arena,
  startMs: number,
  ids: readonly PlayerId[],
  longestPlies?: number,
): DoneGame[] {
  const free = [...ids].sort(() => random.unit() - 0.5);
  const games: DoneGame[] = [];
  while (free.length > 1) {
    const [first, second] = free.splice(0, 2) as [PlayerId, PlayerId];
    if (startMs > arena.startsAtMs && random.unit() < 0.1) continue;
    const seats = { first: seatOf(first), second: seatOf(second) };
    games.push(playGame(random, arena, startMs + random.below(5_000), seats, longestPlies));
  }
  return games;
}

/** Whose rating comes later. */
const seatOf = (player: PlayerId): Seat => ({
  ...{ player, name: `name of ${player}`, rating: NEW_RATING.rating, glicko: NEW_RATING },
  gameNumber: 1,
  ...{ rank: null, points: 0, onFire: false },
  connection: null,
  connectedAtMs: 0,
});

function playGame(
  random: SeededRandom,
  arena: Arena,
  startedAtMs: number,
  seats: DoneGame['seats'],
  longestPlies = LONGEST_PLIES,
): DoneGame {
  const berserkable = arena.policy.berserk;
  const start = startGame({
    ...{ id: newId<GameId>(random), arena: arena.id, kind: arena.kind, seats, berserkable },
    rated: ratedIn(arena),
    ...{ limitMs: arena.limitMs, incrementMs: arena.incrementMs },
    ...{ firstMoveMs: firstMoveMsOf(arena), abandonClaimMs: 30_000 },
    lagAllowanceMs: arena.policy.lagAllowanceMs,
    ...{ startedAtMs, endsAtMs: arena.endsAtMs },
  });
  const isNoShow = random.unit() < 0.04;
  const longest = random.unit() < 0.15 ? SHORT_PLIES : longestPlies;
  const pliesMax = isNoShow ? random.below(2) : 2 + random.below(longest);
  const { moves, ply, winner, ending } = playMoves(random, arena.kind, pliesMax, isNoShow);
  const berserks = () => berserkable && !isNoShow && random.unit() < 0.3;
  const endedAtMs = startedAtMs + 1_000 + random.below(GAME_MS_MAX);
  const game = finish(
    {
      ...start,
      ...{ moves: Uint8Array.from(moves), ply },
      berserk: { first: berserks(), second: berserks() },
    },
    { winner, ending, endedAtMs },
  );
  return paced(game);
}

interface Playout {
  /** Packed. */
  readonly moves: readonly number[];
  readonly ply: number;
  readonly winner: Side | null;
  readonly ending: Ending;
}

/** Legal moves at random until the rules end the game, or something else does. */
function playMoves(
  random: SeededRandom,
  kind: GameKind,
  pliesMax: number,
  isNoShow: boolean,
): Playout {
  const rules = rulesOf(kind);
  const moves: number[] = [];
  let ply = 0;
  let position = rules.replay(new Uint8Array());
  let outcome = rules.outcome(position);
  for (; ply < pliesMax && outcome === null; ply++) {
    const legal = rules.legal(position);
    const text = present(legal[random.below(legal.length)], 'legal move');
    const move = present(rules.move(position, text), 'move');
    moves.push(...move.packed);
    position = move.position;
    outcome = rules.outcome(position);
  }
  if (outcome !== null) return { moves, ply, ...outcome };
  const other = otherSide(sideAt(ply));
  if (isNoShow) return { moves, ply, winner: other, ending: 'noShow' };
  const how = random.below(5);
  if (how < 2) return { moves, ply, winner: null, ending: 'agreement' };
  if (how < 4) return { moves, ply, winner: how === 2 ? 'first' : 'second', ending: 'resign' };
  return { moves, ply, winner: rules.canWin(position, other) ? other : null, ending: 'flag' };
}

function rowsOf(
  random: SeededRandom,
  arena: Arena,
  joined: ReadonlyMap<PlayerId, Rating>,
  games: readonly DoneGame[],
): Row[] {
  const removal = { reason: 'rude', actor: 'organiser', atMs: arena.startsAtMs + 5 };
  const idle = IDLE_RATINGS.map((rating) => ({ id: newId<PlayerId>(random), rating }));
  const all = [...[...joined].map(([id, glicko]) => ({ id, rating: displayed(glicko) })), ...idle];
  const logs = new Map<PlayerId, LogEntry[]>(all.map(({ id }) => [id, []]));
  for (const game of games) {
    for (const side of SIDES) logs.get(game.seats[side].player)?.push(entryOf(game, side));
  }
  return all.map(({ id, rating }, who) => {
    const isRemoved = who === 3;
    const log = logs.get(id) ?? [];
    return anIdleRow(who, {
      ...{ player: id, shard: who % arena.shards, name: `Ámà ½ ${who}`, joinedAtMs: 1_000 + who },
      ...{ rating: rating + 3, joinedRating: rating, log },
      ...{ removed: isRemoved, removal: isRemoved ? removal : null },
    });
  });
}

/** The leader goes, comes back, and another one goes. */
async function finalsOf(arena: Arena, rows: readonly Row[]): Promise<Final[]> {
  const first = await buildFinal(arena, rows);
  const [leader, other] = [first.lines[0], first.lines[4]].map((line) => line?.player);
  const correct = (last: Final, disqualified: readonly (PlayerId | undefined)[]) =>
    correctFinal(arena.policy, first.lines, last, {
      ...{ reason: 'engine', actor: 'organiser', atMs: arena.endsAtMs + last.version },
      disqualified: disqualified.flatMap((player) => player ?? []),
    });
  const second = await correct(first, [leader]);
  return [first, second, await correct(second, [other])];
}

/** What an exporter reads of it. */
export async function portsOf(played: Played): Promise<Pick<Ports, 'store' | 'tables'>> {
  const { arena, rows, games, finals } = played;
  const tables = memoryTables();
  for (const final of finals) await tables.freeze(arena.id, final);
  const entities: readonly Entity[] = [arena, ...rows, ...games];
  return { store: memoryStore(undefined, undefined, entities), tables };
}

/** The pages of its export as text, of at most so many bytes. */
export async function exportedPages(played: Played, bytesMax?: number): Promise<string[]> {
  const ports = await portsOf(played);
  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await exportPage(ports, played.arena, cursor, bytesMax);
    if (!page.ok) throw new Error(`${page.error.code} ${page.error.field}`);
    pages.push(page.value.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    cursor = page.value.next;
  } while (cursor !== null);
  return pages;
}

export const exported = async (played: Played): Promise<string> =>
  (await exportedPages(played)).join('');
