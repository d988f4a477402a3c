import * as v from 'valibot';
import { ORGANISER_ACTIONS, SERIES_ACTIONS } from '../arena/organiser-actions.ts';
import { playerId } from './api/parameters.ts';

const DEED = {
  id: v.string(),
  atMs: v.number(),
  actor: v.pipe(v.string(), v.description('Subject of the account.')),
};

/** What an organiser did in an arena: `GET /arenas/{id}/audit`. */
export const auditSchema = v.object({
  ...DEED,
  action: v.picklist(ORGANISER_ACTIONS),
  player: v.nullable(playerId),
  reason: v.nullable(v.string()),
  details: v.record(v.string(), v.unknown()),
});
export type AuditView = v.InferOutput<typeof auditSchema>;

export const auditPageSchema = v.object({
  entries: v.array(auditSchema),
  next: v.nullable(v.string()),
});
export type AuditPage = v.InferOutput<typeof auditPageSchema>;

/** What an organiser did with a series: `GET /series/{id}/audit`. */
export const seriesAuditSchema = v.object({
  ...DEED,
  action: v.picklist(SERIES_ACTIONS),
  reason: v.nullable(v.string()),
  details: v.record(v.string(), v.unknown()),
});

export const seriesAuditPageSchema = v.object({
  entries: v.array(seriesAuditSchema),
  next: v.nullable(v.string()),
});
export type SeriesAuditPage = v.InferOutput<typeof seriesAuditPageSchema>;
