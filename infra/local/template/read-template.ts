import * as v from 'valibot';
import { createBlueprint, ignored } from './blueprint.ts';
import type { Plan } from './plan.ts';
import { readFunctions } from './read-functions.ts';
import { readHttpApi } from './read-http-api.ts';
import { readSocketApi } from './read-socket-api.ts';
import { readQueues, readTables } from './read-storage.ts';
import { readQueueMappings, readRules, readStreamMappings } from './read-triggers.ts';
import { checkTypes, type Place, type Template } from './resources.ts';

const GroupProperties = v.strictObject({ Name: v.string(), Tags: ignored });

/**
 * What one machine has to play. `bundles` is the folder of each function by its physical name.
 * Throws, naming the resource, at anything that would silently be missing or different here.
 */
export function readTemplate(
  template: Template,
  bundles: Readonly<Record<string, string>>,
  place: Place,
): Plan {
  checkTypes(template);
  const blueprint = createBlueprint(template, place);
  return {
    functions: readFunctions(blueprint, bundles),
    tables: readTables(blueprint),
    queues: readQueues(blueprint, place),
    socketApi: readSocketApi(blueprint),
    httpApi: readHttpApi(blueprint),
    streamMappings: readStreamMappings(blueprint),
    queueMappings: readQueueMappings(blueprint),
    rules: readRules(blueprint),
    scheduleGroups: blueprint
      .parts('AWS::Scheduler::ScheduleGroup', GroupProperties)
      .map(({ properties }) => properties.Name),
  };
}
