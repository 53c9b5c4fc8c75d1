import type { Mail } from '../mail/mail';
import { plainName } from '../mail/plainName';
import type { SharedRole } from '../section/access';

const mailMilliseconds = 86_400_000;

const what: Record<SharedRole, string> = {
  'co-teacher': 'teach it together: you can do everything except delete it',
  substitute: 'teach as a substitute: you can start lessons and see them',
};

/** To a teacher whom another one has removed from a section. */
export function removalMail(to: string, { section, remover }: { section: string; remover: string }): Mail {
  const name = plainName(section);
  const text = `${plainName(remover)} has removed you from the section ${name} in Vigil. It is no longer on your dashboard.

A lesson that you have started there goes on until somebody stops it or its time is over.
`;
  const expiresAt = new Date(Date.now() + mailMilliseconds);
  return { to, subject: `The section ${name} is no longer shared with you`, text, expiresAt };
}

/** The same for a teacher who has an account and for one who has not. */
export function sharingMail(
  to: string,
  publicUrl: string,
  { section, inviter, role }: { section: string; inviter: string; role: SharedRole },
): Mail {
  const name = plainName(section);
  const text = `${plainName(inviter)} shares the section ${name} with you in Vigil, to ${what[role]}.

Sign in with this email address. Your dashboard shows the section, and until when you have it:
${publicUrl}/login

If you have no account yet, first register with this address:
${publicUrl}/register#email=${encodeURIComponent(to)}

If you do not want the section, ignore this email, or open the section and press “Leave section”.
`;
  const expiresAt = new Date(Date.now() + mailMilliseconds);
  return { to, subject: `The section ${name} is shared with you`, text, expiresAt };
}
