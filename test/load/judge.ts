import { rowCodec } from '../../functions/aws/arena-item.ts';
import type { Item } from '../../functions/aws/codec.ts';
import { gameCodec } from '../../functions/aws/game-item.ts';
import type { Row } from '../../shared/arena/row.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { Game } from '../../shared/game/game.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import type { StoredChange } from './recorder.ts';

/** What the stored changes say about the laws: offences by law, and what there was to judge. */
export interface Verdict {
  readonly doubleGames: string[];
  readonly pairedAfterSilence: string[];
  readonly otherOffences: string[];
  readonly games: number;
  readonly voided: number;
  /** Rows that lost their seat to another arena, and those of them that were waiting. */
  readonly seatMoves: number;
  readonly movesWhileReady: number;
  /** Games made with a silent player in time, and games that silent players have lost. */
  readonly pairedWhileSilent: number;
  readonly lostInSilence: ReadonlyMap<string, number>;
}

/** A lease of 25 s, and the client's own 10 s between two of its words. */
export const SILENCE_MS_MAX = 35_000;

type Counted = { -readonly [Name in keyof Verdict]: Verdict[Name] };

interface Seen {
  /** By row. */
  readonly rows: Map<string, Row>;
  readonly rowsOf: Map<PlayerId, Set<string>>;
  readonly live: Map<string, Game>;
  readonly gameOf: Map<PlayerId, string>;
}

/** Looks at every commit, in the order in which they were stored. */
export function judge(
  changes: readonly StoredChange[],
  silent: ReadonlyMap<PlayerId, number>,
): Verdict {
  const verdict: Counted = {
    ...{ doubleGames: [], pairedAfterSilence: [], otherOffences: [], games: 0, voided: 0 },
    ...{ seatMoves: 0, movesWhileReady: 0, pairedWhileSilent: 0, lostInSilence: new Map() },
  };
  const seen: Seen = { rows: new Map(), rowsOf: new Map(), live: new Map(), gameOf: new Map() };
  for (const together of inCommits(changes)) judgeCommit(verdict, seen, together, silent);
  for (const id of seen.live.keys()) verdict.otherOffences.push(`game ${id} never ended`);
  for (const row of seen.rows.values()) {
    if (row.state === 'play') verdict.otherOffences.push(`${row.player} plays for ever`);
  }
  return verdict;
}

function inCommits(changes: readonly StoredChange[]): StoredChange[][] {
  const commits: StoredChange[][] = [];
  for (const change of changes) {
    const last = commits.at(-1);
    if (last?.[0]?.commit === change.commit) last.push(change);
    else commits.push([change]);
  }
  return commits;
}

function judgeCommit(
  verdict: Counted,
  seen: Seen,
  together: readonly StoredChange[],
  silent: ReadonlyMap<PlayerId, number>,
): void {
  const touched = new Set<PlayerId>();
  for (const change of together) {
    if (change.kind === 'row') touched.add(takeRow(verdict, seen, change.item));
    if (change.kind === 'made') takeGame(verdict, seen, change, silent);
    if (change.kind === 'ended') endGame(verdict, seen, change.item, silent);
    if (change.kind === 'removed' && dropGame(seen, change.game) !== null) verdict.voided += 1;
  }
  for (const player of touched) judgeRows(verdict, seen, player);
  for (const change of together) if (change.kind === 'made') judgeSeats(verdict, seen, change.game);
}

function takeRow(verdict: Counted, seen: Seen, item: unknown): PlayerId {
  const row = rowCodec.decode(item as Item);
  const key = `${row.arena} ${row.player}`;
  const before = seen.rows.get(key);
  if (before?.seated && !row.seated) {
    verdict.seatMoves += 1;
    if (before.state === 'ready') verdict.movesWhileReady += 1;
    if (before.state === 'play') verdict.otherOffences.push(`${key} left a running game`);
  }
  if (row.state === 'play' && before?.state !== 'ready' && before?.game !== row.game) {
    verdict.otherOffences.push(`${key} was paired and was not ready`);
  }
  seen.rows.set(key, row);
  seen.rowsOf.set(row.player, (seen.rowsOf.get(row.player) ?? new Set()).add(key));
  return row.player;
}

function takeGame(
  verdict: Counted,
  seen: Seen,
  { item, atMs }: { readonly item: unknown; readonly atMs: number },
  silent: ReadonlyMap<PlayerId, number>,
): void {
  const game = gameCodec.decode(item as Item);
  verdict.games += 1;
  seen.live.set(game.id, game);
  for (const side of SIDES) {
    const { player } = game.seats[side];
    const other = seen.gameOf.get(player);
    if (other !== undefined) {
      verdict.doubleGames.push(`${player} is in games ${other} and ${game.id} at once`);
    }
    seen.gameOf.set(player, game.id);
    const forMs = atMs - (silent.get(player) ?? Number.POSITIVE_INFINITY);
    if (forMs > 0) verdict.pairedWhileSilent += 1;
    if (forMs > SILENCE_MS_MAX) {
      const seconds = (forMs / 1_000).toFixed(1);
      verdict.pairedAfterSilence.push(`${player} was paired after ${seconds} s of silence`);
    }
  }
}

function endGame(
  verdict: Counted,
  seen: Seen,
  item: unknown,
  silent: ReadonlyMap<PlayerId, number>,
): void {
  const game = gameCodec.decode(item as Item);
  dropGame(seen, game.id);
  if (game.state !== 'done') return;
  for (const side of SIDES) {
    const sinceMs = silent.get(game.seats[side].player);
    if (sinceMs === undefined || game.endedAtMs < sinceMs) continue;
    const how = game.winner === side ? `won by ${game.ending}` : `lost by ${game.ending}`;
    const lost = new Map(verdict.lostInSilence);
    verdict.lostInSilence = lost.set(how, (lost.get(how) ?? 0) + 1);
  }
}

function dropGame(seen: Seen, id: string): Game | null {
  const game = seen.live.get(id);
  if (game === undefined) return null;
  seen.live.delete(id);
  for (const side of SIDES) {
    const { player } = game.seats[side];
    if (seen.gameOf.get(player) === id) seen.gameOf.delete(player);
  }
  return game;
}

/** A player sits in one arena and plays in one, at every instant. */
function judgeRows(verdict: Counted, seen: Seen, player: PlayerId): void {
  const rows = [...(seen.rowsOf.get(player) ?? [])].flatMap((key) => seen.rows.get(key) ?? []);
  const playing = rows.filter(({ state }) => state === 'play');
  if (playing.length > 1) verdict.doubleGames.push(`${player} plays in two arenas at once`);
  const active = rows.filter(({ state, seated }) => seated || state === 'ready');
  if (active.length > 1) verdict.otherOffences.push(`${player} sits in two arenas at once`);
}

/** Games and rows agree: whoever is in a new game says so in the same commit. */
function judgeSeats(verdict: Counted, seen: Seen, id: string): void {
  const game = seen.live.get(id);
  for (const side of SIDES) {
    const player = game?.seats[side].player;
    const row = seen.rows.get(`${game?.arena} ${player}`);
    if (row?.state !== 'play' || row.game !== id) {
      verdict.otherOffences.push(`the row of ${player} does not know the new game ${id}`);
    }
  }
}
