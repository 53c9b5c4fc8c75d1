import type { Context } from '../../context';
import { idsOf } from '../../platform/database/rows';
import type { Handlers } from '../calls';
import { requireAccess } from '../section/access';
import { createChanges } from '../section/change';
import { hasEmail } from '../section/handles';
import { listAttendees } from './attendees';
import { endBadges, listBadges, makeBadges } from './badges';
import { createLessonChanges } from './changeLesson';
import { chargeMails, createLinks, findMembers, forgiveMails, noEmail, throwNotSent } from './linkMails';
import { endLinks, findLink, linkOf, noLesson, redeemLink } from './links';

/** Mailed links and badges, with which students join without the code. */
export function linkCalls(context: Context) {
  const { settings, db, limits, mailer } = context;
  const attendUrl = `${settings.publicUrl}/attend`;
  const maxHours = settings.sessionMaxHours;
  const { changeSection } = createChanges(context);
  const { changeLesson, changeAttendance } = createLessonChanges(context);

  return {
    async sendLinks({ body: { section_id: sectionId, student_ids }, teacher }) {
      const place = { teacherId: teacher.id, sectionId };
      await requireAccess(db, place, 'teach');
      const { members, strangers } = await findMembers(db, sectionId, [...new Set(student_ids)]);
      const ids = idsOf(members.filter(hasEmail));
      const unreachable = members.flatMap((one) => (hasEmail(one) ? [] : { studentId: one.id, detail: noEmail }));
      await limits.consume('linksOfTeacher', String(teacher.id), ids.length);
      const mailedLately = await chargeMails(limits, ids);
      const isMailedLately = new Set(mailedLately.map(({ studentId }) => studentId));
      const charged = ids.filter((id) => !isMailedLately.has(id));
      const refused = [...strangers, ...unreachable, ...mailedLately];
      if (charged.length === 0) throwNotSent(refused);
      let sentTo: number[] = [];
      try {
        const created = await changeLesson(place, async ({ tx, lesson, changed, noteStudents }) => {
          const { mails, ...created } = await createLinks(tx, lesson, {
            studentIds: charged,
            attendUrl,
            maxHours,
            schoolLanguage: settings.schoolLanguage,
          });
          for (const mail of mails) await mailer.store(tx, mail);
          changed('attendance');
          noteStudents('links sent', created.sentTo);
          return { ...created, list: await listAttendees(tx, sectionId) };
        });
        ({ sentTo } = created);
        mailer.wake();
        const notSent = [...refused, ...created.notSent];
        if (sentTo.length === 0) throwNotSent(notSent);
        if (notSent.length === 0) return created.list;
        return {
          ...created.list,
          not_sent: notSent.map(({ studentId, detail }) => ({ student_id: studentId, detail })),
        };
      } finally {
        const unsent = charged.filter((id) => !sentTo.includes(id));
        await forgiveMails(limits, unsent);
      }
    },

    revokeLinks: ({ body: { section_id: sectionId, student_ids: studentIds }, teacher }) =>
      changeAttendance({ teacherId: teacher.id, sectionId }, async ({ tx, lesson, noteStudents }) =>
        noteStudents(
          'links revoked',
          await endLinks(tx, { sessionId: lesson.sessionId, studentIds, status: 'revoked' }),
        ),
      ),

    async listBadges({ path: { sectionId }, teacher }) {
      await requireAccess(db, { teacherId: teacher.id, sectionId }, 'change');
      return listBadges(db, sectionId);
    },

    async makeBadges({ body: { section_id: sectionId, student_ids }, teacher }) {
      await limits.consume('badgesOfTeacher', String(teacher.id));
      return changeSection({ teacherId: teacher.id, sectionId }, 'change', async ({ tx, noteStudents }) => {
        const { members } = await findMembers(tx, sectionId, [...new Set(student_ids)]);
        const ids = idsOf(members);
        noteStudents('badges made', ids);
        return { attend_url: attendUrl, badges: await makeBadges(tx, sectionId, ids) };
      });
    },

    revokeBadges: ({ body: { section_id: sectionId, student_ids: studentIds }, teacher }) =>
      changeSection({ teacherId: teacher.id, sectionId }, 'change', async ({ tx, noteStudents }) => {
        noteStudents('badges revoked', await endBadges(tx, sectionId, studentIds));
        return listBadges(tx, sectionId);
      }),

    openLink: async ({ body: { link, token } }) => linkOf(await findLink(db, link, token)),

    async redeemLink({ body, cookie }) {
      const { teacher, section, student, sessionId, badgeId } = await findLink(db, body.link, body.token);
      if (sessionId === null) throw noLesson();
      if (badgeId !== null) await limits.consume('joinsByBadge', String(badgeId));
      const place = { teacherId: teacher.id, sectionId: section.id };
      return changeLesson(place, async ({ tx, changed, note }) => {
        const { knocked, became } = await redeemLink(tx, { ...body, cookie }, settings);
        changed('attendance');
        const detail = `student ${student.id}${became === 'admitted' ? '' : ', to the door'}`;
        if (became !== 'unchanged') note({ action: badgeId === null ? 'joined by link' : 'joined by badge', detail });
        return knocked;
      });
    },
  } satisfies Partial<Handlers>;
}
