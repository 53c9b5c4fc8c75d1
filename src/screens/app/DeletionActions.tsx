import type { ActorRefFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import type { FormMachine } from '../../machines/app/formMachine';
import type { useForm } from './useForm';

type DeletionActionsProps = {
  form: ActorRefFrom<FormMachine>;
  deletion: ReturnType<typeof useForm>;
  words: Record<'cancel' | 'submit' | 'submitting', string>;
  /** The form has no fields. */
  autofocus?: boolean;
};

/** The buttons of a deletion form. It cannot be closed while the deletion is in flight. */
export function DeletionActions({ form, deletion, words, autofocus }: DeletionActionsProps) {
  return (
    <ActionRow>
      <Button
        variant="secondary"
        data-autofocus={autofocus}
        aria-disabled={deletion.submitting}
        onClick={() => form.send({ type: 'form.cancel' })}
      >
        {words.cancel}
      </Button>
      <Button type="submit" variant="danger" {...deletion.button}>
        {deletion.submitting ? words.submitting : words.submit}
      </Button>
    </ActionRow>
  );
}
