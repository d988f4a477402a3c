import { Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bareArn, logGroup } from '../log-group.ts';
import type { Settings } from '../settings.ts';

/** No address, no query, no agent: what was asked and how it went, never who watches whom. */
const FIELDS = [
  ...['date', 'time', 'x-edge-location', 'x-edge-request-id'],
  ...['cs-method', 'cs-uri-stem', 'sc-status', 'sc-bytes', 'time-taken'],
  ...['x-edge-result-type', 'x-edge-detailed-result-type', 'cs-protocol-version'],
];

/**
 * The access log of the distribution, in CloudWatch beside all other logs and forgotten with them.
 * The older kind, files in a bucket, always holds the address. A line costs about a seventh of the
 * request that it tells of.
 */
export class EdgeAccessLog extends Construct {
  constructor(scope: Construct, id: string, { stage, production }: Settings, of: Distribution) {
    super(scope, id);
    const name = `shield-arena-${stage}-edge`;
    // Under this prefix the permission to write is given by prefix: a policy that listed every
    // group would grow too long.
    const logName = `/aws/vendedlogs/cloudfront/shield-arena-${stage}`;
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: arnOf(of),
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: bareArn(logGroup(this, 'Log', logName, production)),
      outputFormat: 'json',
    });
    new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: FIELDS,
    });
  }
}

const arnOf = (distribution: Distribution): string =>
  Stack.of(distribution).formatArn({
    service: 'cloudfront',
    region: '',
    resource: 'distribution',
    resourceName: distribution.distributionId,
  });
