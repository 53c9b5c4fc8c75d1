import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import type { useForm } from './useForm';

type FormActor = ActorRefFrom<FormMachine>;

type FormDialogProps = {
  /** The form's actor, which lives as long as the dialog is open. */
  form: FormActor | undefined;
  title: string;
  /** Called after closing. Must be a stable function. */
  onClosed?: () => void;
  children: (form: FormActor) => ReactNode;
};

/** A form in a dialog. Closing it cancels the form, but keeps what was typed; its Cancel discards that. */
export function FormDialog({ form, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog open={form !== undefined} onClose={() => form?.send({ type: 'form.cancel' })} {...dialog}>
      {form !== undefined && children(form)}
    </Dialog>
  );
}

type FormActionsProps = {
  form: FormActor;
  used: ReturnType<typeof useForm>;
  words: Record<'cancel' | 'submit' | 'submitting', string>;
  variant?: 'primary' | 'danger';
  /** The form cannot be closed while it is submitted. */
  stays?: boolean;
  /** The form has no fields. */
  autofocus?: boolean;
};

/** The buttons below the form in a dialog. */
export function FormActions({ form, used, words, variant = 'primary', stays = false, autofocus }: FormActionsProps) {
  const cancel = () => {
    used.draft.drop();
    form.send({ type: 'form.cancel' });
  };
  return (
    <>
      {used.draft.before.size > 0 && <p className="text-sm text-muted">{messages.draft.kept}</p>}
      <ActionRow>
        <Button
          variant="secondary"
          data-autofocus={autofocus}
          aria-disabled={stays && used.submitting}
          onClick={cancel}
        >
          {words.cancel}
        </Button>
        <Button type="submit" variant={variant} {...used.button}>
          {used.submitting ? words.submitting : words.submit}
        </Button>
      </ActionRow>
    </>
  );
}
