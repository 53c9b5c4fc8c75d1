import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { checks, filled } from '../../model/app/checks';
import { createFormMachine } from '../app/formMachine';

const { sectionNameRequired, sectionSubjectRequired } = messages.validation;

/** A new section (sections 4 and 5): done 2 s after success, which closes the modal around it. */
export const createSectionForm = createFormMachine({
  id: 'createSection',
  validate: checks(filled('name', sectionNameRequired), filled('subject', sectionSubjectRequired)),
  afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
});
