import type { ActorRefFrom } from 'xstate';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { MAX_REPLY_LENGTH } from '../../constants';
import type { FormMachine } from '../../machines/app/formMachine';
import { replyForm } from '../../machines/logs/replyForm';
import { isAnswerNew } from '../../machines/records/episodes';
import { studentOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { FormActions, FormDialog } from '../app/FormDialog';
import { useIsProjecting } from '../app/system';
import { useForm } from '../app/useForm';
import { useFormDialog } from '../app/useFormDialog';
import { useAttendancePage } from '../attendance/attendancePage';

const { logs: words, reply: replyWords } = messages;

/** What the student has answered, and the reply to it. */
export function Answer({ log }: { log: DetectionLog }) {
  const { answer, reply } = log;
  const { form, open } = useFormDialog(replyForm);
  const projecting = useIsProjecting();
  if (answer === undefined) return null;
  return (
    <div className="mt-1 text-sm">
      <p className="wrap-anywhere">
        {isAnswerNew(log) && <Badge>{words.newAnswers(1)}</Badge>} <span>{words.answered(studentOf(log), answer)}</span>
      </p>
      {reply !== undefined && <p className="text-muted wrap-anywhere">{words.replied(reply)}</p>}
      {!projecting && (
        <Button variant="quiet" onClick={open} className="-ml-2 px-2! print:hidden">
          {reply === undefined ? replyWords.open : replyWords.change}
        </Button>
      )}
      <FormDialog form={form} title={replyWords.title}>
        {(opened) => <ReplyForm form={opened} log={log} answer={answer} />}
      </FormDialog>
    </div>
  );
}

type ReplyFormProps = { form: ActorRefFrom<FormMachine>; log: DetectionLog; answer: string };

function ReplyForm({ form, log, answer }: ReplyFormProps) {
  const { section } = useAttendancePage();
  const used = useForm(form, String(log.id));
  return (
    <Form {...used.form}>
      <input type="hidden" name="section_id" value={section.id} />
      <input type="hidden" name="log_id" value={log.id} />
      <FormNotice
        lead={<span className="wrap-anywhere">{words.answered(studentOf(log), answer)}</span>}
        {...used.notice}
      />
      <Field
        {...used.keptFieldOf('text', log.reply)}
        label={replyWords.text}
        hint={replyWords.hint}
        maxLength={MAX_REPLY_LENGTH}
        autoComplete="off"
        data-autofocus
      />
      <FormActions {...{ form, used }} words={replyWords} />
    </Form>
  );
}
