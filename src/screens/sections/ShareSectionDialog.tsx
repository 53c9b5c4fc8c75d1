import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { EmailField } from '../../components/EmailField';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { Select } from '../../components/Select';
import type { FormMachine } from '../../machines/app/formMachine';
import { dayOf, type End, ends, isEnd } from '../../machines/sections/untilWhen';
import { messages } from '../../messages';
import type { SectionRole, SectionTeacher } from '../../services/app/types';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useForm } from '../app/useForm';

const { shareSection: words } = messages;

const roles: readonly SectionRole[] = ['substitute', 'co-teacher'];

type ShareSectionProps = {
  sectionId: string;
  /** Who is changed; null for a new one. */
  teacher: SectionTeacher | null;
  form: ActorRefFrom<FormMachine> | undefined;
};

/** Shares a section with a teacher, or changes how and until when. */
export function ShareSectionDialog({ form, ...about }: ShareSectionProps) {
  return (
    <FormDialog form={form} title={about.teacher === null ? words.title : words.changeTitle}>
      {(opened) => <ShareSectionForm form={opened} {...about} />}
    </FormDialog>
  );
}

const endOf = ({ until }: SectionTeacher): End => (until === null ? 'open' : 'day');

function ShareSectionForm({
  form,
  sectionId,
  teacher,
}: Omit<ShareSectionProps, 'form'> & { form: ActorRefFrom<FormMachine> }) {
  const share = useForm(form);
  const [end, setEnd] = useState<End>(teacher === null ? 'tonight' : endOf(teacher));
  return (
    <Form {...share.form}>
      <input type="hidden" name="section_id" value={sectionId} />
      <FormNotice
        lead={teacher === null ? words.lead : <span className="wrap-anywhere">{teacher.email}</span>}
        {...share.notice}
      />
      {teacher === null ? (
        <EmailField {...share.fieldOf('email')} isOthers data-autofocus />
      ) : (
        <>
          <input type="hidden" name="email" value={teacher.email} />
          <input type="hidden" name="change" value="yes" />
        </>
      )}
      <Select
        label={words.role}
        name="role"
        defaultValue={teacher?.role ?? 'substitute'}
        options={roles.map((value) => ({ value, label: words.roles[value] }))}
      />
      <Select
        label={words.until}
        name="until"
        value={end}
        options={ends.map((value) => ({ value, label: words.ends[value] }))}
        onChange={({ target }) => isEnd(target.value) && setEnd(target.value)}
      />
      {end === 'day' && (
        <Field
          {...share.fieldOf('day')}
          label={words.day}
          type="date"
          min={dayOf(new Date())}
          defaultValue={typeof teacher?.until === 'number' ? dayOf(new Date(teacher.until)) : ''}
        />
      )}
      <FormActions form={form} used={share} words={teacher === null ? words.invite : words.change} />
    </Form>
  );
}
