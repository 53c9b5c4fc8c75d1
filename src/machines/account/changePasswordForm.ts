import { SUCCESS_REDIRECT_MS } from '../../constants';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { checks, given, longEnough, same } from '../app/checks';
import { createFormMachine } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the change of the password needs of the world. */
export interface ChangePasswordPorts {
  sendWrite: SendWrite;
  navigate(to: string): void;
}

const { allFieldsRequired, newPasswordsDoNotMatch, newPasswordTooShort } = messages.validation;

/** The change of the password while signed in (sections 4 and 5): after 2 s to /dashboard. */
export const changePasswordForm = ({ sendWrite, navigate }: ChangePasswordPorts) =>
  createFormMachine({
    id: 'changePassword',
    validate: checks(
      given('old_password', allFieldsRequired),
      given('new_password', allFieldsRequired),
      given('confirm_password', allFieldsRequired),
      same('new_password', 'confirm_password', newPasswordsDoNotMatch),
      longEnough('new_password', newPasswordTooShort),
    ),
    async submit({ old_password = '', new_password = '', confirm_password = '' }, signal) {
      const passwords = { old_password, new_password, confirm_password };
      const { sentence } = await sendWrite({ kind: 'changePassword', passwords }, signal);
      return sentence === null ? {} : { sentence };
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS, destination: () => paths.dashboard, navigate },
  });
