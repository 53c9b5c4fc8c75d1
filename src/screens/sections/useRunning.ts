import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import type { SnapshotFrom } from 'xstate';
import { areStill, stillRowsMachine } from '../../machines/app/stillRowsMachine';
import { offerMachine } from '../../machines/lesson/offerMachine';
import { endingsOf, followRunning } from '../../machines/session/running';
import { useScreenActor, useSession } from '../app/system';
import { useHeld } from '../app/useHeld';

const isResting = (offer: SnapshotFrom<typeof offerMachine>) => offer.matches('resting');

/**
 * Returns in which sections detection is active, for the top of the dashboard. What is shown there stays for 5 s after a
 * movement on it or on the cards below, and while a mouse rests there, so that neither moves under it, and for 2 s after a section has stopped, so
 * that the second press of a double click meets the same button.
 */
export function useRunning() {
  const session = useSession();
  const [sections] = useState(() => followRunning(session));
  const rows = useScreenActor(stillRowsMachine);
  const still = useSelector(rows, areStill);
  const ending = useSelector(
    useScreenActor(() => offerMachine({ watchTurns: endingsOf(sections) })),
    isResting,
  );
  const now = useSyncExternalStore(sections.subscribe, sections.get);
  const held = useHeld(now, still || ending);
  return {
    // The place of one section is always kept. It must not say that nothing runs while something does.
    ids: held === null || held.ids.length === 0 ? now.ids : held.ids,
    isSure: now.isSure,
    hasRun: (held ?? now).hasRun,
    touch: () => rows.send({ type: 'rows.touched' }),
  };
}
