import { authMachine } from '../../../../src/machines/account/authMachine';
import { resendMachine, secondsLeft } from '../../../../src/machines/account/resendMachine';
import { messages } from '../../../../src/messages';
import { paths } from '../../../../src/paths';
import { idle } from '../../idle';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { session: ended, verifyOtp } = messages;
const refresh = call('POST /account/refresh/');
const currentUser = call('GET /account/current-user/');
const logout = call('POST /account/logout/');
const elsewhereAndBack = 'Switch to another tab and back';

export const auth = plainWords(idle(authMachine), {
  before: ({ hasAccessToken, teacher }) => {
    if (!hasAccessToken) return `Sign out, and open \`${paths.login}\`.`;
    return teacher === null
      ? 'Sign in at a backend whose access tokens name nobody, delete `user` from the local storage, and reload the dashboard.'
      : 'Sign in, and reload the dashboard.';
  },
  events: {
    'session.started': (_, before) =>
      before.matches('signedIn') ? `Let ${currentUser} fail, so that the form stays, and sign in again` : 'Sign in',
    'session.identified': `Let the server answer ${currentUser}`,
    'access.rejected': ({ mayBePassword }) =>
      mayBePassword
        ? 'Delete a section with a wrong password (401)'
        : 'Change a letter of `accessToken` in the local storage, and open a section (401)',
    'logout.submit': `Choose ${button(messages.topBar.logout)} in the account menu`,
    'storage.read': ({ signedIn, teacher, ended }, before) => {
      const isSignedIn = before.matches('signedIn');
      if (!signedIn && !isSignedIn) return elsewhereAndBack;
      if (!signedIn && ended !== 'expired') return 'Sign out in another tab';
      if (!signedIn) return 'Change a letter of both tokens in the local storage, and open a section in another tab';
      if (!isSignedIn) return 'Sign in in another tab';
      return before.context.teacher === null || before.context.teacher === teacher
        ? elsewhereAndBack
        : 'Sign out in another tab, and sign in there as another teacher';
    },
  },
  calls: { renewAccess: refresh, verifyAccess: currentUser, endSession: logout },
  answers: {
    renewAccess: (outcome) => {
      if (outcome === 'unanswered') return `Block ${refresh}`;
      if (outcome === 'refused')
        return `Let the server answer ${refresh} with 401 (change a letter of \`refreshToken\`)`;
      return outcome === 'renewed' ? undefined : `Let the server answer ${refresh} with 503 and \`Retry-After: 20\``;
    },
    verifyAccess: (answer) => (Object(answer).alive ? undefined : `Let the server answer ${currentUser} with 401`),
  },
  states: {
    'signedIn.current': 'protected pages open',
    signingOut: `the sign-in page; the local storage is empty, and ${logout} is under way`,
    'signedOut.idle': 'protected pages lead to the sign-in page',
    'signedOut.expired': `the sign-in page says ${quote(ended.expiredLogIn)}; the local storage is empty`,
    'signedOut.elsewhere': `the sign-in page says ${quote(ended.endedElsewhere)}; the local storage is empty`,
  },
  effects: { followSignIn: `\`${paths.dashboard}\` opens` },
});

export const resend = plainWords(idle(resendMachine), {
  before: `Open \`${paths.verifyOtp}\` without an email in the address.`,
  events: {
    'resend.submit': ({ email }) =>
      `Type ${quote(email)} as ${quote(messages.fields.email)}, and press ${button(verifyOtp.resend)}`,
    'resend.change': `Type into ${quote(messages.fields.email)}`,
    'clock.ticked': ({ now }) => `Look again ${now / 1000} s after the press`,
  },
  calls: { resendCode: call('POST /account/resend-otp/') },
  states: {
    coolingDown: (context) => `the button is disabled and says ${button(verifyOtp.resendIn(secondsLeft(context)))}`,
  },
  rules: { resendCooldown: ['4.20'] },
});
