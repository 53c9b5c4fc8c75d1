import type { ActorRefFrom } from 'xstate';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { PasswordField } from '../../components/PasswordField';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import type { Section } from '../../services/app/types';
import { HiddenUsername } from '../account/HiddenUsername';
import { FormActions, FormDialog } from '../app/FormDialog';
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
    <FormDialog form={form} title={words.title}>
      {(opened) => <DeleteSectionForm {...{ form: opened, section, running }} />}
    </FormDialog>
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
        {...deletion.fieldOf('password')}
        label={fields.password}
        autoComplete="current-password"
        data-autofocus
      />
      <FormActions {...{ form, used: deletion, words }} variant="danger" stays />
    </Form>
  );
}
