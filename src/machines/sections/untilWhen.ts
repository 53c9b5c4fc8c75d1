/** Until when a section is shared: the end of today or of a day, or without an end. */
export const ends = ['tonight', 'day', 'open'] as const;
export type End = (typeof ends)[number];

export const isEnd = (text: string): text is End => ends.some((end) => end === text);

/** Returns the last moment of a day by this device's clock. @param day as an input of dates has it, 2026-11-28; null if unreadable */
export function endOfDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1, 0, 0, 0, -1);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** Returns a day as an input of dates has it. */
export const dayOf = (time: Date): string =>
  [
    String(time.getFullYear()).padStart(4, '0'),
    ...[time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-');
