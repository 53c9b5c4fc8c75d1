import type { Context } from '../../context';
import { normaliseEmail } from '../../platform/http/email';
import { wrongField } from '../../platform/http/httpError';
import type { Teacher } from '../account/teachers';
import type { Handlers } from '../calls';
import { requireAccess } from '../section/access';
import { createChanges } from '../section/change';
import { getSection } from '../section/sections';
import { describeSharing, endSharing, isSharedWith, listEndedSharings, listTeachers, share } from '../section/sharing';
import { removalMail, sharingMail } from './sharingMail';

/** The further teachers of a section. */
export function sharingCalls(context: Context) {
  const { settings, db, limits, mailer } = context;
  const { changeSection } = createChanges(context);

  return {
    listEndedSharings: ({ teacher }) => listEndedSharings(db, teacher.id),

    async listSectionTeachers({ path: { id: sectionId }, teacher }) {
      const { section } = await requireAccess(db, { teacherId: teacher.id, sectionId }, 'change');
      return listTeachers(db, section);
    },

    async shareSection({ body, path: { id: sectionId }, teacher }) {
      const place = { teacherId: teacher.id, sectionId };
      const email = normaliseEmail(body.email);
      if (email === teacher.email) throw wrongField('email', 'This is your own email.');
      await requireAccess(db, place, 'change');
      await limits.consume('sharesOfTeacher', String(teacher.id));
      if (!(await isSharedWith(db, sectionId, email))) await limits.consume('sharesToTeacher', email);
      const sharing = { email, role: body.role, until: body.until === null ? null : timeOf(body.until) };
      const answer = await changeSection(place, 'change', async ({ tx, publish, access, section, note }) => {
        const isNew = await share({ tx, publish }, access, sharing);
        note({ action: 'section shared', detail: describeSharing(sharing) });
        if (isNew) {
          const { name } = await getSection(tx, place);
          const invitation = { section: name, inviter: nameOf(teacher), role: body.role };
          await mailer.store(tx, sharingMail(email, settings.publicUrl, invitation));
        }
        return listTeachers(tx, section);
      });
      mailer.wake();
      return answer;
    },

    async removeSectionTeacher({ body, path: { id: sectionId }, teacher }) {
      const place = { teacherId: teacher.id, sectionId };
      const email = normaliseEmail(body.email);
      const leaves = email === teacher.email;
      await changeSection(place, leaves ? 'read now' : 'change', async ({ tx, publish, note, section }) => {
        const ended = await endSharing({ tx, publish }, section, email);
        if (!ended) return;
        note({ action: 'sharing ended', detail: describeSharing(ended) });
        if (leaves) return;
        const { name } = await getSection(tx, place);
        await mailer.store(tx, removalMail(email, { section: name, remover: nameOf(teacher) }));
      });
      mailer.wake();
      return undefined;
    },
  } satisfies Partial<Handlers>;
}

const nameOf = ({ firstName, lastName }: Pick<Teacher, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

/** @throws HttpError 400 for a time that no date has, as a leap second */
function timeOf(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw wrongField('until', 'Please give a date.');
  return time;
}
