import { messages } from '../../messages';
import { paths } from '../../paths';
import { createFormMachine } from '../formMachine';
import { checks, given } from './checks';

/** The password that a deletion asks for (sections 4 and 5): success leads to /dashboard at once. */
export const deleteSectionForm = createFormMachine({
  id: 'deleteSection',
  validate: checks(given('password', messages.validation.passwordRequired)),
  failure: messages.deleteSection.failed,
  afterSuccess: { delayMs: 0, destination: () => paths.dashboard },
});
