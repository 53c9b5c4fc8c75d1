import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the network under which limits count an address: an IPv4 address itself, or the /64 of an IPv6 one, since a subscriber can
 * use every address in it.
 *
 * @param address undefined when the connection has already gone
 */
export function networkOf(address = ''): string {
  if (!isIPv6(address)) return address;
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
