import { isIPv6 } from 'node:net';

/**
 * Whom limits count together: an IPv4 address, or the /64 of an IPv6 one, as a subscriber is given that many addresses to choose from.
 *
 * @param address undefined of a connection that has gone meanwhile
 */
export function networkOf(address: string | undefined): string {
  const [plain = ''] = (address ?? '').split('%');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((part) =>
    part.split(':').flatMap((text) => {
      if (text === '') return [];
      if (!text.includes('.')) return [Number.parseInt(text, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    }),
  );
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
