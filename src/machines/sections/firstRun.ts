import type { Section } from '../../services/app/types';

/** The first step towards a lesson that is not done, and the section to take it in. */
export type FirstStep = { step: 'create' } | { step: 'addStudents' | 'start'; section: Section };

/**
 * Returns the next step of a teacher's first run; null once detection was started, or if the backend does not say whether
 * it was. The newest section counts as the one that the teacher is setting up.
 *
 * @param all all of the teacher's, oldest first
 * @param hasRun detection was active while this page watched
 */
export function firstStepOf(all: readonly Section[], hasRun: boolean): FirstStep | null {
  // Who only stands in for others has nothing to set up.
  const sections = all.filter(({ shared }) => shared === undefined);
  if (sections.length === 0 && all.length > 0) return null;
  const newest = sections.at(-1);
  if (newest === undefined) return { step: 'create' };
  if (hasRun || sections.some(({ wasStarted }) => wasStarted === true)) return null;
  const section = sections.findLast(({ students }) => students.length > 0);
  if (section === undefined) return { step: 'addStudents', section: newest };
  return sections.every(({ wasStarted }) => wasStarted === false) ? { step: 'start', section } : null;
}
