import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { EmailField } from '../../components/EmailField';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import type { Student } from '../../services/app/types';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useForm } from '../app/useForm';

const { studentEmail: words } = messages;

type FormActor = ActorRefFrom<FormMachine>;
type StudentEmailProps = {
  sectionId: string;
  /** Null before the dialog was opened. */
  student: Student | null;
  form: FormActor | undefined;
  onClosed: () => void;
};

/** Gives an email to a student who was made from a name, or changes it. */
export function StudentEmailDialog({ sectionId, student, form, onClosed }: StudentEmailProps) {
  return (
    <FormDialog form={form} title={student?.email ? words.change : words.title} onClosed={onClosed}>
      {(opened) => student && <StudentEmailForm form={opened} sectionId={sectionId} student={student} />}
    </FormDialog>
  );
}

function StudentEmailForm({ form, sectionId, student }: { form: FormActor; sectionId: string; student: Student }) {
  const used = useForm(form, student.id);
  // Stays while the dialog shows that the email was changed.
  const [known] = useState(student.email);
  return (
    <Form {...used.form}>
      <input type="hidden" name="section_id" value={sectionId} />
      <input type="hidden" name="student_id" value={student.id} />
      <FormNotice lead={<span className="wrap-anywhere">{words.lead(student.name)}</span>} {...used.notice} />
      <input type="hidden" name="known" value={known} />
      <EmailField
        {...used.keptFieldOf('email', known)}
        {...(known !== '' && { required: false, hint: words.changeHint })}
        isOthers
        data-autofocus
      />
      <FormActions form={form} used={used} words={known === '' ? words : { ...words, ...words.changing }} />
    </Form>
  );
}
