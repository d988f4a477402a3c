import { CfnParameter, type Stack } from 'aws-cdk-lib';
import { ownName } from '../own-name.ts';
import type { Settings } from '../settings.ts';

/**
 * Where the public reads are answered. The arena stack may be of another region, and a reference
 * across regions would need functions of CDK in both: without a domain the host is given by hand,
 * once (`--parameters`), and stays.
 */
export function originHost(stack: Stack, { domain }: Settings): string {
  if (domain !== null) return ownName('api', domain);
  return new CfnParameter(stack, 'ApiDomain', {
    description: 'Output HttpDomain of the arena stack of this stage',
    allowedPattern: String.raw`^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$`,
    constraintDescription: 'a host like abc123.execute-api.eu-west-1.amazonaws.com, no URL',
  }).valueAsString;
}
