import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type DeleteScheduleCommandInput,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { Schedules } from '../../shared/app/ports.ts';
import type { ArenaId } from '../../shared/core/ids.ts';

/** Schedules are a minute late at worst: they fire ahead, and a clock message hits the instant. */
const LEAD_MS = 120_000;
/** An instant that is over before the service has stored it would be refused. */
const SOONEST_MS = 5_000;

export interface ScheduleTarget {
  readonly group: string;
  readonly roleArn: string;
  readonly lifecycleArn: string;
  readonly deadLetterArn: string;
}

/** Two one-time schedules an arena, named after it: making them twice makes them once. */
export function arenaSchedules(target: ScheduleTarget): Schedules {
  const client = new SchedulerClient({});
  return {
    plan: async (arena, nowMs) => {
      for (const [what, instantMs] of [
        ['start', arena.startsAtMs],
        ['end', arena.endsAtMs],
      ] as const) {
        const atMs = Math.max(instantMs - LEAD_MS, nowMs + SOONEST_MS);
        await put(client, schedule(target, arena.id, what, atMs));
      }
    },
    drop: async (arena) => {
      for (const what of ['start', 'end'] as const) {
        await remove(client, { GroupName: target.group, Name: nameOf(arena, what) });
      }
    },
  };
}

async function remove(client: SchedulerClient, input: DeleteScheduleCommandInput): Promise<void> {
  try {
    await client.send(new DeleteScheduleCommand(input));
  } catch (cause) {
    // It has fired, or somebody else has dropped it.
    if (!(cause instanceof ResourceNotFoundException)) throw cause;
  }
}

const nameOf = (arena: ArenaId, what: 'start' | 'end'): string => `arena-${arena}-${what}`;

async function put(client: SchedulerClient, input: CreateScheduleCommandInput): Promise<void> {
  try {
    await client.send(new CreateScheduleCommand(input));
  } catch (cause) {
    if (!(cause instanceof ConflictException)) throw cause;
    await update(client, input);
  }
}

/** One that has fired between the two is gone: then it is made anew, and is not there any more. */
async function update(client: SchedulerClient, input: CreateScheduleCommandInput): Promise<void> {
  try {
    await client.send(new UpdateScheduleCommand(input));
  } catch (cause) {
    if (!(cause instanceof ResourceNotFoundException)) throw cause;
    await client.send(new CreateScheduleCommand(input));
  }
}

function schedule(
  { group, roleArn, lifecycleArn, deadLetterArn }: ScheduleTarget,
  arena: ArenaId,
  what: 'start' | 'end',
  atMs: number,
): CreateScheduleCommandInput {
  return {
    Name: nameOf(arena, what),
    GroupName: group,
    ScheduleExpression: `at(${new Date(atMs).toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: lifecycleArn,
      RoleArn: roleArn,
      Input: JSON.stringify({ arena }),
      DeadLetterConfig: { Arn: deadLetterArn },
    },
  };
}
