import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { logsViewMachine } from '../../machines/logs/logsViewMachine';
import { useScreenActor, useSystem } from '../app/system';

const selectNotes = ({ context }: SnapshotFrom<typeof logsViewMachine>) => context.notes;

/** Returns a viewer of a section's logs. Its unsaved notes outlive it. */
export function useLogsView(sectionId: string, machine = logsViewMachine) {
  const { drafts } = useSystem();
  const [before] = useState(() => Object.fromEntries(drafts.own().notes));
  const view = useScreenActor(machine, { input: { sectionId, notes: before } });
  const notes = useSelector(view, selectNotes);
  const known = useRef<typeof notes>(before);
  useEffect(() => {
    const kept = drafts.own().notes;
    for (const id of Object.keys(known.current)) if (!(id in notes)) kept.delete(id);
    // Another viewer may have saved the rest.
    for (const [id, note] of Object.entries(notes)) if (known.current[id] !== note) kept.set(id, note);
    known.current = notes;
  }, [drafts, notes]);
  return view;
}
