import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EdgeAccessLog } from './edge/access-log.ts';
import { PublicReads } from './edge/distribution.ts';
import { originHost } from './edge/origin.ts';
import { WebAcl } from './edge/web-acl.ts';
import type { Settings } from './settings.ts';
import { tag } from './tags.ts';

/** Firewalls and certificates of CloudFront exist in this region and no other. */
const EDGE_REGION = 'us-east-1';

/**
 * What spectators ask of one stage: the public reads behind a cache and a firewall. Whoever acts,
 * with a token or a secret, asks the API of the arena stack, which works without this stack.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, settings: Settings) {
    super(scope, `ShieldArena-${settings.stage}-edge`, {
      description: 'Shield Arena: public reads for spectators',
      env: { region: EDGE_REGION },
      terminationProtection: settings.production,
    });
    tag(this, settings);
    const { distribution, host } = new PublicReads(this, 'PublicReads', {
      settings,
      originHost: originHost(this, settings),
      webAclArn: new WebAcl(this, 'WebAcl', settings.stage).arn,
    });
    new EdgeAccessLog(this, 'AccessLog', settings, distribution);

    new CfnOutput(this, 'WatchUrl', { value: `https://${host}` });
  }
}
