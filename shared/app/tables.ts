import type { ArenaState } from '../arena/arena.ts';
import type { Final, FinalLine } from '../arena/final.ts';
import { PAGE_ROWS } from '../arena/standings.ts';
import type { ArenaStats, TableLine } from '../arena/table.ts';
import type { ArenaId, PlayerId } from '../core/ids.ts';

/**
 * What is known of the published table of an arena. A rebuild first claims the head, so a
 * `claimedAtMs` above `readStartedAtMs` says that one is under way, or has died.
 */
export interface TableHead {
  readonly claimedAtMs: number;
  /** When the rows of the last rebuild were read, its version: what was scored before is in it. */
  readonly readStartedAtMs: number;
  /** The same for the last rebuild that wrote every page. */
  readonly completeAtMs: number;
  /** A clock message will look again at this instant. */
  readonly lookAtMs: number;
  /** A mark of the content of each page, by which unchanged ones are left alone. */
  readonly marks: readonly string[];
  readonly stats: ArenaStats | null;
}

/** One page of a table: all that it takes to show it. */
export interface TablePage {
  readonly version: number;
  readonly state: ArenaState;
  /** The version of the final ranking that this is, or 0 while the table may still change. */
  readonly final: number;
  readonly players: number;
  readonly winners: readonly PlayerId[];
  /** What each letter of a sheet pays (half points). */
  readonly pays: Readonly<Record<string, number>>;
  readonly lines: readonly TableLine[];
}

/** A player's place in the last table that was read. */
export interface TablePlace {
  readonly rank: number;
  /** Counted from 0, which tells his page. */
  readonly index: number;
}

/** What a player is told of the whole table. */
export interface TableLeader {
  readonly rank: number;
  readonly player: PlayerId;
  readonly name: string;
  /** Half points. */
  readonly points: number;
  readonly onFire: boolean;
}

/** The order of a whole table in one item, with its leaders. */
export interface TableOrder {
  readonly version: number;
  readonly players: number;
  readonly leaders: readonly TableLeader[];
  readonly place: (player: PlayerId) => TablePlace | null;
  /**
   * In the order of the table: who takes part, as far as the table knows, and of those who wait
   * (`waiting`) everybody that is in it. The table does not know that a lease was renewed.
   */
  readonly around: (nowMs: number, waiting: ReadonlySet<PlayerId>) => PlayerId[];
}

/** A whole table to be published. Its version: the instant of its claim, or of a final ranking. */
export interface Table extends TablePage {
  /** All pages are due; else the first `TOP_PAGES` alone. */
  readonly complete: boolean;
  readonly stats: ArenaStats;
  /** By line: until when this player takes part (epoch ms), see `aroundUntilMs`. */
  readonly aroundUntilMs: readonly number[];
  /** The end of its arena: its pages are kept as long as the rows that they are made of. */
  readonly endsAtMs: number;
}

/** The pages that are rewritten at every rebuild; the rest of a large table follows more slowly. */
export const TOP_PAGES = 5;

/** Above every instant (epoch ms), so that no rebuild ever replaces a page of a final ranking. */
const FINAL_BASE = 1e15;
export const finalTableVersion = (finalVersion: number): number => FINAL_BASE + finalVersion;

/**
 * The content of the stored pages, as far as it is certain: a rebuild that was claimed and has not
 * come to its head may still write any of them, unless all are written anew.
 */
export const certainMarks = (head: TableHead | null): readonly string[] =>
  head !== null && head.claimedAtMs === head.readStartedAtMs ? head.marks : [];

/** The pages of a table: at least one, and empty ones where there were more of them before. */
export function pagesOf(table: Table, seen: TableHead | null): readonly TablePage[] {
  const { complete: _, stats: __, aroundUntilMs: ___, endsAtMs: ____, lines, ...stamp } = table;
  const count = Math.max(1, Math.ceil(lines.length / PAGE_ROWS), seen?.marks.length ?? 0);
  return Array.from({ length: count }, (_, page) => ({
    ...stamp,
    lines: lines.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
  }));
}

/** Lines of the leaders. */
export const leadersOf = ({ lines }: Table): readonly TableLeader[] =>
  lines
    .slice(0, LEADERS)
    .map(({ rank, player, name, points, onFire }) => ({ rank, player, name, points, onFire }));

/** So many leaders every player is told of. */
const LEADERS = 5;

/** Head of a final version. */
export interface FinalHead extends Omit<Final, 'lines'> {
  readonly pages: number;
  readonly players: number;
}

/** Published tables: derived, versioned, read by everybody. */
export interface Tables {
  readonly head: (arena: ArenaId) => Promise<TableHead | null>;
  readonly page: (arena: ArenaId, page: number) => Promise<TablePage | null>;
  readonly order: (arena: ArenaId) => Promise<TableOrder | null>;
  /** Marks the start of a rebuild, unless somebody has done so since `seen`; whether it did. */
  readonly claim: (arena: ArenaId, seen: TableHead | null, claimedAtMs: number) => Promise<boolean>;
  /** Notes that a clock message is under way; a head that does not exist yet stays so. */
  readonly noteLook: (arena: ArenaId, lookAtMs: number) => Promise<void>;
  /**
   * Pages first, then order and head, each only over an older version. `seen` is the head before
   * the claim: a page that it says is the same already stays as it is.
   */
  readonly publish: (arena: ArenaId, table: Table, seen: TableHead | null) => Promise<void>;
  /**
   * Gives a player this name in the pages and among the leaders of the published table, of whatever
   * version they are: their versions stay, and so does all else. What is published meanwhile stays.
   */
  readonly rename: (arena: ArenaId, player: PlayerId, name: string) => Promise<void>;
  /** Pages first, then the head if this version has none yet; the head that stays. */
  readonly freeze: (arena: ArenaId, final: Final) => Promise<FinalHead>;
  readonly finalHead: (arena: ArenaId, version: number) => Promise<FinalHead | null>;
  readonly finalPage: (
    arena: ArenaId,
    head: FinalHead,
    page: number,
  ) => Promise<readonly FinalLine[] | null>;
}
