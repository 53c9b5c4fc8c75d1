import { useState } from 'react';
import type { Drafts } from '../../drafts';
import { useSystem } from './system';

const nothing: ReadonlyMap<string, string> = new Map();

function createDraft({ own }: Drafts, key: string) {
  const all = () => own().forms.get(key) ?? nothing;
  return {
    /** What was kept when the form was opened, by field. */
    before: all(),
    /** Keeps the value of a field as it is typed or chosen. */
    keep: ({ target: { name, value } }: { target: { name: string; value: string } }) =>
      void own().forms.set(key, new Map(all()).set(name, value)),
    /** Returns what is kept of a field now. */
    read: (name: string) => all().get(name) ?? '',
    drop: () => void own().forms.delete(key),
    /** Returns a function that drops what is kept now, and nothing that is typed later. */
    dropLater() {
      const kept = all();
      return () => {
        if (all() === kept) own().forms.delete(key);
      };
    },
  };
}

/**
 * Returns what is kept of a form's fields until they are sent or discarded, also when its dialog is closed. No password.
 *
 * @param key the form, and what it is about
 */
export function useDraft(key: string) {
  const { drafts } = useSystem();
  return useState(() => createDraft(drafts, key))[0];
}
