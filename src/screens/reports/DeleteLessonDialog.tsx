import type { ActorRefFrom } from 'xstate';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import type { FormMachine } from '../../machines/app/formMachine';
import { messages } from '../../messages';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useForm } from '../app/useForm';

const { deleteLesson: words, lesson: lessonWords } = messages;

type DeleteLessonDialogProps = {
  sectionId: string;
  lessonId: string;
  lessonName: string;
  /** Number of detections deleted with it. */
  count: number;
  /** The form's actor, which lives as long as the dialog is open. */
  form: ActorRefFrom<FormMachine> | undefined;
};

/** Confirms the deletion of a lesson and its detections. Cannot be closed while the deletion is in flight. */
export function DeleteLessonDialog({ sectionId, lessonId, lessonName, count, form }: DeleteLessonDialogProps) {
  return (
    <FormDialog form={form} title={words.title}>
      {(opened) => (
        <DeleteLessonForm
          {...{ form: opened, sectionId, lessonId }}
          lead={words.lead(lessonName, lessonWords.detections(count))}
        />
      )}
    </FormDialog>
  );
}

type DeleteLessonFormProps = { form: ActorRefFrom<FormMachine>; sectionId: string; lessonId: string; lead: string };

function DeleteLessonForm({ form, sectionId, lessonId, lead }: DeleteLessonFormProps) {
  const deletion = useForm(form);
  return (
    <Form {...deletion.form}>
      <input type="hidden" name="section_id" value={sectionId} />
      <input type="hidden" name="lesson_id" value={lessonId} />
      <FormNotice lead={<p className="wrap-anywhere">{lead}</p>} {...deletion.notice} />
      <FormActions {...{ form, used: deletion, words }} variant="danger" stays autofocus />
    </Form>
  );
}
