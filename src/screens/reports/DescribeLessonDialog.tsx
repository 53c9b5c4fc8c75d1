import type { ActorRefFrom } from 'xstate';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { TextAreaField } from '../../components/TextAreaField';
import { MAX_LESSON_TITLE_LENGTH, MAX_NOTE_LENGTH } from '../../constants';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import type { Lesson } from '../../services/app/types';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useForm } from '../app/useForm';

const { describeLesson: words } = messages;

type FormActor = ActorRefFrom<FormMachine>;
type DescribeLessonProps = { sectionId: string; lesson: Lesson };

/** A lesson's title and note. */
export function DescribeLessonDialog({ form, ...about }: DescribeLessonProps & { form: FormActor | undefined }) {
  return (
    <FormDialog form={form} title={words.title}>
      {(opened) => <DescribeLessonForm form={opened} {...about} />}
    </FormDialog>
  );
}

function DescribeLessonForm({ form, sectionId, lesson }: DescribeLessonProps & { form: FormActor }) {
  const used = useForm(form, lesson.id);
  return (
    <Form {...used.form}>
      <input type="hidden" name="section_id" value={sectionId} />
      <input type="hidden" name="lesson_id" value={lesson.id} />
      <FormNotice {...used.notice} />
      <Field
        {...used.keptFieldOf('title', lesson.title)}
        label={words.name}
        hint={words.nameHint}
        maxLength={MAX_LESSON_TITLE_LENGTH}
        spellCheck
        data-autofocus
      />
      <TextAreaField
        {...used.keptOf('note', lesson.note)}
        label={words.note}
        hint={words.noteHint}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        spellCheck
        autoCapitalize="sentences"
      />
      <FormActions {...{ form, used, words }} />
    </Form>
  );
}
