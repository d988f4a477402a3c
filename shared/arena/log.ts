import { assert } from '../core/assert.ts';
import { type GameId, ID_BYTES, idFromBytes, idToBytes, type PlayerId } from '../core/ids.ts';
import type { DoneGame } from '../game/game.ts';
import { otherSide, type Side } from '../rules/rules.ts';

export type Result = 'win' | 'draw' | 'loss';

/** One finished game as one of its players remembers it; all scoring is a fold over these. */
export interface LogEntry {
  readonly game: GameId;
  readonly opponent: PlayerId;
  /** The opponent's displayed rating at the start of the game. */
  readonly opponentRating: number;
  readonly endedAtMs: number;
  readonly plies: number;
  readonly side: Side;
  readonly result: Result;
  readonly berserk: boolean;
  /** Somebody did not make his first move in time. */
  readonly noShow: boolean;
}

/** The game as the player on `side` remembers it. */
export function entryOf(game: DoneGame, side: Side): LogEntry {
  const opponent = game.seats[otherSide(side)];
  return {
    game: game.id,
    opponent: opponent.player,
    opponentRating: opponent.rating,
    endedAtMs: game.endedAtMs,
    plies: game.ply,
    side,
    result: game.winner === null ? 'draw' : game.winner === side ? 'win' : 'loss',
    berserk: game.berserk[side],
    noShow: game.ending === 'noShow',
  };
}

/** 2 ids of 8 bytes, the end of 6 (epoch ms), rating and plies of 2 each, flags of 1. */
const ENTRY_BYTES = 2 * ID_BYTES + 6 + 2 + 2 + 1;
const RESULTS: readonly Result[] = ['loss', 'draw', 'win'];
const FLAG = { second: 4, berserk: 8, noShow: 16 };

/** The entry in 27 bytes, so that a row of 25 games still fits one write unit. */
export function packEntry(entry: LogEntry): Uint8Array {
  const bytes = new Uint8Array(ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(idToBytes(entry.game), 0);
  bytes.set(idToBytes(entry.opponent), 8);
  view.setUint16(16, Math.floor(entry.endedAtMs / 2 ** 32));
  view.setUint32(18, entry.endedAtMs % 2 ** 32);
  view.setUint16(22, entry.opponentRating);
  view.setUint16(24, entry.plies);
  view.setUint8(26, flagsOf(entry));
  return bytes;
}

export function unpackEntry(bytes: Uint8Array): LogEntry {
  assert(bytes.length === ENTRY_BYTES, `a log entry has ${ENTRY_BYTES} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(26);
  return {
    game: idFromBytes(bytes.subarray(0, 8)),
    opponent: idFromBytes(bytes.subarray(8, 16)),
    opponentRating: view.getUint16(22),
    endedAtMs: view.getUint16(16) * 2 ** 32 + view.getUint32(18),
    plies: view.getUint16(24),
    side: (flags & FLAG.second) === 0 ? 'first' : 'second',
    result: RESULTS[flags & 3] ?? 'loss',
    berserk: (flags & FLAG.berserk) !== 0,
    noShow: (flags & FLAG.noShow) !== 0,
  };
}

function flagsOf(entry: LogEntry): number {
  return (
    RESULTS.indexOf(entry.result) |
    (entry.side === 'second' ? FLAG.second : 0) |
    (entry.berserk ? FLAG.berserk : 0) |
    (entry.noShow ? FLAG.noShow : 0)
  );
}
