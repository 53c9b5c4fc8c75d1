import { Fragment, useCallback } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useSystem } from '../app/system';
import { draftKeyOf, useForm } from '../app/useForm';

const { createSection: words, fields } = messages;

type CreateSectionDialogProps = {
  /** The form's actor, which lives as long as the dialog is open. */
  form: ActorRefFrom<FormMachine> | undefined;
  /** Called after closing. Must be a stable function. */
  onClosed: () => void;
};

/** The create-section modal (section 2): closing it in any way clears its fields and messages. */
export function CreateSectionDialog({ form, onClosed }: CreateSectionDialogProps) {
  const { drafts } = useSystem();
  const forget = useCallback(() => {
    if (form !== undefined) drafts.own().forms.delete(draftKeyOf(form));
    onClosed();
  }, [drafts, form, onClosed]);
  return (
    <FormDialog form={form} title={words.title} onClosed={forget}>
      {(opened) => <CreateSectionForm form={opened} />}
    </FormDialog>
  );
}

function CreateSectionForm({ form }: { form: ActorRefFrom<FormMachine> }) {
  const create = useForm(form);
  return (
    <Form {...create.form}>
      <FormNotice lead={words.lead} {...create.notice} />
      <Fragment key={create.fieldsKey}>
        <Field {...create.keptFieldOf('name')} label={fields.sectionName} autoComplete="off" data-autofocus />
        <Field {...create.keptFieldOf('subject')} label={fields.sectionSubject} autoComplete="off" />
      </Fragment>
      <FormActions {...{ form, used: create, words }} />
    </Form>
  );
}
