import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { FormOutcome } from '../../components/Form';
import { type FormMachine, submissionOf } from '../../machines/app/formMachine';
import { ProblemText } from './ProblemText';
import { useDraft } from './useDraft';

const selectProblems = ({ context }: SnapshotFrom<FormMachine>) => context.problems;
const selectSuccess = ({ context }: SnapshotFrom<FormMachine>) => context.success;
const isSubmitting = (form: SnapshotFrom<FormMachine>) => form.matches('submitting');
const isFinished = (form: SnapshotFrom<FormMachine>) => form.matches('redirectDelay') || form.matches('done');
const hasSucceeded = (form: SnapshotFrom<FormMachine>) => form.matches('succeeded') || isFinished(form);

const isRefused = (form: SnapshotFrom<FormMachine>) => form.matches('refused');

function outcomeOf(kind: FormOutcome['kind'], sentence: string | undefined): FormOutcome | undefined {
  return sentence === undefined ? undefined : { kind, sentence };
}

/** Returns a form's values by input name. */
const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** Returns the key of a form's draft. */
export const draftKeyOf = (form: ActorRefFrom<FormMachine>, about = '') => `${form.getSnapshot().machine.id} ${about}`;

/**
 * Returns the props of a form's elements, and focuses the first invalid field.
 *
 * @param about tells forms of a kind apart whose fields are kept until they are sent or discarded
 */
export function useForm(actor: ActorRefFrom<FormMachine>, about?: string) {
  const problems = useSelector(actor, selectProblems);
  const success = useSelector(actor, selectSuccess);
  const submitting = useSelector(actor, isSubmitting);
  const finished = useSelector(actor, isFinished);
  const succeeded = useSelector(actor, hasSucceeded);
  const refused = useSelector(actor, isRefused);
  const ref = useRef<HTMLFormElement>(null);
  const draft = useDraft(draftKeyOf(actor, about));

  useEffect(() => {
    if (problems.length > 0) ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  const unplaced = problems.find(({ field }) => field === undefined);
  const fieldOf = (name: string) => ({
    ...{ name, required: true },
    error: problems.find(({ field }) => field === name)?.sentence,
  });
  const keptOf = (name: string, known?: string) => ({
    name,
    defaultValue: draft.before.get(name) ?? known,
    onChange: draft.keep,
  });

  return {
    problems,
    submitting,
    isRefused: refused,
    /** Props of the submit button: busy during submission, disabled after success. */
    button: { busy: submitting, 'aria-disabled': succeeded || refused },
    /** Key of the fields, which empties them after success. */
    fieldsKey: finished ? 'emptied' : 'filled',
    /** Returns a required field's props. @param name the field's in the API */
    fieldOf,
    /** Returns the props of a required field whose value is kept. @param known its value if nothing was kept */
    keptFieldOf: (name: string, known?: string) => ({ ...fieldOf(name), ...keptOf(name, known) }),
    /** Returns the props of an optional field whose value is kept. */
    keptOf,
    draft,
    /** Notice of the problem that belongs to no field. */
    notice: { kind: 'error', children: unplaced && <ProblemText {...unplaced} /> } as const,
    form: {
      ref,
      outcome: refused
        ? outcomeOf('error', problems[0]?.sentence)
        : outcomeOf('success', succeeded ? success?.sentence : undefined),
      onInput: () => actor.send({ type: 'form.change' }),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const values = valuesOf(event.currentTarget);
        actor.send({ type: 'form.submit', values });
        // The write goes on when the form is closed or its page is left.
        submissionOf(values)?.then(draft.dropLater(), () => {});
      },
    },
  };
}
