import { functionArn, queueArn, scheduleArn, tableArn } from '../template/identity.ts';
import { ACCOUNT_ID, REGION } from '../template/resources.ts';
import type { Call } from './guard.ts';

/** A step of a transaction needs the right of the request that it could have been. */
const STEP_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/** The name of a table, and of an index of it, in a request or in a step of it. */
interface Target {
  readonly TableName?: unknown;
  readonly IndexName?: unknown;
}

interface DatabaseInput extends Target {
  readonly TransactItems?: readonly Readonly<Record<string, Target>>[];
  readonly RequestItems?: object;
}

/** What a request to DynamoDB needs; nonsense is left to whoever answers it. */
export function databaseCalls(operation: string, input: unknown): readonly Call[] {
  const { TransactItems, RequestItems, ...target } = (input ?? {}) as DatabaseInput;
  if (Array.isArray(TransactItems)) {
    return TransactItems.flatMap((item) => Object.entries<Target>(item ?? {})).map(([step, on]) =>
      databaseCall(STEP_ACTIONS[step] ?? step, on),
    );
  }
  if (typeof RequestItems === 'object' && RequestItems !== null) {
    return Object.keys(RequestItems).map((TableName) => databaseCall(operation, { TableName }));
  }
  return [databaseCall(operation, target)];
}

function databaseCall(action: string, target: Target | null): Call {
  const table = tableArn(String(target?.TableName));
  const index = target?.IndexName;
  return {
    action: `dynamodb:${action}`,
    resource: index === undefined ? table : `${table}/index/${index}`,
  };
}

/** Sending a batch is sending. */
export function queueCalls(action: string, input: unknown): readonly Call[] {
  const { QueueUrl } = (input ?? {}) as { readonly QueueUrl?: unknown };
  const name = String(QueueUrl).split('/').at(-1) ?? '';
  return [{ action: `sqs:${action.replace(/Batch$/, '')}`, resource: queueArn(name) }];
}

const SCHEDULE_ACTIONS: Readonly<Record<string, string>> = {
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  GET: 'GetSchedule',
  DELETE: 'DeleteSchedule',
};

interface ScheduleInput {
  readonly GroupName?: string;
  readonly Target?: { readonly RoleArn?: string };
}

/** Whoever makes a schedule hands it the role that it runs under. */
export function scheduleCalls(
  method: string,
  schedule: { readonly name: string; readonly group: string; readonly body: unknown },
): readonly Call[] {
  const { GroupName = schedule.group, Target } = (schedule.body ?? {}) as ScheduleInput;
  const action = `scheduler:${SCHEDULE_ACTIONS[method] ?? method}`;
  const passed = Target?.RoleArn;
  return [
    { action, resource: scheduleArn(GroupName, schedule.name) },
    ...(passed === undefined ? [] : [{ action: 'iam:PassRole', resource: passed }]),
  ];
}

export const invokeCalls = (functionName: string): readonly Call[] => [
  { action: 'lambda:InvokeFunction', resource: functionArn(functionName) },
];

/** Posting to a connection, closing it and looking at it are one action on three resources. */
export function connectionCalls(
  method: string,
  { apiId, stage, id }: { readonly apiId: string; readonly stage: string; readonly id: string },
): readonly Call[] {
  const resource = `${apiId}/${stage}/${method}/@connections/${id}`;
  return [
    {
      action: 'execute-api:ManageConnections',
      resource: `arn:aws:execute-api:${REGION}:${ACCOUNT_ID}:${resource}`,
    },
  ];
}
