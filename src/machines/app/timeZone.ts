/* The browser's time zone. All times are shown in it. */

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Returns the minutes ahead of UTC. */
const offsetAt = (time: number) => -new Date(time).getTimezoneOffset();

/** Returns the UTC offset at a time: `UTC+01:00`. */
export function offsetOf(time: number): string {
  const offset = offsetAt(time);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** Minutes that clocks go back: an hour, or half an hour on Lord Howe Island. */
const stepsBack = [30, 60];

/** Returns whether the same local time occurs twice, as when daylight saving time ends. */
export const isRepeated = (time: number): boolean =>
  stepsBack.some((minutes) =>
    [minutes, -minutes].some((step) => offsetAt(time + step * 60_000) === offsetAt(time) - step),
  );

/** Returns the time zone's name: Europe/Berlin. Takes a while: not for each of many times. */
export const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns a period's time zone: name and UTC offset, or both offsets if the clocks change in it. */
export function zoneOf(from: number, to: number): string {
  const offsets = [...new Set([offsetOf(from), offsetOf(to)])].join(', ');
  return `${zoneName()} (${offsets})`;
}
