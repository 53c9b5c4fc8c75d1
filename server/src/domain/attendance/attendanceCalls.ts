import type { components } from '@vigil/contract';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import { type Count, charge, forgive } from '../account/attempts';
import { epochOf } from '../agent/agent';
import { isSimulator } from '../agent/findAgent';
import type { Heartbeats } from '../agent/heartbeats';
import { numbered } from '../audit/audit';
import type { Handlers } from '../calls';
import { endExcuse, excuse } from '../detection/excuses';
import { listWatchedSections } from '../detection/ingest';
import type { IngestQueue } from '../detection/ingestQueue';
import { type Changing, createChange } from '../section/change';
import { type OwnedSection, requireOwnedSection } from '../section/sections';
import {
  admit,
  findNumber,
  type NotAdmitted,
  type Refusal,
  refuse,
  refuseWaiting,
  splitContested,
  withTheirNames,
} from './admission';
import { listAttendees } from './attendees';
import { endBadges, listBadges, makeBadges } from './badges';
import { browserCookie, browserIn } from './browserCookie';
import { readCoverage } from './coverage';
import {
  createNoteWatched,
  createStoreHeard,
  leave,
  stateFor,
  storeHeartbeat,
  storeLastPeriods,
} from './deviceHeartbeat';
import { withSmallPictures } from './devicePictures';
import { agentOf, resultsOf } from './deviceReport';
import {
  doorOf,
  findLesson,
  findTeacherOf,
  knock,
  type Lesson,
  makeRoom,
  readSeat,
  type Visitor,
  visitorOf,
} from './door';
import { createKnockPrice } from './knockPrice';
import { type ActiveLesson, issueCode, lockActiveLesson } from './lessonCodes';
import { chargeMails, createLinks, findMembers, forgiveMails, throwNotSent } from './linkMails';
import { endLinks, findLink, linkOf, noLesson, redeemLink } from './links';
import { answerLog, readReceipt } from './receipt';
import { requireMadeUp, withCodes } from './simulatedLessons';

type Schemas = components['schemas'];

/** How often devices call: at the door and while excused, so that an admission or the end of the excuse shows at once, and in the lesson. */
const everyMilliseconds = { door: 2000, excused: 2000, lesson: 20_000 };

/** Devices that an entry of the audit trail lists by id: a flood does not fill it. */
const mostNamed = 50;

type ChangingLesson = Changing & { lesson: ActiveLesson };

