import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** `page`: somebody gets up at night. `warn`: somebody looks at it today. */
export type Severity = 'page' | 'warn';

type Threshold =
  | { readonly above: number }
  | { readonly atLeast: number }
  | { readonly below: number };

/** One line of the alarm table in `docs/operations.md`. */
export interface AlarmRule {
  /** Its name is `shield-arena-<stage>-<what>`. */
  readonly what: string;
  readonly severity: Severity;
  readonly means: string;
  /** What to do first. */
  readonly first: string;
  readonly metric: IMetric;
  readonly rings: Threshold;
  /** So many bad values of so many make it ring. */
  readonly periods: { readonly bad: number; readonly of: number };
  /** No value is a bad one: something that must happen did not. Elsewhere nothing happened. */
  readonly silenceIsBad?: true;
}

export const ONCE = { bad: 1, of: 1 };
/**
 * As soon as that, where missing values are filled: looking at one alone, such an alarm may keep a
 * value that nothing replaces, and stay as it is.
 */
export const AT_ONCE = { bad: 1, of: 3 };
/** Not for a passing mishap. */
export const OFTEN = { bad: 3, of: 5 };
export const LASTING = { bad: 3, of: 3 };
