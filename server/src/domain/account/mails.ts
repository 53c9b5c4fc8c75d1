import type { Mail } from '../mail/mail';
import { type Code, maxWrongCodes } from './codes';
import type { Reset } from './resets';
import type { Teacher } from './teachers';

/** How long a mail without an expiring link is worth sending. */
const mailMilliseconds = 86_400_000;
const mailExpiry = () => new Date(Date.now() + mailMilliseconds);

export function invitationMail(to: string, publicUrl: string, { token, expiresAt }: Reset): Mail {
  // In the fragment, so that the token does not reach server or proxy logs.
  const link = `${publicUrl}/register#${token}`;
  const text = `You are invited to Vigil, with which teachers watch over their classes' detection sessions.

Create your account here within two weeks, with this very email:
${link}

The link is yours alone: nobody can register your email without it.
`;
  return { to, subject: 'Your invitation to Vigil', text, link, expiresAt };
}

/** Shows an administrator that mails arrive. */
export function testMail(to: string, publicUrl: string): Mail {
  const text = `You asked for this test mail on the administrator's page of Vigil at ${publicUrl}.

Mails from Vigil reach you.
`;
  return { to, subject: 'Test mail from Vigil', text, expiresAt: mailExpiry() };
}

type Registered = Pick<Teacher, 'email' | 'firstName' | 'lastName'>;

/**
 * Names the person who registered: they may not own the email.
 * @param code undefined while codes are paused
 * @param link verifies the email and lets the reader choose a password
 */
export function verificationMail({ email: to, ...name }: Registered, code: Code | undefined, link: string): Mail {
  const expiresAt = code?.expiresAt ?? mailExpiry();
  const byCode =
    code === undefined
      ? 'Verification codes for this email are paused for a day, because wrong ones were entered too often.'
      : `Your verification code is ${code.code}.

Enter it where you registered, to finish creating your Vigil account. It works for ten minutes.`;
  const text = `${safeName(name)} registered this email with Vigil.

${byCode}

If the code does not work, or you did not register on that page yourself, open this link instead. It verifies your email and lets you choose a password, which replaces any that somebody else has chosen:
${link}

If you do not want an account, ignore this mail and tell nobody the code: the account cannot be used, and is deleted after seven days.
`;
  return { to, subject: 'Your Vigil verification code', text, ...(code && { code: code.code }), link, expiresAt };
}

export function codesPausedMail(to: string, link: string): Mail {
  const text = `Somebody entered ${maxWrongCodes} wrong codes to verify this email with Vigil. No code is accepted for a day.

If you want to use Vigil, open this link. It verifies your email and lets you choose a password:
${link}

If not, you can ignore this mail: the account cannot be used, and is deleted after seven days.
`;
  return { to, subject: 'Wrong verification codes for your email at Vigil', text, link, expiresAt: mailExpiry() };
}

export function guessesMail(to: string, publicUrl: string, guesses: number): Mail {
  const link = `${publicUrl}/forgot-password`;
  const text = `Somebody entered ${guesses} wrong passwords for your Vigil account today, from a browser you have not signed in with before. Nobody got in with them.

If it was you, you can ignore this mail. If not, and your password is short or used elsewhere too, choose a new one here:
${link}

You can keep signing in as usual. We will not write about this again today.
`;
  return { to, subject: 'Wrong passwords for your Vigil account', text, link, expiresAt: mailExpiry() };
}

const maxNameLength = 60;

/** Sanitises a name that a stranger may have chosen: letters only, so that it cannot carry a link or a message. */
function safeName({ firstName, lastName }: Pick<Teacher, 'firstName' | 'lastName'>): string {
  const name = `${firstName} ${lastName}`.replace(/[^\p{L}\p{M}'’-]+/gu, ' ').trim();
  return name === '' ? 'Somebody' : `“${name.slice(0, maxNameLength)}”`;
}

export function resetMail(to: string, publicUrl: string, { token, expiresAt }: Reset): Mail {
  const link = resetLink(publicUrl, token);
  const text = `Somebody, hopefully you, asked to reset the password of your Vigil account.

Choose a new one here, within an hour:
${link}

If it was not you, you can ignore this mail: your password stays as it is.
`;
  return { to, subject: 'Reset your Vigil password', text, link, expiresAt };
}

/** Tells the owner that we removed a password that somebody else may have chosen. */
export function passwordRemovedMail(to: string, publicUrl: string, { token, expiresAt }: Reset): Mail {
  const link = resetLink(publicUrl, token);
  const text = `Your email is verified with Vigil. It had been registered more than once, and not last in the browser where the code was entered. We removed the password, because somebody else may have chosen it.

Choose one here, within an hour:
${link}

Later, “Forgot your password?” on the sign-in page sends you another link.
`;
  return { to, subject: 'Choose your Vigil password', text, link, expiresAt };
}

export const resetLink = (publicUrl: string, token: string) => `${publicUrl}/reset-password/${token}`;
