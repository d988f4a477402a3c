import {
  ApiMapping,
  DomainName,
  type HttpApi,
  type IApi,
  IpAddressType,
  type IStage,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { OwnName, ownName } from './own-name.ts';
import type { Domain, Settings } from './settings.ts';
import type { SocketApi } from './socket-api.ts';

interface Props {
  readonly part: 'play' | 'api';
  readonly domain: Domain;
  readonly api: IApi;
  readonly stage: IStage;
}

/** An API under a name of ours instead of that of the gateway, over IPv4 and IPv6. */
export class ApiName extends Construct {
  constructor(scope: Construct, id: string, { part, domain, api, stage }: Props) {
    super(scope, id);
    const name = new OwnName(this, 'Name', part, domain);
    const domainName = new DomainName(this, 'Domain', {
      domainName: name.name,
      certificate: name.certificate,
      securityPolicy: SecurityPolicy.TLS_1_2,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    new ApiMapping(this, 'Mapping', { api, stage, domainName });
    name.pointTo(
      new ApiGatewayv2DomainProperties(
        domainName.regionalDomainName,
        domainName.regionalHostedZoneId,
      ),
    );
  }
}

/** What players connect to. Functions post to connections at the gateway's name all the same. */
export const socketUrl = ({ domain }: Settings, { stage }: SocketApi): string =>
  domain === null ? stage.url : `wss://${ownName('play', domain)}/`;

/** The host of the HTTP API, which the distribution of public reads stands in front of. */
export const httpHost = ({ domain }: Settings, api: HttpApi): string =>
  domain === null
    ? `${api.apiId}.execute-api.${api.stack.region}.${api.stack.urlSuffix}`
    : ownName('api', domain);
