import { type Place, rankEntrants } from '../../shared/arena/ranking.ts';
import type { Row } from '../../shared/arena/row.ts';
import type { ScoringRules } from '../../shared/arena/sheet.ts';
import { type Activity, activityOf } from '../../shared/arena/standings.ts';

export type Standing = Place<Row> & { readonly activity: Activity };

/** The table of these rows, with what each player does at this moment. */
export const rankRows = (arena: ScoringRules, rows: readonly Row[], nowMs: number): Standing[] =>
  rankEntrants(arena, rows).map((place) => ({
    ...place,
    activity: activityOf(place.entrant, nowMs),
  }));
