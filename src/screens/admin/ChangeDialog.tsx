import { Fragment } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { PasswordField } from '../../components/PasswordField';
import type { FormMachine } from '../../machines/app/formMachine';
import { isolated } from '../../machines/app/isolated';
import { messages } from '../../messages';
import type { AdminChange } from '../../services/admin/adminService';
import { HiddenUsername } from '../account/HiddenUsername';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useForm } from '../app/useForm';
import type { Asking } from './useChange';

const { admin: words } = messages;

const email = { name: 'email', label: words.newTeacher, type: 'email' };
/** What is typed for a change besides the password. */
const fieldsOf: Partial<
  Record<AdminChange['what'], readonly { name: string; label: string; hint?: string; type?: string }[]>
> = {
  invite: [email],
  moveSection: [email],
  addAgent: [
    { name: 'name', label: words.agentName, hint: words.agentNameHint },
    { name: 'section_ids', label: words.sectionIds, hint: words.sectionIdsHint },
  ],
};
const isHarmless = (what: AdminChange['what']) => ['invite', 'enable', 'addAgent', 'moveSection'].includes(what);

type ChangeDialogProps = {
  /** The form's actor, which lives as long as the dialog is open. */
  form: ActorRefFrom<FormMachine> | undefined;
  asking: Asking | undefined;
  /** Called after closing. Must be a stable function. */
  onClosed: () => void;
};

/** Says what a change does, and asks for the administrator's password. Cannot be closed while it is in flight. */
export function ChangeDialog({ form, asking, onClosed }: ChangeDialogProps) {
  return (
    <FormDialog form={form} title={asking?.words.title ?? ''} onClosed={onClosed}>
      {(opened) => asking !== undefined && <ChangeForm form={opened} asking={asking} />}
    </FormDialog>
  );
}

function ChangeForm({ form, asking }: { form: ActorRefFrom<FormMachine>; asking: Asking }) {
  const { what, about, given, words: said } = asking;
  const change = useForm(form, `${what} ${about}`);
  const fields = (fieldsOf[what] ?? []).filter(({ name }) => !(name in given));
  return (
    <Form {...change.form}>
      <HiddenUsername />
      {Object.entries({ what, ...given }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormNotice lead={<p className="wrap-anywhere">{said.lead(isolated(about))}</p>} {...change.notice} />
      <Fragment key={change.fieldsKey}>
        {fields.map((field, place) => (
          <Field
            {...change.keptFieldOf(field.name)}
            key={field.name}
            {...field}
            autoComplete="off"
            data-autofocus={place === 0 || undefined}
            required={field.name !== 'section_ids'}
          />
        ))}
        <PasswordField
          {...change.fieldOf('password')}
          label={words.password}
          hint={words.passwordHint}
          autoComplete="current-password"
          data-autofocus={fields.length === 0 || undefined}
        />
      </Fragment>
      <FormActions
        {...{ form, used: change, words: { ...words, submit: said.submit ?? said.title } }}
        variant={isHarmless(what) ? 'primary' : 'danger'}
        stays
      />
    </Form>
  );
}
