/** What handlers have asked for. */
export interface Bill {
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Calls of the database. */
  readonly calls: number;
  /** Calls of @connections. */
  readonly posts: number;
}

/** Where the bill is; looking at it begins a new one. */
export const BILL_PATH = '/bill';

export const sameBill = (a: Bill, b: Bill): boolean =>
  a.readUnits === b.readUnits &&
  a.writeUnits === b.writeUnits &&
  a.calls === b.calls &&
  a.posts === b.posts;
