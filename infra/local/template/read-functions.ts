import { join } from 'node:path';
import * as v from 'valibot';
import { type Blueprint, ignored } from './blueprint.ts';
import { functionArn, functionNameOf } from './identity.ts';
import type { FunctionPlan } from './plan.ts';
import { queueOf } from './read-triggers.ts';

const FunctionProperties = v.strictObject({
  FunctionName: v.optional(v.string()),
  Handler: v.string(),
  Timeout: v.optional(v.number(), 3),
  MemorySize: v.optional(v.number(), 128),
  Environment: v.optional(v.strictObject({ Variables: v.record(v.string(), v.string()) })),
  Runtime: v.literal('nodejs24.x'),
  // Without effect on one machine:
  Architectures: ignored,
  Code: ignored,
  Description: ignored,
  LoggingConfig: ignored,
  ReservedConcurrentExecutions: ignored,
  Role: ignored,
  RuntimeManagementConfig: ignored,
  Tags: ignored,
  TracingConfig: ignored,
});

const Destinations = v.optional(
  v.strictObject({ OnFailure: v.strictObject({ Destination: v.string() }) }),
);

const InvokeConfigProperties = v.strictObject({
  FunctionName: v.string(),
  Qualifier: v.literal('$LATEST'),
  MaximumRetryAttempts: v.optional(v.number(), 2),
  DestinationConfig: Destinations,
  MaximumEventAgeInSeconds: ignored,
});

/** `bundles`: the folder of each function, by its physical name. */
export function readFunctions(
  blueprint: Blueprint,
  bundles: Readonly<Record<string, string>>,
): readonly FunctionPlan[] {
  const configs = blueprint.parts('AWS::Lambda::EventInvokeConfig', InvokeConfigProperties);
  return blueprint.parts('AWS::Lambda::Function', FunctionProperties).map(({ id, properties }) => {
    const name = properties.FunctionName ?? id;
    const config = configs.find((c) => functionNameOf(c.properties.FunctionName) === name);
    const [moduleName = '', exportName = ''] = properties.Handler.split('.');
    return {
      name,
      arn: functionArn(name),
      entryFile: join(bundleOf(name, bundles), `${moduleName}.mjs`),
      exportName,
      timeoutMs: properties.Timeout * 1000,
      memoryMb: properties.MemorySize,
      environment: properties.Environment?.Variables ?? {},
      retriesMax: config?.properties.MaximumRetryAttempts ?? 2,
      onFailureQueue: queueOf(config?.properties.DestinationConfig?.OnFailure.Destination),
    };
  });
}

function bundleOf(name: string, bundles: Readonly<Record<string, string>>): string {
  const folder = bundles[name];
  if (folder === undefined) throw new Error(`no bundle was given for the function ${name}`);
  return folder;
}
