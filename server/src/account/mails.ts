import type { Mail } from '../mail/mail';
import type { Code } from './codes';
import type { Reset } from './resets';

export function invitationMail(to: string, publicUrl: string, expiresAt: Date): Mail {
  const link = `${publicUrl}/register`;
  const text = `You are invited to Vigil, with which teachers watch over their classes' detection sessions.

Create your account here within two weeks, with this very email:
${link}
`;
  return { to, subject: 'Your invitation to Vigil', text, link, expiresAt };
}

export function codeMail(to: string, { code, expiresAt }: Code): Mail {
  const text = `Your verification code is ${code}.

Enter it to finish creating your Vigil account. It is good for ten minutes.
If you did not ask for it, you can ignore this mail.
`;
  return { to, subject: 'Your Vigil verification code', text, code, expiresAt };
}

export function resetMail(to: string, publicUrl: string, { token, expiresAt }: Reset): Mail {
  const link = `${publicUrl}/reset-password/${token}`;
  const text = `Somebody, hopefully you, asked to reset the password of your Vigil account.

Choose a new one here, within an hour:
${link}

If it was not you, you can ignore this mail: your password stays as it is.
`;
  return { to, subject: 'Reset your Vigil password', text, link, expiresAt };
}
