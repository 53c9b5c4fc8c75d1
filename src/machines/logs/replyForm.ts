import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the form that replies to a student's answer needs of the world. */
export interface ReplyPorts {
  sendWrite: SendWrite;
}

/** The form that replies to a student's answer (an extension). It is done 2 s after success, which closes its dialog. */
export const replyForm = ({ sendWrite }: ReplyPorts) =>
  createFormMachine({
    id: 'reply',
    validate: checks(filled('text', messages.reply.required)),
    async submit({ section_id: sectionId = '', log_id: logId = '', text = '' }, signal) {
      await sendWrite({ kind: 'replyToAnswer', sectionId, logId, text: text.trim() }, signal);
      return { sentence: messages.reply.succeeded };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });
