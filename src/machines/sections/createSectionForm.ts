import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, filled } from '../app/checks';
import { createFormMachine } from '../app/formMachine';

const { sectionNameRequired, sectionSubjectRequired } = messages.validation;

/** The form of a new section (sections 4 and 5). It is done 2 s after success, which closes its modal. */
export const createSectionForm = createFormMachine({
  id: 'createSection',
  validate: checks(filled('name', sectionNameRequired), filled('subject', sectionSubjectRequired)),
  afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
});
