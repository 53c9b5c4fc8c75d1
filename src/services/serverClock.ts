/** What is to be added to this device's clock for the server's time. In milliseconds. */
let offset = 0;

export const clockOffset = (): number => offset;

/**
 * Learns from an answer how this device's clock differs from the server's. The server wrote `Date` between `sentAt` and
 * `receivedAt`, to the second: an offset that fits this stays as it is, so that the time never jumps back and forth.
 *
 * @param date the header; null where the backend does not let it be read
 * @param sentAt by this device's clock, in milliseconds since the epoch
 * @param receivedAt likewise
 */
export function hearServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(date ?? '');
  if (Number.isNaN(second)) return;
  const least = second - receivedAt;
  const most = second + 999 - sentAt;
  // Otherwise the device's clock was set meanwhile.
  if (least <= most) offset = Math.min(Math.max(offset, least), most);
}
