import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the form of a new section needs of the world. */
export interface CreateSectionPorts {
  sendWrite: SendWrite;
}

const { sectionNameRequired, sectionSubjectRequired } = messages.validation;

/** The form of a new section (sections 4 and 5). It is done 2 s after success, which closes its modal. */
export const createSectionForm = ({ sendWrite }: CreateSectionPorts) =>
  createFormMachine({
    id: 'createSection',
    validate: checks(filled('name', sectionNameRequired), filled('subject', sectionSubjectRequired)),
    async submit({ name = '', subject = '' }, signal) {
      await sendWrite({ kind: 'createSection', name: name.trim(), subject: subject.trim() }, signal);
      return { sentence: messages.createSection.succeeded };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });
