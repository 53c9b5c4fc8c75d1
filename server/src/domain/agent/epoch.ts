/** The server's time at a heartbeat, from which an agent counts milliseconds of its own: right whatever its clock says. */
export const epochOf = (now: Date): string => `e${now.getTime().toString(36)}`;

/** Returns when an epoch was, in milliseconds since 1970; undefined for what no server has given. */
export function readEpoch(epoch: string): number | undefined {
  const [, digits] = /^e([0-9a-z]{1,11})$/.exec(epoch) ?? [];
  const time = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  return time <= 8.64e15 ? time : undefined;
}
