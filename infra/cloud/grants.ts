import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ARENA_INDEXES, TABLE_INDEXES } from '../../functions/aws/schema.ts';
import type { FunctionName } from './function-table.ts';
import { PERMISSIONS, type Permission, type ResourceName } from './permissions.ts';
import type { Queues } from './queues.ts';
import type { Schedules } from './schedules.ts';
import type { SocketApi } from './socket-api.ts';
import { streamArn, type Tables } from './tables.ts';

/** Everything that functions are given rights on. */
export interface Surroundings {
  readonly tables: Tables;
  readonly queues: Queues;
  readonly socketApi: SocketApi;
  readonly schedules: Schedules;
  readonly lifecycleArn: string;
}

/** The rights of one function as IAM statements with exact actions on exact resources. */
export function statementsOf(name: FunctionName, around: Surroundings): PolicyStatement[] {
  const arns = arnsOf(around);
  return PERMISSIONS[name].map(
    ({ on, may }) =>
      new PolicyStatement({ actions: [...may], resources: arns[on], ...conditionsOf(on) }),
  );
}

/** A passed role may be used by the scheduler only. */
const conditionsOf = (on: Permission['on']) =>
  on === 'scheduleRole'
    ? { conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } } }
    : {};

function arnsOf(around: Surroundings): Readonly<Record<ResourceName, string[]>> {
  const { tables, queues, schedules } = around;
  return {
    games: [tables.games.tableArn],
    arenas: [tables.arenas.tableArn],
    arenaIndexes: TABLE_INDEXES.arenas.map(({ name }) => `${tables.arenas.tableArn}/index/${name}`),
    phaseIndex: [`${tables.arenas.tableArn}/index/${ARENA_INDEXES.byPhase.name}`],
    players: [tables.players.tableArn],
    playerIndexes: TABLE_INDEXES.players.map(
      ({ name }) => `${tables.players.tableArn}/index/${name}`,
    ),
    gamesStream: [streamArn(tables.games)],
    arenasStream: [streamArn(tables.arenas)],
    everyStream: ['*'],
    clockQueue: [queues.clock.queueArn],
    announceQueue: [queues.announce.queueArn],
    scoreFailures: [queues.failures.score.queueArn],
    armFailures: [queues.failures.arm.queueArn],
    pairFailures: [queues.failures.pair.queueArn],
    standingsFailures: [queues.failures.standings.queueArn],
    lifecycleFailures: [queues.failures.lifecycle.queueArn],
    lifecycle: [around.lifecycleArn],
    scheduleRole: [schedules.role.roleArn],
    arenaSchedules: [arenaSchedulesArn(schedules)],
    openConnections: [connectionsArn(around.socketApi, 'POST')],
    lostConnections: [connectionsArn(around.socketApi, 'DELETE')],
  };
}

const arenaSchedulesArn = ({ group }: Schedules) =>
  Stack.of(group).formatArn({
    service: 'scheduler',
    resource: 'schedule',
    resourceName: `${group.scheduleGroupName}/arena-*`,
  });

const connectionsArn = ({ api, stage }: SocketApi, method: 'POST' | 'DELETE') =>
  Stack.of(api).formatArn({
    service: 'execute-api',
    resource: api.apiId,
    resourceName: `${stage.stageName}/${method}/@connections/*`,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
