import type { AnyStateMachine } from 'xstate';
import { appMachine } from '../machines/appMachine';
import { authMachine } from '../machines/authMachine';
import { detectionMachine } from '../machines/detectionMachine';
import { changePasswordForm } from '../machines/forms/changePasswordForm';
import { createSectionForm } from '../machines/forms/createSectionForm';
import { deleteSectionForm } from '../machines/forms/deleteSectionForm';
import { forgotPasswordForm } from '../machines/forms/forgotPasswordForm';
import { googleLoginForm } from '../machines/forms/googleLoginForm';
import { loginForm } from '../machines/forms/loginForm';
import { registerForm } from '../machines/forms/registerForm';
import { resetPasswordForm } from '../machines/forms/resetPasswordForm';
import { verifyOtpForm } from '../machines/forms/verifyOtpForm';
import { liveChannelMachine } from '../machines/liveChannelMachine';
import { logsMachine } from '../machines/logsMachine';
import { noticeMachine } from '../machines/noticeMachine';
import { resendMachine } from '../machines/resendMachine';
import { rosterMachine } from '../machines/rosterMachine';
import { sectionMachine } from '../machines/sectionMachine';
import { sectionsMachine } from '../machines/sectionsMachine';
import { sidebarMachine } from '../machines/sidebarMachine';

const all: AnyStateMachine[] = [
  ...[appMachine, authMachine, liveChannelMachine, noticeMachine],
  ...[loginForm, googleLoginForm, registerForm, verifyOtpForm, resendMachine],
  ...[forgotPasswordForm, resetPasswordForm, changePasswordForm],
  ...[sectionsMachine, createSectionForm, sectionMachine, deleteSectionForm],
  ...[detectionMachine, logsMachine, rosterMachine, sidebarMachine],
];

/** Every machine of the product by its id, by which a report names them. */
export const machinesById: ReadonlyMap<string, AnyStateMachine> = new Map(all.map((machine) => [machine.id, machine]));
