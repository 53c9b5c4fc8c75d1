import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { FormMachine } from '../../machines/formMachine';
import { Told } from './Told';

const selectProblems = ({ context }: SnapshotFrom<FormMachine>) => context.problems;
const selectSuccess = ({ context }: SnapshotFrom<FormMachine>) => context.success;
const isSubmitting = (form: SnapshotFrom<FormMachine>) => form.matches('submitting');
const isFinished = (form: SnapshotFrom<FormMachine>) => form.matches('redirectDelay') || form.matches('done');

/** What was typed, by the inputs' names. */
const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The view of a form's actor: properties for the markup, and the actor's news put where they belong. */
export function useForm(actor: ActorRefFrom<FormMachine>) {
  const problems = useSelector(actor, selectProblems);
  const success = useSelector(actor, selectSuccess);
  const submitting = useSelector(actor, isSubmitting);
  const finished = useSelector(actor, isFinished);
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (problems.length > 0) ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  const unplaced = problems.find(({ field }) => field === undefined);

  return {
    problems,
    submitting,
    /** For the button that submits: it says that work is under way, and rests once the form is done. */
    button: { busy: submitting, 'aria-disabled': finished },
    /** A new key empties the fields below it: after success nothing typed stays on the screen. */
    fieldsKey: finished ? 'emptied' : 'filled',
    /** The sentence at a field, when a problem is about it. */
    errorOf: (name: string) => problems.find(({ field }) => field === name)?.sentence,
    /** The form's own message: a problem that no field has, or a success after which the form stays. */
    notice: unplaced
      ? ({ kind: 'error', children: <Told {...unplaced} /> } as const)
      : ({ kind: 'success', children: finished ? undefined : success?.sentence } as const),
    form: {
      ref,
      success: finished ? success?.sentence : undefined,
      onInput: () => actor.send({ type: 'form.change' }),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        actor.send({ type: 'form.submit', values: valuesOf(event.currentTarget) });
      },
    },
  };
}
