/** Request units a second that a table on demand serves at most; beyond them it throttles. */
export interface Fuse {
  readonly maxReadRequestUnits: number;
  readonly maxWriteRequestUnits: number;
}

/** What an account lets one table on demand have, unless its quota was raised. */
export const TABLE_QUOTA_UNITS = 40_000;

/**
 * Twice to three times what 10,000 players take at their worst, so that it stops a loop that has
 * run wild and never an event. All three at full cost 78 dollars an hour; up to the quota of an
 * account they would cost 324. The alarm on throttles of tables says that a fuse has blown.
 */
const FUSES = {
  /**
   * 1,944 moves/s are 1,944 writes and 972 reads; the first wave makes 5,000 games in 4.3 s, and
   * transactions count double: 2,330/s. Exports read up to 4 MB a page.
   */
  games: fuse(10_000, 6_000),
  /** The first wave writes 30,330 units in 4.3 s: 7,050/s. A freeze reads all rows at once. */
  arenas: fuse(12_000, 15_000),
  /** Entering writes about 10 units a player, 300 players/s; 56 ratings/s with their index. */
  players: fuse(6_000, 8_000),
} as const satisfies Readonly<Record<string, Fuse>>;

/** Lists that anybody may ask for. */
const INDEX_READS = 2_000;

export type FusedTable = keyof typeof FUSES;

/** The fuse of a table; `percent` of the numbers above, within the quota of an account. */
export const fuseOf = (table: FusedTable, percent: number): Fuse => scaled(FUSES[table], percent);

/**
 * An index that refuses a write makes its table refuse it: so it takes as many as the table does,
 * and the table alone decides.
 */
export const indexFuseOf = (table: FusedTable, percent: number): Fuse => ({
  ...fuseOf(table, percent),
  maxReadRequestUnits: within(INDEX_READS, percent),
});

function fuse(maxReadRequestUnits: number, maxWriteRequestUnits: number): Fuse {
  return { maxReadRequestUnits, maxWriteRequestUnits };
}

const scaled = ({ maxReadRequestUnits, maxWriteRequestUnits }: Fuse, percent: number): Fuse => ({
  maxReadRequestUnits: within(maxReadRequestUnits, percent),
  maxWriteRequestUnits: within(maxWriteRequestUnits, percent),
});

const within = (units: number, percent: number): number =>
  Math.min(Math.max(1, Math.round((units * percent) / 100)), TABLE_QUOTA_UNITS);
