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
  const share = useForm(form, `${sectionId} ${teacher?.email ?? ''}`);
  const [end, setEnd] = useState<End>(() => {
    const chosen = share.draft.before.get('until') ?? '';
    return isEnd(chosen) ? chosen : teacher === null ? 'tonight' : endOf(teacher);
  });
  return (
    <Form {...share.form}>
      <input type="hidden" name="section_id" value={sectionId} />
      <FormNotice
        lead={teacher === null ? words.lead : <span className="wrap-anywhere">{teacher.email}</span>}
        {...share.notice}
      />
      {teacher === null ? (
        <EmailField {...share.keptFieldOf('email')} isOthers data-autofocus />
      ) : (
        <>
          <input type="hidden" name="email" value={teacher.email} />
          <input type="hidden" name="change" value="yes" />
        </>
      )}
      <Select
        {...share.keptOf('role', teacher?.role ?? 'substitute')}
        label={words.role}
        options={roles.map((value) => ({ value, label: words.roles[value] }))}
      />
      <Select
        label={words.until}
        name="until"
        value={end}
        options={ends.map((value) => ({ value, label: words.ends[value] }))}
        onChange={(event) => {
          if (isEnd(event.target.value)) setEnd(event.target.value);
          share.draft.keep(event);
        }}
      />
      {end === 'day' && (
        <Field
          {...share.keptFieldOf('day', typeof teacher?.until === 'number' ? dayOf(new Date(teacher.until)) : '')}
          label={words.day}
          type="date"
          min={dayOf(new Date())}
        />
      )}
      <FormActions form={form} used={share} words={teacher === null ? words.invite : words.change} />
    </Form>
  );
}
