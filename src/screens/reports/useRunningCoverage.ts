import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { createActor, type SnapshotFrom } from 'xstate';
import { coverageMachine } from '../../machines/reports/coverageMachine';
import { useSystem } from '../app/system';

const selectCoverage = (coverage: SnapshotFrom<typeof coverageMachine> | undefined) =>
  coverage?.context.coverage ?? null;

/**
 * Returns who is observed in a running lesson, by an actor of its own for each lesson.
 *
 * @param lessonId null while students are invited to none
 * @returns null without a lesson, and before the first answer
 */
export function useRunningCoverage(sectionId: string, lessonId: string | null) {
  const system = useSystem();
  const actor = useMemo(() => {
    if (lessonId === null) return undefined;
    const input = { sectionId, lessonId, isOffered: true };
    return createActor(coverageMachine(system), { input, inspect: system.inspect });
  }, [system, sectionId, lessonId]);
  useEffect(() => {
    actor?.start();
    return () => void actor?.stop();
  }, [actor]);
  return useSelector(actor, selectCoverage);
}
