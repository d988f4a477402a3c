import { sha256Hex } from '../core/hash.ts';
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

/** Six bytes: below 2^53, and at most 15 decimal digits. */
const VERSION_DIGITS = 12;

/**
 * A number for what organisers may change of a series: the same as long as they change nothing,
 * whatever the planner notes down of its progress.
 */
export async function settingsVersion(series: Series): Promise<number> {
  const { name, organisers, template, recurrences, zone, state, aheadMs } = series;
  const settings = [name, organisers, template, recurrences, zone, state, aheadMs];
  const hash = await sha256Hex(JSON.stringify(settings, inOrder));
  return Number.parseInt(hash.slice(0, VERSION_DIGITS), 16);
}

/** A store may give the fields of an object back in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
