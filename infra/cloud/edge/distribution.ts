import { Duration } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachedMethods,
  Distribution,
  type DistributionProps,
  type ErrorResponse,
  HttpVersion,
  OriginProtocolPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { OwnName } from '../own-name.ts';
import type { Settings } from '../settings.ts';
import { answerHeaders, cacheKey, forwarded } from './policies.ts';

interface Props {
  readonly settings: Settings;
  readonly originHost: string;
  readonly webAclArn: string;
}

/** Errors stay ten seconds unless told otherwise: an arena made meanwhile would not be there. */
const ERRORS = [404, 500, 502, 503, 504];
const ERROR_AGE = Duration.seconds(1);

/** The function behind the API has given up before. */
const ORIGIN_TIMEOUT = Duration.seconds(15);

/** The public reads for any number of spectators: one of a thousand requests reaches the API. */
export class PublicReads extends Construct {
  readonly distribution: Distribution;
  /** What spectators ask. */
  readonly host: string;

  constructor(scope: Construct, id: string, { settings, originHost, webAclArn }: Props) {
    super(scope, id);
    const { stage, domain } = settings;
    const name = domain === null ? null : new OwnName(this, 'Name', 'watch', domain);
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Shield Arena ${stage}: what everybody may see`,
      defaultBehavior: this.#behavior(stage, originHost),
      errorResponses: ERRORS.map(errorResponse),
      webAclId: webAclArn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      ...(name && under(name)),
    });
    name?.pointTo(new CloudFrontTarget(this.distribution));
    this.host = name?.name ?? this.distribution.distributionDomainName;
  }

  #behavior(stage: string, originHost: string): DistributionProps['defaultBehavior'] {
    return {
      origin: new HttpOrigin(originHost, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: ORIGIN_TIMEOUT,
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: cacheKey(this, stage),
      originRequestPolicy: forwarded(this, stage),
      responseHeadersPolicy: answerHeaders(this, stage),
      compress: true,
    };
  }
}

const errorResponse = (httpStatus: number): ErrorResponse => ({ httpStatus, ttl: ERROR_AGE });

/** Without a name of ours the certificate is CloudFront's, and so is its choice of old TLS. */
const under = ({ name, certificate }: OwnName) => ({
  domainNames: [name],
  certificate,
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
});
