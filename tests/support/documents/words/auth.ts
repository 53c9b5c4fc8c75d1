import { authMachine } from '../../../../src/machines/account/authMachine';
import { messages } from '../../../../src/messages';
import { paths } from '../../../../src/paths';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const refresh = call('POST /account/refresh/');
const currentUser = call('GET /account/current-user/');
const logout = call('POST /account/logout/');

export const auth = plainWords(authMachine, {
  page: 'The whole page, whatever it shows.',
  before: ({ hasAccessToken, teacher }) => {
    if (!hasAccessToken) return `Sign out, and open \`${paths.login}\`.`;
    return teacher === null
      ? 'Sign in at a backend whose access tokens name nobody, delete `user` from the local storage, and reload the dashboard.'
      : 'Sign in, and reload the dashboard.';
  },
  events: {
    'session.started': (_, before) =>
      before.matches('signedIn')
        ? `Sign in once more on the same page (if ${currentUser} fails after a sign-in, the sign-in page stays)`
        : 'Sign in',
    'session.identified': `Let the server answer ${currentUser} after the sign-in`,
    'access.rejected': ({ mayBePassword }) =>
      mayBePassword
        ? 'Let the server answer 401 to a call that carries a password: delete a section with a wrong one'
        : 'Let the server answer 401 to any other call: change a letter of `accessToken` in the local storage, then open a section',
    'logout.submit': `Open the account menu and press ${button(messages.topBar.logout)}`,
    'storage.read': ({ signedIn, teacher, ended }, before) => {
      const isSignedIn = before.matches('signedIn');
      if (!signedIn) {
        if (!isSignedIn) return 'Change to another browser tab and back';
        return ended === 'expired'
          ? 'Let the session expire in another tab: change a letter of both tokens in the local storage, then open a section there'
          : 'Sign out in another tab';
      }
      if (!isSignedIn) return 'Sign in in another tab';
      if (before.context.teacher === null)
        return 'Change to another browser tab, where the `user` has been stored, and back';
      return teacher === before.context.teacher
        ? 'Change to another browser tab and back'
        : 'Sign out in another tab, and sign in there as another teacher';
    },
  },
  actors: {
    watchStorage: {
      does: 'Hears of a change of the session in another tab, by the storage event, and looks again when the page is shown.',
    },
    renewAccess: {
      does: `Asks for a new access token by ${refresh}, one tab at a time.`,
      answers: (outcome) => {
        if (outcome === 'renewed') return `Let the server answer ${refresh} with a new access token`;
        if (typeof outcome === 'object' && outcome !== null && 'retryAfterMs' in outcome)
          return `Let the server answer ${refresh} with 503 and a \`Retry-After\` of ${Number(outcome.retryAfterMs) / 1000}`;
        return outcome === 'refused'
          ? `Let the server refuse ${refresh} (change a letter of \`refreshToken\` in the local storage beforehand)`
          : `Let ${refresh} go without an answer (block the call)`;
      },
      fails: `Let ${refresh} end in a way that nobody foresaw`,
    },
    verifyAccess: {
      does: `Asks by ${currentUser} whether the access token itself is still good.`,
      answers: (answer) =>
        JSON.stringify(answer) === '{"alive":true}'
          ? `Let the server answer ${currentUser} with the teacher: only the password was wrong`
          : `Let the server answer ${currentUser} with 401: the access token is dead`,
      fails: `Let ${currentUser} go without an answer (block the call)`,
    },
    endSession: {
      does: `Clears what is stored, then tells the server by ${logout}.`,
      answers: `Let the server answer ${logout}`,
      fails: `Let ${logout} fail (block the call)`,
    },
  },
  states: {
    'signedIn.current': 'the teacher is signed in: the protected pages open',
    'signedIn.renewing': `one ${refresh} is under way, and every rejected call waits for it`,
    'signedIn.verifying': `${currentUser} is under way; the teacher is still signed in`,
    'signedIn.unreached': 'the teacher is still signed in, and the rejected call shows its own failure',
    'signedIn.postponed': `the teacher is still signed in, and rejected calls show their own failure; no ${refresh} is sent`,
    signingOut: `the sign-in page; the local storage is empty, and ${logout} is under way`,
    'signedOut.idle': 'the teacher is signed out: the protected pages lead to the sign-in page',
    'signedOut.expired': `the sign-in page says ${quote(messages.session.expiredLogIn)}; the local storage is empty`,
    'signedOut.elsewhere': `the sign-in page says ${quote(messages.session.endedElsewhere)}; the local storage is empty`,
  },
  effects: { followSignIn: `\`${paths.dashboard}\` opens` },
});
