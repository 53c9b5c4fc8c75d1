import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { Select } from '../../components/Select';
import { MAX_CORRECTION_LENGTH } from '../../constants';
import type { FormMachine } from '../../machines/app/formMachine';
import { choosableStates } from '../../machines/reports/correctRegisterForm';
import { messages } from '../../messages';
import type { RegisterRow } from '../../services/app/types';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useForm } from '../app/useForm';

const { classRegister: words } = messages;

type CorrectRegisterProps = {
  sectionId: string;
  lessonId: string;
  /** Null before the dialog was opened. */
  row: RegisterRow | null;
  form: ActorRefFrom<FormMachine> | undefined;
  onClosed: () => void;
};

/** Corrects a line of a lesson's register. */
export function CorrectRegisterDialog({ form, onClosed, row, ...lesson }: CorrectRegisterProps) {
  return (
    <FormDialog form={form} title={words.dialog} onClosed={onClosed}>
      {(opened) => row && <CorrectRegisterForm form={opened} row={row} {...lesson} />}
    </FormDialog>
  );
}

type CorrectRegisterFormProps = {
  form: ActorRefFrom<FormMachine>;
  sectionId: string;
  lessonId: string;
  row: RegisterRow;
};

function CorrectRegisterForm({ form, sectionId, lessonId, row }: CorrectRegisterFormProps) {
  const used = useForm(form, `${lessonId} ${row.studentId}`);
  const { correction, recordedState } = row.entry;
  const [state, setState] = useState<string>(
    used.draft.before.get('state') ?? correction?.state ?? (recordedState === 'unknown' ? 'present' : recordedState),
  );
  return (
    <Form {...used.form}>
      <input type="hidden" name="section_id" value={sectionId} />
      <input type="hidden" name="lesson_id" value={lessonId} />
      <input type="hidden" name="student_id" value={row.studentId} />
      <FormNotice lead={<span className="wrap-anywhere">{words.lead(row.name)}</span>} {...used.notice} />
      <Select
        label={words.state}
        name="state"
        value={state}
        options={[
          ...(correction === null ? [] : [{ value: 'recorded', label: words.recordedAs(words.states[recordedState]) }]),
          ...choosableStates.map((value) => ({ value, label: words.states[value] })),
        ]}
        onChange={(event) => {
          setState(event.target.value);
          used.draft.keep(event);
        }}
        data-autofocus
      />
      {state !== 'recorded' && (
        <Field
          {...used.keptFieldOf('reason', correction?.reason)}
          label={words.reason}
          hint={words.reasonHint}
          autoComplete="off"
          maxLength={MAX_CORRECTION_LENGTH}
        />
      )}
      <FormActions form={form} used={used} words={words} />
    </Form>
  );
}
