import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the form that renames a section needs of the world. */
export interface RenameSectionPorts {
  sendWrite: SendWrite;
}

const { sectionNameRequired, sectionSubjectRequired } = messages.validation;

/** The form that changes a section's name and subject (an extension). It is done 2 s after success, which closes its dialog. */
export const renameSectionForm = ({ sendWrite }: RenameSectionPorts) =>
  createFormMachine({
    id: 'renameSection',
    validate: checks(filled('name', sectionNameRequired), filled('subject', sectionSubjectRequired)),
    async submit({ section_id = '', name = '', subject = '' }, signal) {
      await sendWrite(
        { kind: 'renameSection', sectionId: section_id, name: name.trim(), subject: subject.trim() },
        signal,
      );
      return { sentence: messages.renameSection.succeeded };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
  });
