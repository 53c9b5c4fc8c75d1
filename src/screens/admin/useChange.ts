import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { administerForm } from '../../machines/admin/administerForm';
import type { adminPartMachine } from '../../machines/admin/adminPartMachine';
import { messages } from '../../messages';
import type { AdminChange } from '../../services/admin/adminService';
import { useFormDialog } from '../app/useFormDialog';

export type PartActor = ActorRefFrom<typeof adminPartMachine>;

/** A change that its dialog asks about. */
export interface Asking {
  what: AdminChange['what'];
  /** Who or what it is about. */
  about: string;
  /** Fields of the change that are not typed. */
  given: Readonly<Record<string, string>>;
  words: { title: string; lead: (about: string) => string; submit?: string };
}

export type Ask = (what: AdminChange['what'], about?: string, given?: Asking['given'], said?: Asking['words']) => void;

/** Holds the dialog of a change. The part is fetched again once the change was sent. */
export function useChange(part: PartActor, takeKey: (name: string, key: string) => void = () => {}) {
  const [asking, setAsking] = useState<Asking>();
  const { form, open } = useFormDialog((system) =>
    administerForm({
      ...system,
      takeKey,
      changed() {
        // The page may have been left.
        if (part.getSnapshot().status === 'active') part.send({ type: 'part.refresh' });
      },
    }),
  );
  const ask: Ask = (what, about = '', given = {}, said = messages.admin.changes[what]) => {
    setAsking({ what, about, given, words: said });
    open();
  };
  return { dialog: { form, asking }, ask };
}
