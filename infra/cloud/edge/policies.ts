import { Duration } from 'aws-cdk-lib';
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  HeadersReferrerPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { EXPOSED_HEADERS, PREFLIGHT_AGE } from '../cors.ts';

/** The API says itself how long an answer holds (2 s); what says nothing is not kept. */
const MAX_AGE = Duration.seconds(10);

const HSTS_AGE = Duration.days(365);

/** The rules page has a style of its own and nothing else; everything else is data. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * What public reads ask by, whatever the path: a test holds the list to the API. Any other name
 * would be a way around the cache, for whoever invents one with every request.
 */
const QUERY_NAMES = [
  ...['around', 'cursor', 'format', 'lang', 'page', 'player', 'state', 'version'],
];

/**
 * What makes two reads the same. Accept, because rules, games and results come in several forms.
 * No cookie and no Authorization: what is not part of the key and not in `forwarded` does not reach
 * the API.
 */
export const cacheKey = (scope: Construct, stage: string) =>
  new CachePolicy(scope, 'CacheKey', {
    cachePolicyName: `shield-arena-${stage}-reads`,
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: MAX_AGE,
    queryStringBehavior: CacheQueryStringBehavior.allowList(...QUERY_NAMES),
    headerBehavior: CacheHeaderBehavior.allowList('Accept'),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });

/** The gateway answers preflights itself, and needs what they ask. */
export const forwarded = (scope: Construct, stage: string) =>
  new OriginRequestPolicy(scope, 'Forwarded', {
    originRequestPolicyName: `shield-arena-${stage}-preflight`,
    headerBehavior: OriginRequestHeaderBehavior.allowList(
      'Origin',
      'Access-Control-Request-Method',
      'Access-Control-Request-Headers',
    ),
  });

/**
 * Said here and not by the gateway, which says it only to requests with an origin: the answer to
 * one without would be kept and handed to a page. Pages may show the rules in a frame: there is
 * nothing to click.
 */
export const answerHeaders = (scope: Construct, stage: string) =>
  new ResponseHeadersPolicy(scope, 'AnswerHeaders', {
    responseHeadersPolicyName: `shield-arena-${stage}-reads`,
    corsBehavior: {
      accessControlAllowOrigins: ['*'],
      accessControlAllowMethods: ['GET', 'OPTIONS'],
      accessControlAllowHeaders: ['accept', 'content-type', 'if-none-match'],
      accessControlAllowCredentials: false,
      accessControlExposeHeaders: EXPOSED_HEADERS,
      accessControlMaxAge: PREFLIGHT_AGE,
      originOverride: true,
    },
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: CONTENT_POLICY, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: HSTS_AGE,
        includeSubdomains: false,
        override: true,
      },
    },
  });
