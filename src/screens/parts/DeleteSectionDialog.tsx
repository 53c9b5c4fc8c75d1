import type { ActorRefFrom } from 'xstate';
import { Dialog } from '../../components/Dialog';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { Notice } from '../../components/Notice';
import { PasswordField } from '../../components/PasswordField';
import type { FormMachine } from '../../machines/formMachine';
import { messages } from '../../messages';
import { DeletionActions } from './DeletionActions';
import { HiddenUsername } from './HiddenUsername';
import { useForm } from './useForm';

const { deleteSection: words, fields } = messages;

type DeleteSectionDialogProps = {
  sectionName: string;
  /** Detection is active in it. */
  running: boolean;
  /** The form's actor, which lives as long as the dialog is open. */
  form: ActorRefFrom<FormMachine> | undefined;
};

/** Asks for the teacher's password before a section is deleted (section 4). A deletion under way cannot be left. */
export function DeleteSectionDialog({ sectionName, running, form }: DeleteSectionDialogProps) {
  return (
    <Dialog open={form !== undefined} title={words.title} onClose={() => form?.send({ type: 'form.cancel' })}>
      <p className="mb-5 wrap-anywhere text-muted">{words.lead(sectionName)}</p>
      {running && (
        <div className="mb-5">
          <Notice kind="info">{words.running}</Notice>
        </div>
      )}
      {form !== undefined && <DeleteSectionForm form={form} />}
    </Dialog>
  );
}

function DeleteSectionForm({ form }: { form: ActorRefFrom<FormMachine> }) {
  const deletion = useForm(form);
  return (
    <Form {...deletion.form}>
      <HiddenUsername />
      <PasswordField
        label={fields.password}
        name="password"
        autoComplete="current-password"
        data-autofocus
        required
        error={deletion.errorOf('password')}
      />
      <FormNotice {...deletion.notice} />
      <DeletionActions {...{ form, deletion, words }} />
    </Form>
  );
}
