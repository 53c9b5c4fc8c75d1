import type { ActorRefFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import type { FormMachine } from '../../machines/app/formMachine';
import { renameSectionForm } from '../../machines/sections/renameSectionForm';
import { messages } from '../../messages';
import type { Section } from '../../services/app/types';
import { useForm } from '../app/useForm';
import { useFormDialog } from '../app/useFormDialog';

const { renameSection: words, fields } = messages;

/** The button that renames a section, with its dialog. Absent if the backend cannot. */
export function RenameSection({ section }: { section: Section }) {
  const { form, open } = useFormDialog(renameSectionForm);
  return (
    section.renamable === true && (
      <>
        <Button variant="quiet" onClick={open}>
          {words.open}
        </Button>
        <Dialog open={form !== undefined} title={words.title} onClose={() => form?.send({ type: 'form.cancel' })}>
          {form !== undefined && <RenameSectionForm form={form} section={section} />}
        </Dialog>
      </>
    )
  );
}

function RenameSectionForm({ form, section }: { form: ActorRefFrom<FormMachine>; section: Section }) {
  const rename = useForm(form);
  return (
    <Form {...rename.form}>
      <input type="hidden" name="section_id" value={section.id} />
      <FormNotice lead={words.lead} {...rename.notice} />
      <Field
        label={fields.sectionName}
        name="name"
        autoComplete="off"
        defaultValue={section.name}
        data-autofocus
        required
        error={rename.errorOf('name')}
      />
      <Field
        label={fields.sectionSubject}
        name="subject"
        autoComplete="off"
        defaultValue={section.subject}
        required
        error={rename.errorOf('subject')}
      />
      <ActionRow>
        <Button variant="secondary" onClick={() => form.send({ type: 'form.cancel' })}>
          {words.cancel}
        </Button>
        <Button type="submit" {...rename.button}>
          {rename.submitting ? words.submitting : words.submit}
        </Button>
      </ActionRow>
    </Form>
  );
}
