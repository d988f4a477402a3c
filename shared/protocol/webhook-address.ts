import ipaddr from 'ipaddr.js';

/** Where posts may go: to the internet, or, where the stack allows it, to this machine alone. */
export type Reach = 'public' | 'loopback';

export interface Target {
  readonly url: URL;
  readonly reach: Reach;
}

/**
 * Where this address leads, or null where nothing may be sent: https on its usual port, without
 * credentials, and no literal address that is not public. With `loopback` also http, https and any
 * port of `localhost`, 127.0.0.0/8 and ::1. A name is looked up at every attempt, see `isWithin`.
 */
export function targetOf(text: string, loopback: boolean): Target | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const host = hostOf(url);
  if (loopback && (host === 'localhost' || isWithin(host, 'loopback'))) {
    return isWeb(url) ? { url, reach: 'loopback' } : null;
  }
  if (url.protocol !== 'https:' || url.port !== '') return null;
  const isOurs = isLiteral(host) ? !isWithin(host, 'public') : LOCAL_NAME.test(host);
  return isOurs ? null : { url, reach: 'public' };
}

/** Names of this machine (RFC 6761, 6.3); of others it is seen when they are looked up. */
const LOCAL_NAME = /(^|\.)localhost\.?$/;

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** Numbers of all forms (`0x7f.1`, `2130706433`) are dotted already; brackets are no part of it. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isLiteral = (host: string): boolean => ipaddr.isValid(host);

/** `::8.8.8.8`, deprecated (RFC 4291, 2.5.5.1), which the library takes for `::ffff:8.8.8.8`. */
const COMPATIBLE = /^::[\d.]*\./;

/** Whether this numeric address may be connected to. */
export function isWithin(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address) || COMPATIBLE.test(address)) return false;
  // An IPv4 address in an IPv6 one is what is connected to.
  const parsed = ipaddr.process(address);
  if (reach === 'loopback') return parsed.range() === 'loopback';
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isGlobal(parsed));
}

/** All unicast that is assigned is in 2000::/3 (RFC 4291, IANA); the rest may lead anywhere. */
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv6' && ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
