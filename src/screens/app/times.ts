import { messages } from '../../messages';
import { isRepeated, offsetOf } from '../../model/app/timeZone';
import type { Lesson } from '../../services/types';

const { detection: words } = messages;

/**
 * A format in the way of the browser's language, made when it is first needed: that takes milliseconds. Its digits are those
 * of every other number on the page.
 */
function formatOf(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined;
  const format = () => {
    made ??= new Intl.DateTimeFormat(undefined, { ...options, numberingSystem: 'latn' });
    return made;
  };
  return {
    format: (time: number | Date) => format().format(time),
    formatRange: (from: number, to: number) => format().formatRange(from, to),
  };
}

/** One of a time of day. Where the clock shows that time twice, it says which one is meant. */
function clockFormatOf(options: Intl.DateTimeFormatOptions) {
  const { format, formatRange } = formatOf(options);
  const offsetBeside = (time: number) => (isRepeated(time) ? [offsetOf(time)] : []);
  return {
    format: (time: number) => [format(time), ...offsetBeside(time)].join(' '),
    formatRange: (from: number, to: number) =>
      [formatRange(from, to), ...new Set([from, to].flatMap(offsetBeside))].join(' '),
    /** Without the offset, which stands elsewhere. */
    bare: format,
  };
}

/** The time of day, to the minute, in the way of the browser's language. */
export const timeOfDay = clockFormatOf({ timeStyle: 'short' });

/** … and to the second. */
export const secondOfDay = clockFormatOf({ timeStyle: 'medium' });

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** How long something has lasted, as a clock shows it: 0:07, 12:41, 1:02:03. */
export function lengthOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** How long ago something was, in its largest unit: 4 s, 3 min, 2 h. */
export function ageOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return words.seconds(seconds);
  return seconds < 3600 ? words.minutes(Math.floor(seconds / 60)) : words.hours(Math.floor(seconds / 3600));
}

/** A moment, to the second. */
export const dateAndTime = clockFormatOf({ dateStyle: 'medium', timeStyle: 'medium' });

/** A day by its weekday and its date. */
export const longDate = formatOf({ dateStyle: 'full' });

/** A moment of a day that is not said without its weekday, to the minute. */
export const dayAndTime = clockFormatOf({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const lessonNames = new WeakMap<Lesson, string>();

/** A lesson by its time: Mon 3 Nov, 08:02–08:47. Hundreds may be listed, and a name takes long: each is found once. */
export function lessonNamed(lesson: Lesson): string {
  const { startedAt, endedAt } = lesson;
  const name =
    lessonNames.get(lesson) ??
    (endedAt === null
      ? messages.lessons.running(dayAndTime.format(startedAt))
      : dayAndTime.formatRange(startedAt, Math.max(startedAt, endedAt)));
  lessonNames.set(lesson, name);
  return name;
}

const mediumDate = formatOf({ dateStyle: 'medium' });

/** A day of the calendar, `2026-11-21`, by its name. Without a time it would be one of Greenwich. */
export function dayNamed(day: string): string {
  const date = new Date(`${day}T00:00`);
  return Number.isNaN(date.getTime()) ? day : mediumDate.format(date);
}
