import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

const { sectionNameRequired, sectionSubjectRequired } = messages.validation;

/** The form that changes a section's name and subject (an extension). It is done 2 s after success, which closes its dialog. */
export const renameSectionForm = createFormMachine({
  id: 'renameSection',
  validate: checks(filled('name', sectionNameRequired), filled('subject', sectionSubjectRequired)),
  afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
});
