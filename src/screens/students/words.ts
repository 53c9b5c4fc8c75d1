import { isolated } from '../../machines/app/isolated';
import type { SectionRole } from '../../services/app/types';

export const words = {
  /** A section of another teacher. */
  shared: {
    openEnd: 'no end date',
    tonight: 'until tonight',
    until: (time: string) => `until ${time}`,
    of: (owner: string, role: SectionRole, until: string) =>
      role === 'substitute'
        ? `Section of ${isolated(owner)}. You are a substitute here (${until}).`
        : `Section of ${isolated(owner)}. You are a co-teacher here (${until}).`,
    substitute: (owner: string, until: string) =>
      `You are a substitute for ${isolated(owner)} (${until}). You see the running lesson, and those that you started or stopped.`,
    students: (owner: string) => `You are a substitute. ${isolated(owner)} manages the students of this section.`,
    lesson: (owner: string) =>
      `You are a substitute for ${isolated(owner)}, and see only lessons that you started or stopped.`,
  },

  /** Tells namesakes apart. */
  apart: (by: string) => `(${by})`,
} as const;
