import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './machines/account/authMachine';
import type { Room, Student } from './services/app/types';

/** What a teacher has typed or chosen, and not sent yet. */
interface Kept {
  /** The address that needs a sign-in. */
  address: string | null;
  /** The list to paste, by section, and whether its dialog was open. */
  lists: Map<string, { text: string; isOpen: boolean }>;
  /** The students to add, by section. */
  selections: Map<string, readonly Student[]>;
  /** The places of a room that is being arranged, by section. */
  rooms: Map<string, Room>;
  /** Unsaved notes, by log. */
  notes: Map<string, string>;
  /** The fields of a form in a dialog, by the form and what it is about. */
  forms: Map<string, ReadonlyMap<string, string>>;
}

export type Drafts = ReturnType<typeof createDrafts>;

const nothing = (): Kept => ({
  address: null,
  lists: new Map(),
  selections: new Map(),
  rooms: new Map(),
  notes: new Map(),
  forms: new Map(),
});

/**
 * Keeps what a teacher has typed when their session ends by itself or a page is left, and where they were. In memory only, as
 * long as the page lives.
 *
 * Invariants:
 * - It is for the teacher who typed it: the identity is compared at each access, and another one's sign-in drops it.
 * - A sign-out, here or in another tab, drops it. Afterwards addresses are kept for nobody.
 * - No password and no code is ever kept.
 */
export function createDrafts(auth: () => SnapshotFrom<typeof authMachine> | undefined) {
  let kept = nothing();
  /** Whose it is; null before the first sign-in. */
  let owner: string | null = null;
  let hasSignedOut = false;

  /** Returns what is kept for the signed-in teacher. While nobody is known, what is written here is lost. */
  const own = (): Kept => {
    const state = auth();
    const teacher = state?.matches('signedIn') ? state.context.teacher : null;
    if (teacher === null) return nothing();
    if (owner !== null && owner !== teacher) kept = nothing();
    owner = teacher;
    hasSignedOut = false;
    return kept;
  };

  return {
    own,
    /** To be called when somebody has signed in or out. */
    look() {
      own();
      if (!auth()?.matches('signingOut') && !auth()?.matches({ signedOut: 'elsewhere' })) return;
      kept = nothing();
      owner = null;
      hasSignedOut = true;
    },
    /** Keeps the address of a page that needs a sign-in. */
    keepAddress(address: string) {
      if (!hasSignedOut) kept.address = address;
    },
    dropAddress() {
      kept.address = null;
    },
  };
}
