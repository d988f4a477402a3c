import * as v from 'valibot';
import type { ArenaId, GameId } from '../core/ids.ts';
import { epochMs, idOf, playerId } from './api/parameters.ts';
import { personSchema } from './arena-details.ts';
import { between, CALENDAR_ENDS_MS } from './fields.ts';
import { reason } from './texts.ts';

const arenaId = idOf<ArenaId>('the id of an arena');
const gameId = idOf<GameId>('the id of a game');

const GAME = 'the id of a game, or else an arena and a player';
const OF_A_GAME = { game: idOf<GameId>(GAME), reason };
const OF_A_PLAYER = { game: v.optional(v.never()), arena: arenaId, player: playerId, reason };

/** Body of `POST /reports`: what is reported, and why. */
export const newReportSchema = v.variant(
  'game',
  [v.strictObject(OF_A_GAME), v.strictObject(OF_A_PLAYER)],
  GAME,
);
export type NewReport = v.InferOutput<typeof newReportSchema>;

const secret = v.string('the secret of the guest');

/** Body of `POST /guests/{id}/reports`. */
export const guestReportSchema = v.variant(
  'game',
  [v.strictObject({ ...OF_A_GAME, secret }), v.strictObject({ ...OF_A_PLAYER, secret })],
  GAME,
);

/** What whoever has reported is told. */
export const reportReceiptSchema = v.object({ id: v.string(), arena: arenaId, atMs: epochMs });
export type ReportReceipt = v.InferOutput<typeof reportReceiptSchema>;

/** A report as the organisers of its arena see it. */
export const reportSchema = v.object({
  id: v.string(),
  atMs: epochMs,
  reporter: personSchema,
  player: v.pipe(v.nullable(personSchema), v.description('null: a game is reported.')),
  game: v.nullable(
    v.object({
      id: gameId,
      path: v.pipe(v.string(), v.description('Where it is to be read.')),
      players: v.pipe(
        v.array(personSchema),
        v.description('First mover first; none: it was void after all.'),
      ),
    }),
  ),
  reason: v.string(),
});
export type ReportView = v.InferOutput<typeof reportSchema>;

export const reportPageSchema = v.object({
  reports: v.array(reportSchema),
  next: v.nullable(v.string()),
});
export type ReportPage = v.InferOutput<typeof reportPageSchema>;

/** Body of `PUT /players/{id}/ban`; without `untilMs`, or with null, for good. */
export const newBanSchema = v.strictObject({
  reason,
  untilMs: v.optional(v.nullable(between(0, CALENDAR_ENDS_MS, ' (epoch ms)')), null),
});
export type NewBan = v.InferOutput<typeof newBanSchema>;

/** A player who gets no ticket. */
export const banSchema = v.object({
  player: playerId,
  name: v.string(),
  reason: v.string(),
  actor: v.pipe(v.string(), v.description('Subject of the admin.')),
  atMs: epochMs,
  untilMs: v.pipe(v.nullable(epochMs), v.description('null: for good.')),
});
export type BanView = v.InferOutput<typeof banSchema>;

export const banPageSchema = v.object({
  bans: v.array(banSchema),
  next: v.nullable(v.string()),
});
export type BanPage = v.InferOutput<typeof banPageSchema>;
