import type { Mail } from '../mail/mail';
import { plainName } from '../mail/plainName';
import type { SharedRole } from '../section/access';

const mailMilliseconds = 86_400_000;

const what: Record<SharedRole, string> = {
  'co-teacher': 'teach it together with them: you can do everything but delete',
  substitute: 'stand in for them: you can start lessons and watch them',
};

/** The same for a teacher who has an account and for one who has not. */
export function sharingMail(
  to: string,
  publicUrl: string,
  { section, inviter, role }: { section: string; inviter: string; role: SharedRole },
): Mail {
  const name = plainName(section);
  const text = `${plainName(inviter)} shares the section ${name} with you in Vigil, to ${what[role]}.

Sign in with this email, and it is on your dashboard, which also says until when:
${publicUrl}/login

If you have no account yet, register with this very email first. If you do not want the section, leave it on its page, or ignore this mail.
`;
  const expiresAt = new Date(Date.now() + mailMilliseconds);
  return { to, subject: `The section ${name} is shared with you`, text, expiresAt };
}
