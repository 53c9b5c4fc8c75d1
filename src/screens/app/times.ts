import { isRepeated, offsetOf } from '../../machines/app/timeZone';
import { messages } from '../../messages';
import type { DetectionLog, Lesson } from '../../services/app/types';

const { detection: words, lessons: lessonsWords } = messages;

/**
 * Returns a format in the browser's language or another one, created on first use because that takes milliseconds. Uses Latin digits, as
 * all other numbers on the page.
 */
function formatOf(options: Intl.DateTimeFormatOptions, tag?: string) {
  let made: Intl.DateTimeFormat | undefined;
  const format = () => {
    made ??= new Intl.DateTimeFormat(tag, { ...options, numberingSystem: 'latn' });
    return made;
  };
  return {
    format: (time: number | Date) => format().format(time),
    formatRange: (from: number, to: number) => format().formatRange(from, to),
  };
}

/** Returns a format with a time of day. Times that occur twice, as when daylight saving time ends, get their UTC offset. */
function clockFormatOf(options: Intl.DateTimeFormatOptions, tag?: string) {
  const { format, formatRange } = formatOf(options, tag);
  const offsetBeside = (time: number) => (isRepeated(time) ? [offsetOf(time)] : []);
  return {
    format: (time: number) => [format(time), ...offsetBeside(time)].join(' '),
    formatRange: (from: number, to: number) =>
      [formatRange(from, to), ...new Set([from, to].flatMap(offsetBeside))].join(' '),
    /** Without the offset, for where it is shown elsewhere. */
    bare: format,
  };
}

/** The time of day, to the minute. */
export const timeOfDay = clockFormatOf({ timeStyle: 'short' });

/** The time of day, to the second. */
export const secondOfDay = clockFormatOf({ timeStyle: 'medium' });

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Returns a duration: 0:07, 12:41, 1:02:03. */
export function lengthOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Returns how long something lasted, as the server says it of a detection: 37 s, 2 min 5 s, 2 min. */
export function spanOf(milliseconds: number): string {
  const seconds = Math.round(Math.max(0, milliseconds) / 1000);
  const minutes = Math.floor(seconds / 60);
  return [
    ...(minutes > 0 ? [words.minutes(minutes)] : []),
    ...(seconds % 60 > 0 || minutes === 0 ? [words.seconds(seconds % 60)] : []),
  ].join(' ');
}

/** Returns how long a lesson was: under 1 min, 45 min, 1 h 2 min. */
export function durationOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return lessonsWords.lessThanMinute;
  return minutes < 60 ? lessonsWords.minutes(minutes) : lessonsWords.hours(Math.floor(minutes / 60), minutes % 60);
}

/** Returns an age in its largest unit: 4 s, 3 min, 2 h. */
export function ageOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return words.seconds(seconds);
  return seconds < 3600 ? words.minutes(Math.floor(seconds / 60)) : words.hours(Math.floor(seconds / 3600));
}

/** Date and time, to the second. */
export const dateAndTime = clockFormatOf({ dateStyle: 'medium', timeStyle: 'medium' });

/** Returns a log's date and time. */
export const timeOfLog = ({ time }: Pick<DetectionLog, 'time'>): string =>
  time === null ? messages.logs.unknownTime : dateAndTime.format(time);

/** Date and time, to the minute. */
export const dateAndMinute = clockFormatOf({ dateStyle: 'medium', timeStyle: 'short' });

/** Weekday and date. */
export const longDate = formatOf({ dateStyle: 'full' });

const dayAndTimeOptions: Intl.DateTimeFormatOptions = {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: 'numeric', minute: '2-digit' },
};

/** Short weekday, date and time, to the minute. */
export const dayAndTime = clockFormatOf(dayAndTimeOptions);

const lessonNames = new WeakMap<Lesson, string>();

/** Returns a lesson's name: Mon 3 Nov, 08:02–08:47. Cached, because formatting is slow and hundreds may be listed. */
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

/** A date. */
export const mediumDate = formatOf({ dateStyle: 'medium' });

const dayAndMonthOptions: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** A date without its year, for lists in order. */
export const dayAndMonth = formatOf(dayAndMonthOptions);

/** Returns the formats of a language that is not the browser's. */
export const timesIn = (tag: string) => ({
  timeOfDay: clockFormatOf({ timeStyle: 'short' }, tag),
  secondOfDay: clockFormatOf({ timeStyle: 'medium' }, tag),
  dateAndMinute: clockFormatOf({ dateStyle: 'medium', timeStyle: 'short' }, tag),
  dayAndMonth: formatOf(dayAndMonthOptions, tag),
  mediumDate: formatOf({ dateStyle: 'medium' }, tag),
});

/** Returns the name of a calendar day, `2026-11-21`. Without a time, `Date` would parse it as UTC. */
export function dayNamed(day: string): string {
  const date = new Date(`${day}T00:00`);
  return Number.isNaN(date.getTime()) ? day : mediumDate.format(date);
}
