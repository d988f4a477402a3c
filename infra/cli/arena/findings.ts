/** One thing in a file that is not what its games say. */
export interface Difference {
  /** A player, a game or a final version: `player 7`. */
  readonly subject: string;
  readonly field: string;
  readonly stored: unknown;
  readonly recomputed: unknown;
}

/** What a verification has found so far. */
export interface Findings {
  readonly differences: readonly Difference[];
  /** Stored values that a recomputed one was held against. */
  readonly compared: () => number;
  /** How many values of which field could not be compared, by reason. */
  readonly notComparable: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Something that must not be, whatever was recomputed. */
  readonly differ: (subject: string, field: string, stored: unknown, recomputed: unknown) => void;
  /** Holds a stored value against the recomputed one, as JSON. */
  readonly compare: (subject: string, field: string, stored: unknown, recomputed: unknown) => void;
  /** For values that are compared in their own way. */
  readonly judge: (equal: boolean, ...difference: DifferenceParts) => void;
  readonly cannot: (reason: string, field: string) => void;
}

type DifferenceParts = [subject: string, field: string, stored: unknown, recomputed: unknown];

export function createFindings(): Findings {
  const differences: Difference[] = [];
  const notComparable = new Map<string, Map<string, number>>();
  let compared = 0;
  const differ: Findings['differ'] = (subject, field, stored, recomputed) => {
    differences.push({ subject, field, stored, recomputed });
  };
  const judge: Findings['judge'] = (equal, ...difference) => {
    compared += 1;
    if (!equal) differ(...difference);
  };
  return {
    differences,
    notComparable,
    compared: () => compared,
    differ,
    judge,
    compare: (subject, field, stored, recomputed) =>
      judge(
        JSON.stringify(stored) === JSON.stringify(recomputed),
        subject,
        field,
        stored,
        recomputed,
      ),
    cannot: (reason, field) => {
      const fields = notComparable.get(reason) ?? new Map<string, number>();
      notComparable.set(reason, fields.set(field, (fields.get(field) ?? 0) + 1));
    },
  };
}
