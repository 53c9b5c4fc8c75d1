import { USUAL_AFTER_MINUTES, USUAL_BEFORE_MINUTES, USUAL_LESSON_MINUTES } from '../../constants';
import type { Section } from '../../services/app/types';

/** A section that is usually taught at this time. */
export interface Usual {
  section: Section;
  /** When its lesson of today usually starts, in milliseconds since the epoch. */
  startsAt: number;
}

/** Returns after how many minutes a lesson of the section usually ends; null for never, undefined where lessons cannot end themselves. */
export const usualMinutes = ({ lessonMinutes, wasStarted }: Section): number | null | undefined =>
  lessonMinutes === null && wasStarted === false ? USUAL_LESSON_MINUTES : lessonMinutes;

/** Minutes since midnight, by this device's time zone. */
const minuteOf = (date: Date) => date.getHours() * 60 + date.getMinutes();
const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();

/**
 * Returns the section that a teacher would start at a moment: the one that was started most often on this weekday at about
 * this time of day; of several, the one whose time is nearest. Null if there is none, or if it was started today already.
 *
 * @param now in milliseconds since the epoch
 */
export function usualSection(sections: readonly Section[], now: number): Usual | null {
  const date = new Date(now);
  const late = (start: Date) => minuteOf(date) - minuteOf(start);
  const isAboutNow = (start: Date) => late(start) >= -USUAL_BEFORE_MINUTES && late(start) <= USUAL_AFTER_MINUTES;
  const candidates = sections.flatMap((section) => {
    if (section.students.length === 0) return [];
    const starts = (section.recentStarts ?? []).map((start) => new Date(start)).filter(isAboutNow);
    if (starts.some((start) => isSameDay(start, date))) return [];
    const [newest, ...earlier] = starts.filter((start) => start.getDay() === date.getDay() && start < date);
    if (newest === undefined) return [];
    const startsAt = new Date(now).setHours(newest.getHours(), newest.getMinutes(), 0, 0);
    return [{ usual: { section, startsAt }, count: earlier.length + 1, distance: Math.abs(late(newest)) }];
  });
  const [best] = candidates.toSorted((one, other) => other.count - one.count || one.distance - other.distance);
  return best?.usual ?? null;
}
