import { paths } from '../../paths';
import { createFormMachine } from '../app/formMachine';

/** Sign-in by Google (sections 7 and 8): a form of one button. */
export const googleLoginForm = createFormMachine({
  id: 'googleLogin',
  validate: () => [],
  prepares: true,
  afterSuccess: { delayMs: 0, destination: () => paths.dashboard },
});
