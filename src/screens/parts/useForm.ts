import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { FormMachine } from '../../machines/formMachine';
import type { Problem } from '../../problem';

const selectProblem = ({ context }: SnapshotFrom<FormMachine>) => context.problem;
const selectSuccess = ({ context }: SnapshotFrom<FormMachine>) => context.success;
const isSubmitting = (form: SnapshotFrom<FormMachine>) => form.matches('submitting');
const isFinished = (form: SnapshotFrom<FormMachine>) => form.matches('redirectDelay') || form.matches('done');

/** A problem's sentence, and what may help below it. */
const textOf = ({ sentence, hint }: Problem) => (hint === undefined ? sentence : [sentence, hint].join('\n'));

/** What was typed, by the inputs' names. */
const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The view of a form's actor: properties for the markup, and the actor's news put where they belong. */
export function useForm(actor: ActorRefFrom<FormMachine>) {
  const problem = useSelector(actor, selectProblem);
  const success = useSelector(actor, selectSuccess);
  const submitting = useSelector(actor, isSubmitting);
  const finished = useSelector(actor, isFinished);
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (problem !== null) ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  return {
    problem,
    submitting,
    /** For the button that submits: it says that work is under way, and rests once the form is done. */
    button: { busy: submitting, 'aria-disabled': finished },
    /** A new key empties the fields below it: after success nothing typed stays on the screen. */
    fieldsKey: finished ? 'emptied' : 'filled',
    /** The sentence at a field, when the problem is about it. */
    errorOf: (field: string) => (problem?.field === field ? problem.sentence : undefined),
    /** The form's own message: a success, or a problem that no field has. */
    notice:
      problem !== null && problem.field === undefined
        ? ({ kind: 'error', children: textOf(problem) } as const)
        : ({ kind: 'success', children: success?.sentence } as const),
    form: {
      ref,
      onInput: () => actor.send({ type: 'form.change' }),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        actor.send({ type: 'form.submit', values: valuesOf(event.currentTarget) });
      },
    },
  };
}
