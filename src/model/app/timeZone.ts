/* The zone of the browser's clock, in which every time is shown. */

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Minutes that the clock is ahead of UTC. */
const offsetAt = (time: number) => -new Date(time).getTimezoneOffset();

/** How far the clock is from UTC at a moment: `UTC+01:00`. */
export function offsetOf(time: number): string {
  const offset = offsetAt(time);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** What clocks are turned back by: an hour, on Lord Howe Island half of one. */
const stepsBack = [30, 60];

/** Whether the clock shows the same at another moment, as in the hour that daylight saving time repeats. */
export const isRepeated = (time: number): boolean =>
  stepsBack.some((minutes) =>
    [minutes, -minutes].some((step) => offsetAt(time + step * 60_000) === offsetAt(time) - step),
  );

/** The zone of a time span by its name and its distance from UTC, or both where the clock is set in it. */
export function zoneOf(from: number, to: number): string {
  const offsets = [...new Set([offsetOf(from), offsetOf(to)])].join(', ');
  return `${new Intl.DateTimeFormat().resolvedOptions().timeZone} (${offsets})`;
}
