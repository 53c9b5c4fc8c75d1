import { useMemo } from 'react';
import { type Cover, createCover, createNumbering, noCover } from '../../machines/students/cover';
import { createDistinction, type Namesakes } from '../../machines/students/namesakes';
import type { Section } from '../../services/app/types';
import { useIsProjecting, useSession, useSystem } from '../app/system';

/** What the pages of a section share, which exist only while the section does. Each feature adds its actors. */
export interface ShownSection {
  /** The section with its students as displayed; see {@link cover}. */
  section: Section;
  /** Hides students' identities in projector mode. Otherwise tells namesakes apart. */
  cover: Cover;
}

/** By session and section, so that numbers stay the same on other pages and after projector mode was off. */
const numberings = new WeakMap<object, Map<string, ReturnType<typeof createNumbering>>>();

/** Returns the cover of a section's students, computed once for all its pages. */
export function useCover(sectionId: string, namesakes: Namesakes): Cover {
  const session = useSession();
  const { projectorSeed } = useSystem();
  const projecting = useIsProjecting();
  return useMemo(() => {
    if (!projecting) return namesakes.size === 0 ? noCover : createDistinction(namesakes);
    const ofSession = numberings.get(session) ?? new Map<string, ReturnType<typeof createNumbering>>();
    numberings.set(session, ofSession);
    const numbering =
      ofSession.get(sectionId) ?? createNumbering(`${projectorSeed()} ${new Date().toDateString()} ${sectionId}`);
    ofSession.set(sectionId, numbering);
    return createCover(numbering);
  }, [session, projectorSeed, projecting, sectionId, namesakes]);
}
