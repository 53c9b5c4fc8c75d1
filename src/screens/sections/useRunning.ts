import { useState, useSyncExternalStore } from 'react';
import { followRunning } from '../../machines/session/running';
import { useSession } from '../app/system';
import { useHeld } from '../app/useHeld';
import { useStillRows } from '../app/useStillRows';

/** Returns in which sections detection is active, for the top of the dashboard. */
export function useRunning() {
  const session = useSession();
  const [sections] = useState(() => followRunning(session));
  const rows = useStillRows();
  const now = useSyncExternalStore(sections.subscribe, sections.get);
  const held = useHeld(now, rows.areStill);
  return {
    // The place of one section is always kept. It must not say that nothing runs while something does.
    ids: held === null || held.ids.length === 0 ? now.ids : held.ids,
    isSure: now.isSure,
    /** People who wait and students to look at. */
    count: now.count,
    areStill: rows.areStill,
    hasRun: (held ?? now).hasRun,
    touch: rows.touch,
  };
}
