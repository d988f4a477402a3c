import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../shared/protocol/api/operations.ts';
import { only, type Properties, readable } from './example-stack.ts';
import { DOMAIN, exampleStages, ofType, type ReadTemplate } from './example-stages.ts';

const [dev, prod] = exampleStages();
const [named] = exampleStages({ stage: 'prod', ...DOMAIN });
if (dev === undefined || prod === undefined || named === undefined) throw new Error('no stages');

const distributionOf = (template: ReadTemplate): Properties =>
  only(ofType(template, 'AWS::CloudFront::Distribution')).DistributionConfig as Properties;

const distribution = distributionOf(prod.edge);
const behavior = distribution.DefaultCacheBehavior as Properties;

/** Quota of CloudFront: query names of one cache policy. */
const CACHE_NAMES_MAX = 10;

describe('what reaches the API', () => {
  it('is reads, by all paths alike', () => {
    expect(behavior.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS']);
    expect(behavior.CachedMethods).toEqual(['GET', 'HEAD']);
    expect(distribution.CacheBehaviors).toBeUndefined();
  });

  it('is every public read of the API', () => {
    const reads = OPERATIONS.filter(({ access, method }) => access === 'open' && method === 'GET');

    expect(reads.length).toBeGreaterThan(15);
    for (const { method } of reads) expect(behavior.AllowedMethods).toContain(method);
  });

  it('is never a token, a cookie or an address', () => {
    const key = keyOf(prod.edge);
    const { HeadersConfig, CookiesConfig, QueryStringsConfig } = forwardedOf(prod.edge);

    expect(key.HeadersConfig).toEqual({ HeaderBehavior: 'whitelist', Headers: ['Accept'] });
    expect(key.CookiesConfig).toEqual({ CookieBehavior: 'none' });
    expect(HeadersConfig).toEqual({
      HeaderBehavior: 'whitelist',
      Headers: ['Origin', 'Access-Control-Request-Method', 'Access-Control-Request-Headers'],
    });
    expect(CookiesConfig).toEqual({ CookieBehavior: 'none' });
    expect(QueryStringsConfig).toEqual({ QueryStringBehavior: 'none' });
  });

  it('goes there over TLS 1.2 alone', () => {
    const [origin] = distribution.Origins as readonly Properties[];

    expect(origin?.CustomOriginConfig).toEqual({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
      OriginReadTimeout: 15,
    });
  });

  it('is waited for longer than the function behind it runs', () => {
    const [origin] = distribution.Origins as readonly { CustomOriginConfig: Properties }[];
    const http = only(
      ofType(prod.arena, 'AWS::Lambda::Function'),
      ({ FunctionName }) => FunctionName === 'shield-arena-prod-http',
    );

    expect(origin?.CustomOriginConfig.OriginReadTimeout).toBeGreaterThan(Number(http.Timeout));
  });
});

describe('the cache', () => {
  it('keeps an answer as long as the API says, and ten seconds at most', () => {
    const policy = only(ofType(prod.edge, 'AWS::CloudFront::CachePolicy'));

    expect(policy.CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 10 });
  });

  it('tells reads apart by path, query, form and encoding', () => {
    expect(keyOf(prod.edge)).toMatchObject({
      QueryStringsConfig: { QueryStringBehavior: 'whitelist' },
      HeadersConfig: { Headers: ['Accept'] },
      EnableAcceptEncodingGzip: true,
      EnableAcceptEncodingBrotli: true,
    });
    expect(behavior.Compress).toBe(true);
  });

  it('knows the names that public reads ask by, and no other', () => {
    const { QueryStringsConfig } = keyOf(prod.edge);
    const asked = OPERATIONS.filter(
      ({ access, method }) => access === 'open' && method === 'GET',
    ).flatMap(({ query }) =>
      Object.keys((query as { entries?: object } | undefined)?.entries ?? {}),
    );

    const { QueryStrings } = QueryStringsConfig as { readonly QueryStrings: readonly string[] };
    expect(QueryStrings).toEqual([...new Set(asked)].sort());
    expect(QueryStrings.length).toBeLessThanOrEqual(CACHE_NAMES_MAX);
  });

  it('forgets an error after a second', () => {
    const errors = distribution.CustomErrorResponses as readonly Properties[];

    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual([404, 500, 502, 503, 504]);
    for (const error of errors) expect(error.ErrorCachingMinTTL).toBe(1);
  });

  it('is the one of the distribution, with its other policies', () => {
    const refs = ['CachePolicyId', 'OriginRequestPolicyId', 'ResponseHeadersPolicyId'].map((id) =>
      readable(behavior[id]),
    );

    expect(refs).toEqual([
      ...['{PublicReadsCacheKey}', '{PublicReadsForwarded}', '{PublicReadsAnswerHeaders}'],
    ]);
  });
});

