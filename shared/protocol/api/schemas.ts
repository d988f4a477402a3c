import type * as v from 'valibot';
import { arenaDetailsSchema, personSchema as personNameSchema } from '../arena-details.ts';
import { auditSchema, seriesAuditSchema } from '../audit-view.ts';
import { clock, entrySchema } from '../http.ts';
import { overridesSchema } from '../policy.ts';
import { listedGameSchema, spectatedGameSchema, visitSchema } from '../spectate-view.ts';
import { deliverySchema } from '../webhook-view.ts';
import { bestPageSchema, meSchema, personSchema, rulesPageSchema } from './person-schemas.ts';
import { seriesViewSchema } from './series-view.ts';
import {
  finalSchema,
  playerPageSchema,
  standingSchema,
  statsSchema,
  tableSchema,
} from './table-schemas.ts';

/** Schemas that have a name in the document, and are referred to by it. */
export const NAMED_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Arena: arenaDetailsSchema,
  PersonName: personNameSchema,
  AuditEntry: auditSchema,
  SeriesAuditEntry: seriesAuditSchema,
  Standing: standingSchema,
  Table: tableSchema,
  Final: finalSchema,
  Stats: statsSchema,
  PlayerPage: playerPageSchema,
  Visit: visitSchema,
  Person: personSchema,
  BestPage: bestPageSchema,
  Me: meSchema,
  RulesPage: rulesPageSchema,
  Series: seriesViewSchema,
  ListedGame: listedGameSchema,
  SpectatedGame: spectatedGameSchema,
  Delivery: deliverySchema,
};

/** The same of what is sent. */
export const NAMED_INPUTS: Readonly<Record<string, v.GenericSchema>> = {
  PolicyOverrides: overridesSchema,
  EntryRules: entrySchema,
  Clock: clock,
};
