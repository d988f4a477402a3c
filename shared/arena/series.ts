import type { SeriesId } from '../core/ids.ts';
import type { GameKind } from '../rules/rules.ts';
import type { EntryRules } from './entry-rules.ts';
import type { Policy } from './policy.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * When editions start, at a wall-clock time (`hh:mm`) of the series' zone: on a day of every month
 * or of some, or on a day of every week. A month without that day has no edition.
 */
export type Recurrence =
  | {
      readonly every: 'month';
      readonly day: number;
      /** 1 to 12, ascending. */
      readonly months: readonly number[];
      readonly at: string;
    }
  | { readonly every: 'week'; readonly on: Weekday; readonly at: string };

/** What every edition of a series is like. */
export interface SeriesTemplate {
  readonly description: string;
  readonly kind: GameKind;
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly policy: Policy;
  readonly rated: boolean;
  readonly durationMs: number;
  readonly playersMax: number;
  readonly entry: EntryRules;
}

/** Arenas of one template that come again and again, with a shield that their winner holds. */
export interface Series {
  readonly type: 'series';
  readonly id: SeriesId;
  readonly version: number;
  readonly name: string;
  /** Subject of the organiser. */
  readonly owner: string;
  readonly organisers: readonly string[];
  readonly template: SeriesTemplate;
  readonly recurrences: readonly Recurrence[];
  /** IANA name. */
  readonly zone: string;
  readonly state: 'active' | 'paused';
  /** Arenas are created so long before their start (ms). */
  readonly aheadMs: number;
  readonly createdAtMs: number;
  /** Editions that are not created yet start after this instant (epoch ms). */
  readonly plannedUntilMs: number;
  /** When the planner has to look at it (epoch ms). */
  readonly planAtMs: number;
}

/** The next version of a series. */
export const changeSeries = (series: Series, change: Partial<Omit<Series, 'version'>>): Series => ({
  ...series,
  ...change,
  version: series.version + 1,
});
