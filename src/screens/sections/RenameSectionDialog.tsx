import type { ActorRefFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import type { FormMachine } from '../../machines/app/formMachine';
import { renameSectionForm } from '../../machines/sections/renameSectionForm';
import { messages } from '../../messages';
import type { Section } from '../../services/app/types';
import { FormActions, FormDialog } from '../app/FormDialog';
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
        <FormDialog form={form} title={words.title}>
          {(opened) => <RenameSectionForm form={opened} section={section} />}
        </FormDialog>
      </>
    )
  );
}

function RenameSectionForm({ form, section }: { form: ActorRefFrom<FormMachine>; section: Section }) {
  const rename = useForm(form, section.id);
  return (
    <Form {...rename.form}>
      <input type="hidden" name="section_id" value={section.id} />
      <FormNotice lead={words.lead} {...rename.notice} />
      <Field
        {...rename.keptFieldOf('name', section.name)}
        label={fields.sectionName}
        autoComplete="off"
        data-autofocus
      />
      <Field {...rename.keptFieldOf('subject', section.subject)} label={fields.sectionSubject} autoComplete="off" />
      <FormActions {...{ form, used: rename, words }} />
    </Form>
  );
}
