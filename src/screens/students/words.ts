import { isolated } from '../../machines/app/isolated';
import type { SectionRole } from '../../services/app/types';

export const words = {
  /** A section of another teacher. */
  shared: {
    forGood: 'for good',
    tonight: 'until tonight',
    until: (time: string) => `until ${time}`,
    of: (owner: string, role: SectionRole, until: string) =>
      role === 'substitute'
        ? `Section of ${isolated(owner)}. You stand in ${until}.`
        : `Section of ${isolated(owner)}. You teach it too, ${until}.`,
    substitute: (owner: string, until: string) =>
      `You stand in for ${isolated(owner)} ${until}. You see the running lesson, and the lessons that you started or stopped.`,
    students: (owner: string) => `You stand in for ${isolated(owner)}, who manages the students of this section.`,
    lesson: (owner: string) =>
      `You stand in for ${isolated(owner)}. This is not a lesson that you started or stopped, so you do not see it.`,
  },

  /** Tells namesakes apart. */
  apart: (by: string) => `(${by})`,
} as const;
