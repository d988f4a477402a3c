import * as v from 'valibot';
import { parseScheduleExpression } from './schedule-expression.ts';

const NAME = /^[0-9a-zA-Z_.-]{1,64}$/;
const SCOPED_VARIABLE = '<aws.scheduler.';

const isExpression = (text: string): boolean => parseScheduleExpression(text).ok;

/** A schedule as the API takes, keeps and gives it, with its own field names. */
export const Schedule = v.strictObject({
  Name: v.pipe(v.string(), v.regex(NAME)),
  GroupName: v.optional(v.string(), 'default'),
  ScheduleExpression: v.pipe(v.string(), v.check(isExpression, 'Invalid Schedule Expression')),
  ScheduleExpressionTimezone: v.optional(v.literal('UTC'), 'UTC'),
  State: v.optional(v.literal('ENABLED'), 'ENABLED'),
  ActionAfterCompletion: v.optional(v.picklist(['NONE', 'DELETE']), 'NONE'),
  FlexibleTimeWindow: v.strictObject({ Mode: v.literal('OFF') }),
  Target: v.strictObject({
    Arn: v.string(),
    RoleArn: v.string(),
    Input: v.optional(
      v.pipe(
        v.string(),
        v.check((text) => !text.includes(SCOPED_VARIABLE)),
      ),
    ),
    DeadLetterConfig: v.optional(v.strictObject({ Arn: v.string() })),
    RetryPolicy: v.optional(v.looseObject({})),
  }),
  Description: v.optional(v.string()),
  ClientToken: v.optional(v.string()),
});

export type Schedule = v.InferOutput<typeof Schedule>;

/** A schedule in the store; all times are epoch ms. */
export interface StoredSchedule {
  readonly schedule: Schedule;
  readonly createdAtMs: number;
  readonly modifiedAtMs: number;
  /** Of the last time that it fired, to the exact instant of its expression; null: never. */
  readonly firedForMs: number | null;
}

/** The next instant for which it has to fire; null if there is none any more. */
export function nextInstant(stored: StoredSchedule, nowMs: number): number | null {
  const expression = parseScheduleExpression(stored.schedule.ScheduleExpression);
  if (!expression.ok) throw new Error(`stored schedule: ${expression.error}`);
  const { firedForMs, modifiedAtMs } = stored;
  if (expression.value.kind === 'at') return firedForMs === null ? expression.value.atMs : null;
  if (firedForMs === null) return modifiedAtMs;
  // Periods that were missed while nothing ran are made up for once, not one by one.
  const { periodMs } = expression.value;
  const periods = Math.max(1, Math.floor((nowMs - firedForMs) / periodMs));
  return firedForMs + periods * periodMs;
}
