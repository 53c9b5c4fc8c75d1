import type { SignedIn } from '../account/signIns';
import type { LiveEvent } from '../live/messages';
import { Kept } from './kept';

/** What this instance need not ask the database about again, as it hears of every change. */
export interface Memory {
  /** Who is signed in, by sign-in. */
  signIns: Kept<string, SignedIn>;
  /** Versions of the list of sections, by teacher. */
  sectionLists: Kept<number, string>;
  /** Versions of the pages of logs, by section. */
  logPages: Kept<number, string>;
  /** Forgets what an event makes out of date. */
  hear(event: LiveEvent): void;
  /** From now on every change is heard of. */
  open(): void;
  /** Changes may be missed: forgets all, and keeps nothing until it is opened again. */
  close(): void;
}

export function createMemory(): Memory {
  const signIns: Memory['signIns'] = new Kept();
  const sectionLists: Memory['sectionLists'] = new Kept();
  const logPages: Memory['logPages'] = new Kept();
  const all = [signIns, sectionLists, logPages];
  return {
    signIns,
    sectionLists,
    logPages,
    hear(event) {
      if (event.kind === 'signedOut') signIns.forget(event.signInId);
      if (event.kind === 'sectionsChanged') sectionLists.forget(event.teacherId);
      if (event.kind === 'logsChanged') for (const id of event.sectionIds) logPages.forget(id);
    },
    open() {
      for (const one of all) one.open();
    },
    close() {
      for (const one of all) one.close();
    },
  };
}
