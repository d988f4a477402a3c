import { join } from 'node:path';
import * as v from 'valibot';
import { type Blueprint, ignored } from './blueprint.ts';
import { functionArn, functionNameOf, roleArn } from './identity.ts';
import type { FunctionPlan } from './plan.ts';
import { readRights } from './read-rights.ts';
import { queueOf } from './read-triggers.ts';

const FunctionProperties = v.strictObject({
  FunctionName: v.optional(v.string()),
  Handler: v.string(),
  Role: v.string(),
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

const AliasProperties = v.strictObject({
  FunctionName: v.string(),
  FunctionVersion: v.string(),
  Name: v.string(),
  // A bundle is one version: nothing is shifted between two.
  RoutingConfig: v.optional(v.never()),
  Description: ignored,
  ProvisionedConcurrencyConfig: ignored,
});

/** `bundles`: the folder of each function, by its physical name. */
export function readFunctions(
  blueprint: Blueprint,
  bundles: Readonly<Record<string, string>>,
): readonly FunctionPlan[] {
  const rights = readRights(blueprint, roleArn);
  const configs = blueprint.parts('AWS::Lambda::EventInvokeConfig', InvokeConfigProperties);
  const functions = blueprint.parts('AWS::Lambda::Function', FunctionProperties);
  checkAliases(
    blueprint,
    functions.map(({ id, properties }) => properties.FunctionName ?? id),
  );
  return functions.map(({ id, properties }) => {
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
      rights: rights.get(properties.Role) ?? [],
      retriesMax: config?.properties.MaximumRetryAttempts ?? 2,
      onFailureQueue: queueOf(config?.properties.DestinationConfig?.OnFailure.Destination),
    };
  });
}

/** Calls of an alias go to its function, so it has to be there. */
function checkAliases(blueprint: Blueprint, functionNames: readonly string[]): void {
  for (const { id, properties } of blueprint.parts('AWS::Lambda::Alias', AliasProperties)) {
    if (!functionNames.includes(functionNameOf(properties.FunctionName)))
      throw new Error(`alias ${id}: no function ${properties.FunctionName}`);
  }
}

function bundleOf(name: string, bundles: Readonly<Record<string, string>>): string {
  const folder = bundles[name];
  if (folder === undefined) throw new Error(`no bundle was given for the function ${name}`);
  return folder;
}
