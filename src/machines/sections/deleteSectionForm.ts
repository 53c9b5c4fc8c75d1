import { messages } from '../../messages';
import { checks, given } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the deletion of a section needs of the world. */
export interface DeleteSectionPorts {
  sendWrite: SendWrite;
}

/** Asks for the password before a deletion (sections 4 and 5). The session navigates to /dashboard once it succeeds. */
export const deleteSectionForm = ({ sendWrite }: DeleteSectionPorts) =>
  createFormMachine({
    id: 'deleteSection',
    validate: checks(given('password', messages.validation.passwordRequired)),
    async submit({ section_id = '', password = '' }, signal) {
      await sendWrite({ kind: 'deleteSection', sectionId: section_id, password }, signal);
      return {};
    },
    afterSuccess: { delayMs: 0 },
    // A deletion in flight cannot be cancelled.
    staysWhileSubmitting: true,
  });
