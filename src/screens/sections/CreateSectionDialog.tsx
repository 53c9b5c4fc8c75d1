import { type ChangeEvent, Fragment, useCallback, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import { useSystem } from '../app/system';
import { useForm } from '../app/useForm';

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
    drafts.own().newSection.clear();
    onClosed();
  }, [drafts, onClosed]);
  return (
    <Dialog
      open={form !== undefined}
      title={words.title}
      onClose={() => form?.send({ type: 'form.cancel' })}
      onClosed={forget}
    >
      {form !== undefined && <CreateSectionForm form={form} />}
    </Dialog>
  );
}

function CreateSectionForm({ form }: { form: ActorRefFrom<FormMachine> }) {
  const create = useForm(form);
  const { drafts } = useSystem();
  const [before] = useState(() => new Map(drafts.own().newSection));
  const keep = ({ target }: ChangeEvent<HTMLInputElement>) => drafts.own().newSection.set(target.name, target.value);
  return (
    <Form {...create.form}>
      <FormNotice lead={words.lead} {...create.notice} />
      <Fragment key={create.fieldsKey}>
        <Field
          label={fields.sectionName}
          name="name"
          defaultValue={before.get('name')}
          onChange={keep}
          autoComplete="off"
          data-autofocus
          required
          error={create.errorOf('name')}
        />
        <Field
          label={fields.sectionSubject}
          name="subject"
          defaultValue={before.get('subject')}
          onChange={keep}
          autoComplete="off"
          required
          error={create.errorOf('subject')}
        />
      </Fragment>
      <ActionRow>
        <Button variant="secondary" onClick={() => form.send({ type: 'form.cancel' })}>
          {words.cancel}
        </Button>
        <Button type="submit" {...create.button}>
          {create.submitting ? words.submitting : words.submit}
        </Button>
      </ActionRow>
    </Form>
  );
}
