import type { ActorRefFrom } from 'xstate';
import { Dialog } from '../../components/Dialog';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { PasswordField } from '../../components/PasswordField';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import type { Section } from '../../services/app/types';
import { HiddenUsername } from '../account/HiddenUsername';
import { DeletionActions } from '../app/DeletionActions';
import { useForm } from '../app/useForm';

const { deleteSection: words, fields } = messages;

type DeleteSectionDialogProps = {
  section: Section;
  /** Detection is active in it. */
  running: boolean;
  /** The form's actor, which lives as long as the dialog is open. */
  form: ActorRefFrom<FormMachine> | undefined;
};

/** Asks for the password before a section is deleted (section 4). Cannot be closed while the deletion is in flight. */
export function DeleteSectionDialog({ section, running, form }: DeleteSectionDialogProps) {
  return (
    <Dialog open={form !== undefined} title={words.title} onClose={() => form?.send({ type: 'form.cancel' })}>
      {form !== undefined && <DeleteSectionForm {...{ form, section, running }} />}
    </Dialog>
  );
}

function DeleteSectionForm({ form, section, running }: DeleteSectionDialogProps & { form: ActorRefFrom<FormMachine> }) {
  const deletion = useForm(form);
  return (
    <Form {...deletion.form}>
      <HiddenUsername />
      <input type="hidden" name="section_id" value={section.id} />
      <FormNotice
        lead={
          <>
            <p className="wrap-anywhere">{words.lead(section.name)}</p>
            {running && <p className="mt-2 font-semibold text-ink">{words.running}</p>}
          </>
        }
        {...deletion.notice}
      />
      <PasswordField
        label={fields.password}
        name="password"
        autoComplete="current-password"
        data-autofocus
        required
        error={deletion.errorOf('password')}
      />
      <DeletionActions {...{ form, deletion, words }} />
    </Form>
  );
}
