import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { areStill, stillRowsMachine } from '../../machines/app/stillRowsMachine';
import { inTheirRows, lookNowOf, newestOf, undoableOf } from '../../machines/triage/lookNow';
import type { Reviewed, sectionMachine } from '../../machines/triage/sectionMachine';
import { useScreenActor } from '../app/system';
import { useHeld } from '../app/useHeld';
import { useStable } from '../app/useStable';
import type { SectionPage } from './sectionPage';
import { useLesson } from './useLesson';

const selectUndoable = ({ context }: SnapshotFrom<typeof sectionMachine>) => context.undoable;

/**
 * What is to look at in a section: its lesson, the rows of Look now and the newest logs, which stand still together while the
 * teacher is about to press one, and what can be done about them.
 */
export function useTriage(page: Pick<SectionPage, 'cover' | 'detection' | 'logs' | 'sectionActor'>) {
  const { sectionActor } = page;
  const rows = useScreenActor(stillRowsMachine);
  const still = useSelector(rows, areStill);
  const reviewed = useSelector(sectionActor, selectUndoable);
  const { all, lesson, episodes, incidents } = useLesson(page);
  const heldLogs = useHeld(all, still);
  const heldIncidents = useHeld(incidents, still, inTheirRows);
  return {
    ...{ all, lesson, episodes, incidents },
    newest: useMemo(() => newestOf(all, heldLogs), [all, heldLogs]),
    lookNow: useMemo(() => lookNowOf(episodes, incidents, heldIncidents), [episodes, incidents, heldIncidents]),
    /** Who needs the teacher first, as in the rows. */
    ranking: heldIncidents ?? incidents,
    undoable: useMemo(() => reviewed && undoableOf(reviewed, episodes), [reviewed, episodes]),
    touchRows: () => rows.send({ type: 'rows.touched' }),
    showNew: useStable(() => rows.send({ type: 'rows.show' })),
    review: useStable((reviewing: Reviewed) => sectionActor.send({ type: 'episodes.review', ...reviewing })),
    undo: useStable(() => sectionActor.send({ type: 'review.undo' })),
  };
}