describe('answers', () => {
  const headers = only(ofType(prod.edge, 'AWS::CloudFront::ResponseHeadersPolicy'))
    .ResponseHeadersPolicyConfig as Readonly<Record<string, Properties>>;

  it('may be read by pages of any origin, and show them what those of the API do', () => {
    const api = only(
      ofType(prod.arena, 'AWS::ApiGatewayV2::Api'),
      ({ ProtocolType }) => ProtocolType === 'HTTP',
    ).CorsConfiguration as Properties;

    expect(headers.CorsConfig).toMatchObject({
      AccessControlAllowOrigins: { Items: ['*'] },
      AccessControlAllowMethods: { Items: ['GET', 'OPTIONS'] },
      AccessControlAllowCredentials: false,
      AccessControlExposeHeaders: { Items: api.ExposeHeaders },
      AccessControlMaxAgeSec: api.MaxAge,
      OriginOverride: true,
    });
  });

  it('tell browsers to run and load nothing, and to stay with TLS', () => {
    expect(headers.SecurityHeadersConfig).toMatchObject({
      ContentSecurityPolicy: {
        ContentSecurityPolicy: expect.stringContaining("default-src 'none'; style-src"),
        Override: true,
      },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 365 * 24 * 60 * 60, Override: true },
    });
  });

  it('come over HTTP 2 and 3, IPv4 and IPv6, never in the clear', () => {
    expect(distribution).toMatchObject({ HttpVersion: 'http2and3', IPV6Enabled: true });
    expect(behavior.ViewerProtocolPolicy).toBe('redirect-to-https');
  });
});

describe('without a domain', () => {
  it('is told the host of the API, and takes no URL for one', () => {
    const { ApiDomain } = dev.edge.Parameters ?? {};
    const host = new RegExp(String(ApiDomain?.AllowedPattern));
    const [origin] = distributionOf(dev.edge).Origins as readonly Properties[];

    expect(readable(origin?.DomainName)).toBe('{ApiDomain}');
    expect(ApiDomain).not.toHaveProperty('Default');
    expect('a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com').toMatch(host);
    for (const wrong of [
      ...['https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com', 'example.org', ''],
      ...['a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/', 'a.execute-api.x.amazonaws.com.org'],
    ]) {
      expect(wrong).not.toMatch(host);
    }
  });

  it('finds that host among the outputs of the arena stack', () => {
    const host = readable(dev.arena.Outputs.HttpDomain?.Value);

    expect(host).toBe('{HttpApi}.execute-api.{AWS::Region}.{AWS::URLSuffix}');
    expect(readable(dev.arena.Outputs.HttpUrl?.Value)).toBe(`https://${host}`);
  });

  it('has the name that CloudFront gives', () => {
    expect(distributionOf(dev.edge).Aliases).toBeUndefined();
    expect(ofType(dev.edge, 'AWS::CertificateManager::Certificate')).toEqual([]);
    expect(readable(dev.edge.Outputs.WatchUrl?.Value)).toBe(
      'https://{PublicReadsDistribution.DomainName}',
    );
  });
});

describe('with a domain', () => {
  it('asks the API by its own name', () => {
    const [origin] = distributionOf(named.edge).Origins as readonly Properties[];

    expect(origin?.DomainName).toBe('api.arena.example.org');
    expect(named.edge.Parameters).not.toHaveProperty('ApiDomain');
  });

  it('is watch.<domain>, with a certificate of its own and TLS 1.2', () => {
    const config = distributionOf(named.edge);
    const certificate = only(ofType(named.edge, 'AWS::CertificateManager::Certificate'));

    expect(config.Aliases).toEqual(['watch.arena.example.org']);
    expect(config.ViewerCertificate).toMatchObject({
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
    expect(certificate).toMatchObject({
      DomainName: 'watch.arena.example.org',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [
        { DomainName: 'watch.arena.example.org', HostedZoneId: DOMAIN.hostedZoneId },
      ],
    });
    expect(named.edge.Outputs.WatchUrl?.Value).toBe('https://watch.arena.example.org');
  });

  it('has addresses of both families there', () => {
    const records = ofType(named.edge, 'AWS::Route53::RecordSet');

    expect(records.map(({ Type }) => Type)).toEqual(['A', 'AAAA']);
    for (const { Name, HostedZoneId, AliasTarget } of records) {
      expect([Name, HostedZoneId]).toEqual(['watch.arena.example.org.', DOMAIN.hostedZoneId]);
      expect(readable((AliasTarget as Properties).DNSName)).toBe(
        '{PublicReadsDistribution.DomainName}',
      );
    }
  });
});

describe('the stack', () => {
  it('is in the region of CloudFront, wherever the arena stack is', () => {
    expect(prod.stacks.edge.region).toBe('us-east-1');
  });

  it('cannot be deleted by accident in production', () => {
    expect(prod.stacks.edge.terminationProtection).toBe(true);
    expect(dev.stacks.edge.terminationProtection).toBe(false);
  });
});

const keyOf = (template: ReadTemplate): Properties => {
  const { CachePolicyConfig } = only(ofType(template, 'AWS::CloudFront::CachePolicy'));
  return (CachePolicyConfig as Readonly<Record<string, Properties>>)
    .ParametersInCacheKeyAndForwardedToOrigin as Properties;
};

const forwardedOf = (template: ReadTemplate): Properties =>
  only(ofType(template, 'AWS::CloudFront::OriginRequestPolicy'))
    .OriginRequestPolicyConfig as Properties;