export function attendanceCalls(context: Context, heartbeats: Heartbeats, ingestQueue: IngestQueue) {
  const { settings, db, transactAndPublish, keys, limits, mailer, audit } = context;
  const attendUrl = `${settings.publicUrl}/attend`;
  const maxHours = settings.sessionMaxHours;
  const storeHeard = createStoreHeard(db);
  const noteWatched = createNoteWatched(transactAndPublish, heartbeats);
  const price = createKnockPrice(keys.knocks, limits);

  const change = createChange(context);

  /** Changes a section's active lesson, which cannot end meanwhile. */
  const changeLesson = <Result>(place: OwnedSection, work: (changing: ChangingLesson) => Promise<Result>) =>
    change(place, async (changing) => {
      const sessionId = await lockActiveLesson(changing.tx, place.sectionId);
      return work({ ...changing, lesson: { ...place, sessionId } });
    });

  /** Changes who attends an active lesson. @returns who does afterwards */
  const changeAttendance = (place: OwnedSection, work: (changing: ChangingLesson) => Promise<void>) =>
    changeLesson(place, async (changing) => {
      await work(changing);
      changing.changed('attendance');
      return listAttendees(changing.tx, place.sectionId);
    });

  const networkOf = (teacherId: number, network: string) => `${teacherId} ${network}`;

  /**
   * Returns the lesson with a code. Wrong codes are limited by network. Right ones pass even then, in a network from which the teacher
   * invited, or from which a right code of theirs came, within a week: there, nobody can use up the limit to keep a class out. A second,
   * larger limit counts every wrong code, also refused ones, so that guessing there does not go on for ever.
   */
  async function enter(network: string, code: string): Promise<Lesson> {
    await limits.consume('allLessonCodesFromNetwork', network);
    const teacherId = await findTeacherOf(db, code);
    // Asked in any case, so that the time of a refusal does not tell whether the code is right.
    const isKnown = await limits.isCounted('networksOfTeacher', networkOf(teacherId ?? 0, network));
    const counts: Count[] = isKnown ? [] : [['lessonCodesFromNetwork', network]];
    const lesson = await charge(limits, counts, () => findLesson(db, code));
    await Promise.all([
      forgive(limits, [['allLessonCodesFromNetwork', network], ...counts]),
      isKnown || limits.consume('networksOfTeacher', networkOf(lesson.teacher.id, network)),
    ]);
    return lesson;
  }

  /** Counts a device's pictures. @returns whether they may be kept */
  async function mayKeep(attendanceId: number, pictures: number): Promise<boolean> {
    if (pictures === 0) return true;
    try {
      await limits.consume('picturesOfDevice', String(attendanceId), pictures);
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  }

  /** Devices of the simulated class. Those of an earlier run of the server are soon offline. */
  const simulatedIds = new Set<number>();

  /** Lets in a made-up student of the simulated class. */
  async function letIn(lesson: Lesson, visitor: Visitor) {
    const place = { teacherId: lesson.teacher.id, sectionId: lesson.section.id };
    const knocked = await changeLesson(place, async ({ tx, lesson: active, changed }) => {
      await requireMadeUp(tx, lesson, visitor, (id) => simulatedIds.has(id));
      const knocked = await knock(tx, lesson, visitor, { maxHours, browser: null });
      await admit(tx, active, { ids: [knocked.attendee_id], directory: settings.students });
      changed('attendance');
      return knocked;
    });
    simulatedIds.add(knocked.attendee_id);
    return knocked;
  }

  /** Admits devices. @param choose returns which, which not, and which are turned away if the first are admitted */
  function admitChosen(
    place: OwnedSection,
    { names_seen: namesSeen, was_somebody_else: wasSomebodyElse }: Omit<Schemas['WaitingNumber'], 'number'>,
    choose: (
      tx: Database,
      sessionId: number,
    ) => Promise<{ ids: number[]; contested: NotAdmitted[]; instead?: number[] }>,
  ) {
    return changeLesson(place, async (changing) => {
      const { tx, lesson, changed, noteStudents } = changing;
      const { ids, contested, instead = [] } = await choose(tx, lesson.sessionId);
      const admission = await admit(tx, lesson, { ids, directory: settings.students, namesSeen, wasSomebodyElse });
      const isDone = admission.notAdmitted.length === 0;
      const { refused } = await refuse(tx, lesson, { ids: isDone ? instead : [] });
      changed('attendance');
      if (admission.membersAdded.length > 0) changed('sections');
      noteStudents('added to directory', admission.directoryAdded);
      noteStudents('students added', admission.membersAdded);
      noteStudents('students admitted', admission.studentIds);
      noteRefusal(changing, { refused, disowned: admission.disowned });
      const notAdmitted = [...contested, ...admission.notAdmitted];
      const list = await listAttendees(tx, place.sectionId);
      return notAdmitted.length > 0 ? { ...list, not_admitted: notAdmitted } : list;
    });
  }

  const refuseChosen = (place: OwnedSection, work: (changing: ChangingLesson) => Promise<Refusal>) =>
    changeAttendance(place, async (changing) => noteRefusal(changing, await work(changing)));

  return {
    /** With the codes of lessons that are made up. */
    async listWatchedSections({ agent }) {
      await limits.consumeAtRate({ key: agent.name, perMinute: agent.eventsPerMinute, points: 1 });
      const watched = await listWatchedSections(db, agent.reach);
      return agent.reach.onlyMadeUp ? withCodes(context, watched) : watched;
    },

    async inviteStudents({ body: { section_id: sectionId, replaces }, teacher, network }) {
      const code = await changeLesson({ teacherId: teacher.id, sectionId }, async ({ tx, lesson, changed, note }) => {
        const { code, isNew } = await issueCode(tx, lesson.sessionId, replaces);
        if (isNew) changed('attendance');
        if (replaces) note({ action: 'code replaced' });
        return code;
      });
      await limits.consume('networksOfTeacher', networkOf(teacher.id, network));
      return { code, attend_url: attendUrl };
    },

    async listAttendees({ path: { sectionId }, teacher }) {
      await requireOwnedSection(db, { teacherId: teacher.id, sectionId });
      return listAttendees(db, sectionId);
    },

    async getCoverage({ path: { sectionId, sessionId }, teacher }) {
      await requireOwnedSection(db, { teacherId: teacher.id, sectionId });
      return readCoverage(db, { sectionId, sessionId });
    },

    admitStudents: ({ body, teacher }) =>
      admitChosen({ teacherId: teacher.id, sectionId: body.section_id }, body, async (tx, sessionId) =>
        body.only_uncontested ? splitContested(tx, sessionId, body.ids) : { ids: body.ids, contested: [] },
      ),

    admitNumber: ({ body, teacher }) =>
      admitChosen({ teacherId: teacher.id, sectionId: body.section_id }, body, async (tx, sessionId) => {
        const id = await findNumber(tx, sessionId, body.number);
        const alike = await withTheirNames(tx, sessionId, [id]);
        return { ids: [id], contested: [], instead: alike.filter((one) => one !== id) };
      }),

    refuseStudents: ({ body: { section_id: sectionId, ids, was_somebody_else: wasSomebodyElse }, teacher }) =>
      refuseChosen({ teacherId: teacher.id, sectionId }, async ({ tx, lesson }) =>
        refuse(tx, lesson, { ids: await withTheirNames(tx, lesson.sessionId, ids), wasSomebodyElse }),
      ),

    refuseWaiting: ({ body: { section_id: sectionId, up_to: upTo }, teacher }) =>
      refuseChosen({ teacherId: teacher.id, sectionId }, ({ tx, lesson }) => refuseWaiting(tx, lesson.sessionId, upTo)),

    excuseStudent: ({ body, teacher }) =>
      changeAttendance({ teacherId: teacher.id, sectionId: body.section_id }, async ({ tx, lesson, note }) => {
        await excuse(tx, lesson.sessionId, body);
        note({ action: 'student excused', detail: `student ${body.student_id}: ${body.minutes} min` });
      }),

    endExcuse: ({ body: { section_id: sectionId, student_id: studentId }, teacher }) =>
      changeAttendance({ teacherId: teacher.id, sectionId }, async ({ tx, lesson, noteStudents }) => {
        noteStudents('excuse ended', (await endExcuse(tx, lesson.sessionId, studentId)) ? [studentId] : []);
      }),

    async sendLinks({ body: { section_id: sectionId, student_ids }, teacher }) {
      const place = { teacherId: teacher.id, sectionId };
      await requireOwnedSection(db, place);
      const { members, strangers } = await findMembers(db, sectionId, [...new Set(student_ids)]);
      const ids = members.map(({ id }) => id);
      await limits.consume('linksOfTeacher', String(teacher.id), ids.length);
      const mailedLately = await chargeMails(limits, ids);
      const isMailedLately = new Set(mailedLately.map(({ studentId }) => studentId));
      const charged = ids.filter((id) => !isMailedLately.has(id));
      const refused = [...strangers, ...mailedLately];
      if (charged.length === 0) throwNotSent(refused);
      let sentTo: number[] = [];
      try {
        const created = await changeLesson(place, async ({ tx, lesson, changed, noteStudents }) => {
          const { mails, ...created } = await createLinks(tx, lesson, charged, { attendUrl, maxHours });
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
        await forgiveMails(
          limits,
          charged.filter((id) => !sentTo.includes(id)),
        );
      }
    },

    revokeLinks: ({ body: { section_id: sectionId, student_ids: studentIds }, teacher }) =>
      changeAttendance({ teacherId: teacher.id, sectionId }, async ({ tx, lesson, noteStudents }) =>
        noteStudents('links revoked', await endLinks(tx, lesson.sessionId, studentIds, 'revoked')),
      ),

    async listBadges({ path: { sectionId }, teacher }) {
      await requireOwnedSection(db, { teacherId: teacher.id, sectionId });
      return listBadges(db, sectionId);
    },

    async makeBadges({ body: { section_id: sectionId, student_ids }, teacher }) {
      await limits.consume('badgesOfTeacher', String(teacher.id));
      return change({ teacherId: teacher.id, sectionId }, async ({ tx, noteStudents }) => {
        const { members } = await findMembers(tx, sectionId, [...new Set(student_ids)]);
        const ids = members.map(({ id }) => id);
        noteStudents('badges made', ids);
        return { attend_url: attendUrl, badges: await makeBadges(tx, sectionId, ids) };
      });
    },

    revokeBadges: ({ body: { section_id: sectionId, student_ids: studentIds }, teacher }) =>
      change({ teacherId: teacher.id, sectionId }, async ({ tx, noteStudents }) => {
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

    async findDoor({ body: { code, token }, network, cookie, reply }) {
      const lesson = await enter(network, code);
      const browser = browserCookie(settings, cookie);
      if (browser !== undefined) reply.header('Set-Cookie', browser);
      return { ...doorOf(lesson), ...(await readSeat(db, lesson, token)) };
    },

    async knock({ body, network, address, cookie, agentKey }) {
      const lesson = await enter(network, body.code);
      const visitor = visitorOf(lesson, body);
      if (isSimulator(context, agentKey)) return letIn(lesson, visitor);
      await price.charge(lesson, body.proof);
      await makeRoom(db, lesson.id);
      const sectionId = lesson.section.id;
      const knocked = await transactAndPublish(async (tx, publish) => {
        const device = { browser: browserIn(lesson.id, cookie), token: body.token };
        const knocked = await knock(tx, lesson, visitor, { maxHours, ...device });
        await publish({ kind: 'attendanceChanged', teacherId: lesson.teacher.id, sectionId });
        return knocked;
      });
      // By whom it is not known. In what name is in the attendance.
      audit.note({ action: 'knocked', sectionId, address });
      return knocked;
    },

    async noteAttendance({ body, attendee }) {
      const { attendance, lesson, section, teacher, excusedUntil } = attendee;
      await limits.consume('heartbeatsOfDevice', String(attendance.id));
      const state = stateFor(attendee);
      if (state === 'knocking' || state === 'admitted')
        await storeHeartbeat(transactAndPublish, storeHeard, attendee, body);
      else await storeLastPeriods(transactAndPublish, attendee, body);
      if (state === 'admitted' && body.state === 'watching') await noteWatched(attendee);
      return {
        state,
        epoch: epochOf(new Date()),
        lesson: {
          section: section.name,
          teacher: teacher.name,
          started_at: lesson.startedAt.toISOString(),
          kept_days: settings.retentionDays ?? null,
          asks_for_pictures: section.asksForPictures,
          ignored_kinds: section.ignoredKinds,
        },
        ...(excusedUntil !== null && { excused_until: excusedUntil.toISOString() }),
        ...(state === 'knocking' && attendance.number !== null && { number: String(attendance.number) }),
        every_ms: everyMilliseconds[state === 'knocking' ? 'door' : excusedUntil === null ? 'lesson' : 'excused'],
      };
    },

    async reportFromDevice({ body: { events }, attendee }) {
      const { attendance, lesson, section, teacher } = attendee;
      await limits.consume('eventsOfDevice', String(attendance.id), events.length);
      const agent = agentOf(attendee);
      // A device learns of the lesson's end with its next heartbeat. Pictures taken in between are not accepted.
      const isAllowed = lesson.endedAt === null && section.asksForPictures && attendance.sendsPictures;
      let sent = withSmallPictures(events, isAllowed);
      if (!(await mayKeep(attendance.id, sent.pictures))) sent = withSmallPictures(events, false);
      const results = resultsOf(events, await ingestQueue.record(agent, sent.events), sent.dropped);
      const refused = new Set(results.flatMap(({ status, detail }) => (status === 'refused' ? [detail] : [])));
      for (const sentence of refused) {
        const detail = `attendance ${attendance.id}: ${sentence}`;
        audit.note({ action: 'report refused', teacherId: teacher.id, sectionId: section.id, detail });
      }
      return { results };
    },

    async getReceipt({ attendee }) {
      await limits.consume('receiptsOfDevice', String(attendee.attendance.id));
      return readReceipt(db, keys, attendee, settings.retentionDays);
    },

    async answerLog({ body, attendee }) {
      const { attendance, section, teacher } = attendee;
      await limits.consume('answersOfDevice', String(attendance.id));
      return transactAndPublish(async (tx, publish) => {
        const answered = await answerLog(tx, attendee, body);
        await publish({ kind: 'logsChanged', teacherId: teacher.id, sectionIds: [section.id] });
        return answered;
      });
    },

    async leaveLesson({ attendee }) {
      const { section, teacher } = attendee;
      await transactAndPublish(async (tx, publish) => {
        await leave(tx, attendee);
        await publish({ kind: 'attendanceChanged', teacherId: teacher.id, sectionId: section.id });
      });
      return undefined;
    },
  } satisfies Partial<Handlers>;
}

/** Publishes and records who was turned away, and what was deleted with them. */
function noteRefusal({ changed, note }: Changing, { refused, disowned }: Refusal): void {
  if (disowned.attendanceIds.length > 0) {
    changed('logs');
    const devices = numbered('attendance', disowned.attendanceIds);
    note({ action: 'deletion', detail: `${disowned.detectionIds.length} logs of somebody else: ${devices}` });
  }
  if (refused.length === 0) return;
  const detail = refused.length > mostNamed ? `${refused.length} devices at the door` : numbered('attendance', refused);
  note({ action: 'students turned away', detail });
}
