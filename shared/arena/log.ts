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

/** The same entry with all its values at hand, for comparing and printing. */
export const plainEntry = (entry: LogEntry): LogEntry => ({
  game: entry.game,
  opponent: entry.opponent,
  opponentRating: entry.opponentRating,
  endedAtMs: entry.endedAtMs,
  plies: entry.plies,
  side: entry.side,
  result: entry.result,
  berserk: entry.berserk,
  noShow: entry.noShow,
});

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
  return new PackedEntry(bytes);
}

/**
 * An entry that is read out of its bytes when it is asked: a rebuild of a table folds hundreds of
 * thousands of them and looks at few ids, which are the expensive part.
 */
class PackedEntry implements LogEntry {
  readonly packed: Uint8Array;

  constructor(packed: Uint8Array) {
    this.packed = packed;
  }
  get game(): GameId {
    return idFromBytes(this.packed.subarray(0, 8));
  }
  get opponent(): PlayerId {
    return playerAt(this.packed, 8);
  }
  get endedAtMs(): number {
    const high = uint16(this.packed, 16);
    return high * 2 ** 32 + uint16(this.packed, 18) * 2 ** 16 + uint16(this.packed, 20);
  }
  get opponentRating(): number {
    return uint16(this.packed, 22);
  }
  get plies(): number {
    return uint16(this.packed, 24);
  }
  get side(): Side {
    return (flags(this.packed) & FLAG.second) === 0 ? 'first' : 'second';
  }
  get result(): Result {
    return RESULTS[flags(this.packed) & 3] ?? 'loss';
  }
  get berserk(): boolean {
    return (flags(this.packed) & FLAG.berserk) !== 0;
  }
  get noShow(): boolean {
    return (flags(this.packed) & FLAG.noShow) !== 0;
  }
  toJSON(): LogEntry {
    return plainEntry(this);
  }
}

/**
 * Whoever plays is on many sheets, so his id is made once and then looked up by half of its bits. A
 * large arena fits; of two players with the same half the later one is kept.
 */
const PLAYERS_KNOWN_MAX = 20_000;
const known = new Map<number, { readonly other: number; readonly id: PlayerId }>();

function playerAt(packed: Uint8Array, at: number): PlayerId {
  const half = (uint16(packed, at) << 16) | uint16(packed, at + 2);
  const other = (uint16(packed, at + 4) << 16) | uint16(packed, at + 6);
  const found = known.get(half);
  if (found?.other === other) return found.id;
  const id = idFromBytes<PlayerId>(packed.subarray(at, at + ID_BYTES));
  if (known.size >= PLAYERS_KNOWN_MAX) known.clear();
  known.set(half, { other, id });
  return id;
}

const uint16 = (packed: Uint8Array, at: number): number =>
  ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
const flags = (packed: Uint8Array): number => packed[26] ?? 0;

function flagsOf(entry: LogEntry): number {
  return (
    RESULTS.indexOf(entry.result) |
    (entry.side === 'second' ? FLAG.second : 0) |
    (entry.berserk ? FLAG.berserk : 0) |
    (entry.noShow ? FLAG.noShow : 0)
  );
}
