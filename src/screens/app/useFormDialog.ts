import { useEffect, useState } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import type { AppSystem } from '../../appSystem';
import type { FormMachine } from '../../machines/app/formMachine';
import { useSystem } from './system';

type Form = ActorRefFrom<FormMachine>;

interface FormDialog {
  /** Undefined while the dialog is closed. */
  form: Form | undefined;
  open: () => void;
}

/**
 * Holds the form of a dialog, a new one at each opening, so that no input or message remains. The dialog closes when its form
 * is done or its screen is left. A write that the form has sent continues.
 */
export function useFormDialog(make: (system: AppSystem) => FormMachine): FormDialog {
  const system = useSystem();
  const [form, setForm] = useState<Form>();
  useEffect(() => {
    if (form === undefined) return;
    const { unsubscribe } = form.subscribe({ complete: () => setForm(undefined) });
    return () => {
      unsubscribe();
      form.stop();
    };
  }, [form]);
  return { form, open: () => setForm(createActor(make(system), { inspect: system.inspect }).start()) };
}
