import * as v from 'valibot';
import { unreachable } from '../../../shared/core/assert.ts';
import { scheduleArn } from '../template/identity.ts';
import { jsonAnswer, type WireAnswer, WireError } from '../wire.ts';
import { Schedule, type StoredSchedule } from './schedule.ts';
import type { ScheduleAnswer, ScheduleRefusal, Scheduler } from './scheduler.ts';

export interface ScheduleRequest {
  readonly method: string;
  readonly name: string;
  /** Of the query, where GET and DELETE name it. */
  readonly group: string;
  readonly body: unknown;
}

/** Answers `/schedules/{name}`; throws a WireError with the name of a refusal. */
export function answerScheduler(scheduler: Scheduler, request: ScheduleRequest): WireAnswer {
  const { method, name, group } = request;
  switch (method) {
    case 'POST':
      return jsonAnswer({
        ScheduleArn: arnOf(accepted(request, scheduler.create(parse(request)))),
      });
    case 'PUT':
      return jsonAnswer({
        ScheduleArn: arnOf(accepted(request, scheduler.update(parse(request)))),
      });
    case 'GET':
      return jsonAnswer(described(accepted(request, scheduler.get(group, name))));
    case 'DELETE':
      accepted(request, scheduler.remove(group, name));
      return jsonAnswer({});
    default:
      throw new WireError('ValidationException', `${method} is not known for schedules`);
  }
}

function parse({ name, body }: ScheduleRequest): Schedule {
  const fields = typeof body === 'object' && body !== null ? body : {};
  const result = v.safeParse(Schedule, { ...fields, Name: name });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new WireError('ValidationException', `${v.getDotPath(issue)}: ${issue.message}`);
}

function accepted({ name }: ScheduleRequest, answer: ScheduleAnswer): StoredSchedule {
  if (answer.ok) return answer.value;
  throw refusalError(answer.error, name);
}

function refusalError(refusal: ScheduleRefusal, name: string): WireError {
  switch (refusal) {
    case 'alreadyExists':
      return new WireError('ConflictException', `Schedule ${name} already exists.`, 409);
    case 'noSuchSchedule':
      return new WireError('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
    case 'noSuchGroup':
      return new WireError('ResourceNotFoundException', 'Schedule group does not exist.', 404);
    default:
      return unreachable(refusal);
  }
}

/** Times are epoch seconds in this protocol. */
function described(stored: StoredSchedule): object {
  const { ClientToken: _, ...schedule } = stored.schedule;
  return {
    ...schedule,
    Arn: arnOf(stored),
    CreationDate: stored.createdAtMs / 1000,
    LastModificationDate: stored.modifiedAtMs / 1000,
  };
}

const arnOf = ({ schedule }: StoredSchedule): string =>
  scheduleArn(schedule.GroupName, schedule.Name);
