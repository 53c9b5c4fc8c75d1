/** Offset from this device's clock to the server's, in milliseconds. */
let offset = 0;

export const clockOffset = (): number => offset;

/**
 * Updates the offset from an answer. The server wrote `Date`, in whole seconds, between `sentAt` and `receivedAt`. An
 * offset that fits stays, so that the time does not jitter.
 *
 * @param date the header; null if the backend does not expose it
 * @param sentAt by this device's clock, in milliseconds since the epoch
 * @param receivedAt likewise
 */
export function hearServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(date ?? '');
  if (Number.isNaN(second)) return;
  const least = second - receivedAt;
  const most = second + 999 - sentAt;
  // Otherwise the device's clock was changed in between.
  if (least <= most) offset = Math.min(Math.max(offset, least), most);
}
