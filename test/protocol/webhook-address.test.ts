import { describe, expect, it } from 'vitest';
import { isWithin, targetOf } from '../../shared/protocol/webhook-address.ts';

const PUBLIC = [
  ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.15.255.255', '172.32.0.0', '100.63.255.255'],
  ...['100.128.0.0', '169.253.255.255', '192.167.255.255', '198.17.255.255', '223.255.255.255'],
  ...['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '::ffff:8.8.8.8'],
];

/** Each range where nothing public is, by its first and last address or one in it. */
const NOT_PUBLIC = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '127.0.0.1', '127.255.255.255'],
  // Metadata of every cloud, also as IPv6.
  ...['169.254.169.254', 'fd00:ec2::254', '169.254.170.2', '100.100.100.200'],
  ...['100.64.0.0', '100.127.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.1'],
  ...['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
  ...['198.18.0.0', '198.19.255.255', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', '192.175.48.1', '192.31.196.1', '192.52.193.1'],
  ...['::', '::1', '::7f00:1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:169.254.169.254'],
  ...['::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:0:8.8.8.8', 'fc00::1', 'fdff::1', 'fe80::1'],
  ...['fe80::1%eth0', 'fec0::1', 'ff02::1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '100::1'],
  ...['2001::1', '2001:db8::1', '2002:a00:1::', '2002:808:808::', '2001:2::1', '2001:10::1'],
  ...['2001:20::1', '2620:4f:8000::1', '3fff::1', '5f00::1', '4000::1', '1::1'],
  ...['', 'example.org', 'localhost', '300.1.1.1', '1.2.3.4.5', '8.8.8.8:443'],
];

describe('an address', () => {
  it.each(PUBLIC)('%s is public', (address) => {
    expect(isWithin(address, 'public')).toBe(true);
    expect(isWithin(address, 'loopback')).toBe(false);
  });

  it.each(NOT_PUBLIC)('"%s" is not public', (address) => {
    expect(isWithin(address, 'public')).toBe(false);
  });

  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('%s is loopback', (address) => {
    expect(isWithin(address, 'loopback')).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '169.254.169.254'])('%s is not loopback', (address) => {
    expect(isWithin(address, 'loopback')).toBe(false);
  });
});

const NEVER = [
  ...['', 'example.org', '/hook', 'ftp://example.org', 'file:///etc/passwd', 'javascript:0'],
  ...['http://example.org/', 'https://example.org:8443/', 'https://example.org:80/'],
  ...['https://user@example.org/', 'https://user:word@example.org/', 'https://:word@example.org/'],
  ...['https://10.0.0.1/', 'https://169.254.169.254/latest', 'https://[fd00:ec2::254]/'],
  ...['https://192.168.0.1./', 'https://0.0.0.0/', 'https://[::]/', 'https://100.64.0.1/'],
  // The same address in the forms that resolvers and browsers take.
  ...['https://0xa000001/', 'https://167772161/', 'https://012.0.0.1/', 'https://10.1/'],
  ...['https://0xa.0.0.0x1/', 'https://10。0。0。1/', 'https://[::ffff:10.0.0.1]/'],
  ...['https://a.localhost/', 'https://localhost./'],
  ...['https://[::ffff:a00:1]/', 'https://[64:ff9b::10.0.0.1]/', 'https://１０.0.0.1/'],
];

/** Allowed on the local cloud alone. */
const LOOPBACK = [
  ...['http://localhost:3000/hook', 'https://localhost/', 'http://127.0.0.1:3000/'],
  ...['http://127.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/'],
  ...['http://[::1]:8080/', 'http://[::ffff:127.0.0.1]/', 'https://127.9.9.9:1/'],
];

describe('the address of a webhook', () => {
  it.each(NEVER)('"%s" is never one', (text) => {
    expect(targetOf(text, false)).toBeNull();
    expect(targetOf(text, true)).toBeNull();
  });

  it.each(LOOPBACK)('%s is one on the local cloud alone', (text) => {
    expect(targetOf(text, false)).toBeNull();
    expect(targetOf(text, true)?.reach).toBe('loopback');
  });

  it.each([
    ['https://example.org', 'https://example.org/'],
    ['https://EXAMPLE.org:443/hook?a=1', 'https://example.org/hook?a=1'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    // Where it leads is seen when it is looked up.
    ['https://localhost.example.org/', 'https://localhost.example.org/'],
  ])('%s is one everywhere', (text, href) => {
    for (const loopback of [false, true]) {
      const target = targetOf(text, loopback);
      expect([target?.url.href, target?.reach]).toEqual([href, 'public']);
    }
  });
});
