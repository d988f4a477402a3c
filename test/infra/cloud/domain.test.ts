import { describe, expect, it } from 'vitest';
import { only, type Properties, readable } from './example-stack.ts';
import { DOMAIN, exampleStages, ofType } from './example-stages.ts';

const [named] = exampleStages({ stage: 'prod', ...DOMAIN });
const [plain] = exampleStages({ stage: 'prod' });
if (named === undefined || plain === undefined) throw new Error('no stages');

const APIS = [
  {
    part: 'play',
    id: 'PlayName',
    protocol: 'WEBSOCKET',
    api: 'SocketApi',
    stage: 'prod',
  },
  { part: 'api', id: 'ApiName', protocol: 'HTTP', api: 'HttpApi', stage: '$default' },
];

describe.each(APIS)('the name of $api', ({ part, id, protocol, api, stage }) => {
  const name = `${part}.${DOMAIN.domain}`;

  it('has a certificate that the hosted zone proves, without a look-up', () => {
    const certificates = ofType(named.arena, 'AWS::CertificateManager::Certificate');
    const own = only(certificates, ({ DomainName }) => DomainName === name);

    expect(own).toMatchObject({
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: name, HostedZoneId: DOMAIN.hostedZoneId }],
    });
    expect(own.SubjectAlternativeNames).toBeUndefined();
  });

  it('takes TLS 1.2 and newer, over IPv4 and IPv6', () => {
    const domains = ofType(named.arena, 'AWS::ApiGatewayV2::DomainName');
    const own = only(domains, ({ DomainName }) => DomainName === name);
    const [configuration] = own.DomainNameConfigurations as readonly Properties[];

    expect(configuration).toMatchObject({
      EndpointType: 'REGIONAL',
      SecurityPolicy: 'TLS_1_2',
      IpAddressType: 'dualstack',
    });
    expect(readable(configuration?.CertificateArn)).toBe(`{${id}Certificate}`);
  });

  it(`leads to the ${protocol} API, with no path of its own, once the stage is there`, () => {
    const mappings = Object.values(named.arena.Resources).filter(
      ({ Type }) => Type === 'AWS::ApiGatewayV2::ApiMapping',
    );
    const own = only(mappings, (m) => readable(m.Properties?.DomainName) === `{${id}Domain}`);

    expect(readable(own.Properties?.ApiId)).toBe(`{${api}}`);
    expect(own.Properties).toMatchObject({ Stage: stage });
    expect(own.Properties).not.toHaveProperty('ApiMappingKey');
    expect(own.DependsOn?.map((on) => readable({ Ref: on }))).toContain(`{${api}Stage}`);
  });

  it('has addresses of both families', () => {
    const records = ofType(named.arena, 'AWS::Route53::RecordSet').filter(
      ({ Name }) => Name === `${name}.`,
    );

    expect(records.map(({ Type }) => Type)).toEqual(['A', 'AAAA']);
    for (const { HostedZoneId, AliasTarget } of records) {
      expect(HostedZoneId).toBe(DOMAIN.hostedZoneId);
      expect(readable((AliasTarget as Properties).DNSName)).toBe(
        `{${id}Domain.RegionalDomainName}`,
      );
    }
  });
});

describe('with a domain', () => {
  it('tickets send players to play.<domain>', () => {
    expect(environmentOf(named.arena).WEBSOCKET_URL).toBe('wss://play.arena.example.org/');
    expect(named.arena.Outputs.WebSocketUrl?.Value).toBe('wss://play.arena.example.org/');
  });

  it('functions post to connections at the name of the gateway', () => {
    const endpoint = readable(environmentOf(named.arena).CONNECTIONS_ENDPOINT);

    expect(endpoint).toMatch(/^https:\/\/\{SocketApi\}\.execute-api\./);
    expect(endpoint).toBe(readable(environmentOf(plain.arena).CONNECTIONS_ENDPOINT));
  });

  it('the HTTP API has no other door, while connections keep theirs', () => {
    const closed = ofType(named.arena, 'AWS::ApiGatewayV2::Api').map((api) => [
      api.ProtocolType,
      api.DisableExecuteApiEndpoint ?? false,
    ]);

    expect(Object.fromEntries(closed)).toEqual({ HTTP: true, WEBSOCKET: false });
  });

  it('outputs tell the name of the HTTP API', () => {
    expect(named.arena.Outputs.HttpUrl?.Value).toBe('https://api.arena.example.org');
    expect(named.arena.Outputs.HttpDomain?.Value).toBe('api.arena.example.org');
  });
});

describe('without a domain', () => {
  it('nothing has a name of its own', () => {
    for (const type of ['CertificateManager::Certificate', 'ApiGatewayV2::DomainName']) {
      expect(ofType(plain.arena, `AWS::${type}`)).toEqual([]);
    }
    expect(ofType(plain.arena, 'AWS::Route53::RecordSet')).toEqual([]);
  });

  it('tickets and outputs have the names of the gateway, whose doors are open', () => {
    const url = 'wss://{SocketApi}.execute-api.{AWS::Region}.{AWS::URLSuffix}/prod';

    expect(readable(environmentOf(plain.arena).WEBSOCKET_URL)).toBe(url);
    expect(readable(plain.arena.Outputs.WebSocketUrl?.Value)).toBe(url);
    for (const api of ofType(plain.arena, 'AWS::ApiGatewayV2::Api')) {
      expect(api.DisableExecuteApiEndpoint ?? false).toBe(false);
    }
  });
});

describe('a domain', () => {
  it('is of one stage: two cannot both have it', () => {
    expect(() => exampleStages(DOMAIN)).toThrow('context domain belongs to one stage');
  });

  it.each([
    [{ domain: 'arena.example.org' }, 'context hostedZoneId must be'],
    [{ hostedZoneId: 'Z0123456789' }, 'context domain must be'],
    [{ ...DOMAIN, domain: 'https://arena.example.org' }, 'context domain must be'],
    [{ ...DOMAIN, hostedZoneId: '/hostedzone/Z01' }, 'context hostedZoneId must be'],
  ])('%o is refused', (context, message) => {
    expect(() => exampleStages({ stage: 'prod', ...context })).toThrow(message);
  });
});

function environmentOf(template: Parameters<typeof ofType>[0]): Properties {
  const { Environment } = only(
    ofType(template, 'AWS::Lambda::Function'),
    ({ FunctionName }) => FunctionName === 'shield-arena-prod-http',
  );
  return (Environment as { Variables: Properties }).Variables;
}
