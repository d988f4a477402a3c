import { socketUrl } from './domain.ts';
import { deployedName, type EnvName, FUNCTIONS, type FunctionName } from './function-table.ts';
import type { Surroundings } from './grants.ts';
import type { Settings } from './settings.ts';

/** The stage, and the names that `function-table.ts` lists for this function, and no other. */
export function environmentOf(
  name: FunctionName,
  settings: Settings,
  around: Surroundings,
): Record<string, string> {
  const values = allValues(settings, around);
  const own = FUNCTIONS[name].env.map((key) => [key, values[key]]);
  return { STAGE: settings.stage, ...Object.fromEntries(own) };
}

function allValues(settings: Settings, around: Surroundings): Readonly<Record<EnvName, string>> {
  const { tables, queues, schedules, socketApi } = around;
  return {
    GAMES_TABLE: tables.games.tableName,
    ARENAS_TABLE: tables.arenas.tableName,
    PLAYERS_TABLE: tables.players.tableName,
    CLOCK_QUEUE_URL: queues.clock.queueUrl,
    ANNOUNCE_QUEUE_URL: queues.announce.queueUrl,
    // Ours play no part here: the gateway takes posts at its own name alone.
    CONNECTIONS_ENDPOINT: socketApi.stage.callbackUrl,
    WEBSOCKET_URL: socketUrl(settings, socketApi),
    SCHEDULE_GROUP: schedules.group.scheduleGroupName,
    SCHEDULE_ROLE_ARN: schedules.role.roleArn,
    SCHEDULE_DLQ_ARN: queues.failures.schedule.queueArn,
    LIFECYCLE_ARN: around.lifecycleArn,
    LIFECYCLE_NAME: deployedName(settings.stage, 'lifecycle'),
    ROLES_CLAIM: settings.rolesClaim,
    RATING_CLAIM: settings.ratingClaim,
    GUESTS_PER_HOUR: String(settings.guestsPerHour),
    WEBHOOK_LOOPBACK: String(settings.webhookLoopback),
    KEEP_DAYS: JSON.stringify(settings.retention),
  };
}
