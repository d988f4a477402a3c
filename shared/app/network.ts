import ipaddr from 'ipaddr.js';

/** Of an IPv6 address the part that a provider gives to one customer (RFC 6177): 64 bits. */
const PREFIX_BYTES = 8;

/**
 * What stands for whoever has this address, and whoever shares it: an IPv4 address, of an IPv6 one
 * its /64. Anything else stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // IPv4 in IPv6 is the same host.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const prefix = parsed.toByteArray().map((byte, index) => (index < PREFIX_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(prefix)}/64`;
}
