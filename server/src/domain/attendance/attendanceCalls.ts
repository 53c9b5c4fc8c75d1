import type { components } from '@vigil/contract';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import type { Handlers } from '../../platform/http/calls';
import { HttpError } from '../../platform/http/httpError';
import type { Publish } from '../../platform/live/transactAndPublish';
import { type Count, charge, forgive } from '../account/attempts';
import { lockTeacher } from '../account/teachers';
import { epochOf } from '../agent/agent';
import { isSimulator } from '../agent/findAgent';
import type { Heartbeats } from '../agent/heartbeats';
import { numbered } from '../audit/audit';
import { endExcuse, excuse } from '../detection/excuses';
import { listWatchedSections } from '../detection/ingest';
import type { IngestQueue } from '../detection/ingestQueue';
import { lockOwnedSection, requireOwnedSection } from '../section/sections';
import {
  type Admission,
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
import { issueCode, lockActiveLesson } from './lessonCodes';
import { chargeMails, createLinks, findMembers, forgiveMails, throwNotSent } from './linkMails';
import { endLinks, findLink, linkOf, noLesson, redeemLink } from './links';
import { answerLog, readReceipt } from './receipt';
import { requireMadeUp, withCodes } from './simulatedLessons';

type Schemas = components['schemas'];

/** How often devices call: at the door and while excused, so that an admission or the end of the excuse shows at once, and in the lesson. */
const everyMilliseconds = { door: 2000, excused: 2000, lesson: 20_000 };

/** Devices that an entry of the audit trail lists by id: a flood does not fill it. */
const mostNamed = 50;

export function attendanceCalls(context: Context, heartbeats: Heartbeats, ingestQueue: IngestQueue) {
  const { settings, db, transactAndPublish, keys, limits, mailer, audit } = context;
  const attendUrl = `${settings.publicUrl}/attend`;
  const maxHours = settings.sessionMaxHours;
  const storeHeard = createStoreHeard(db);
  const noteWatched = createNoteWatched(transactAndPublish, heartbeats);
  const price = createKnockPrice(keys.knocks, limits);

  /** Runs work on a section's active lesson, which cannot end meanwhile. */
  const inActiveLesson = <Result>(
    teacherId: number,
    sectionId: number,
    work: (tx: Database, sessionId: number, publishChange: () => Promise<void>, publish: Publish) => Promise<Result>,
  ): Promise<Result> =>
    transactAndPublish(async (tx, publish) => {
      await lockTeacher(tx, teacherId);
      await lockOwnedSection(tx, teacherId, sectionId);
      const sessionId = await lockActiveLesson(tx, sectionId);
      return work(tx, sessionId, () => publish({ kind: 'attendanceChanged', teacherId, sectionId }), publish);
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
    const { teacher, section } = lesson;
    const knocked = await inActiveLesson(teacher.id, section.id, async (tx, sessionId, publishChange) => {
      await requireMadeUp(tx, lesson, visitor, (id) => simulatedIds.has(id));
      const knocked = await knock(tx, lesson, visitor, { maxHours, browser: null });
      await admit(tx, [teacher.id, section.id, sessionId], [knocked.attendee_id], settings.students);
      await publishChange();
      return knocked;
    });
    simulatedIds.add(knocked.attendee_id);
    return knocked;
  }

  async function publishDeletion(
    publish: Publish,
    teacherId: number,
    sectionId: number,
    { attendanceIds }: Admission['disowned'],
  ): Promise<void> {
    if (attendanceIds.length > 0) await publish({ kind: 'logsChanged', teacherId, sectionIds: [sectionId] });
  }

  /** Admits devices. @param choose returns which, which not, and which are turned away if the first are admitted */
  async function admitChosen(
    teacherId: number,
    sectionId: number,
    { names_seen: namesSeen, was_somebody_else: wasSomebodyElse }: Omit<Schemas['WaitingNumber'], 'number'>,
    choose: (
      tx: Database,
      sessionId: number,
    ) => Promise<{ ids: number[]; contested: NotAdmitted[]; instead?: number[] }>,
  ) {
    const { answer, admission, refused } = await inActiveLesson(
      teacherId,
      sectionId,
      async (tx, sessionId, publishChange, publish) => {
        const { ids, contested, instead = [] } = await choose(tx, sessionId);
        const admission = await admit(tx, [teacherId, sectionId, sessionId], ids, settings.students, {
          ...(namesSeen !== undefined && { namesSeen }),
          ...(wasSomebodyElse !== undefined && { wasSomebodyElse }),
        });
        const isDone = admission.notAdmitted.length === 0;
        const { refused } = await refuse(tx, [sectionId, sessionId], isDone ? instead : [], false);
        await publishChange();
        await publishDeletion(publish, teacherId, sectionId, admission.disowned);
        if (admission.membersAdded.length > 0) await publish({ kind: 'sectionsChanged', teacherId });
        const notAdmitted = [...contested, ...admission.notAdmitted];
        const list = await listAttendees(tx, sectionId);
        return { admission, refused, answer: notAdmitted.length > 0 ? { ...list, not_admitted: notAdmitted } : list };
      },
    );
    const { studentIds, membersAdded, directoryAdded, disowned } = admission;
    for (const [action, students] of [
      ['added to directory', directoryAdded],
      ['students added', membersAdded],
      ['students admitted', studentIds],
    ] as const) {
      if (students.length > 0) audit.note({ action, teacherId, sectionId, detail: numbered('student', students) });
    }
    noteRefused(teacherId, sectionId, { refused, disowned });
    return answer;
  }

  async function refuseChosen(
    teacherId: number,
    sectionId: number,
    work: (tx: Database, sessionId: number) => Promise<Refusal>,
  ) {
    const { answer, refusal } = await inActiveLesson(
      teacherId,
      sectionId,
      async (tx, sessionId, publishChange, publish) => {
        const refusal = await work(tx, sessionId);
        await publishChange();
        await publishDeletion(publish, teacherId, sectionId, refusal.disowned);
        return { refusal, answer: await listAttendees(tx, sectionId) };
      },
    );
    noteRefused(teacherId, sectionId, refusal);
    return answer;
  }

  function noteRefused(teacherId: number, sectionId: number, { refused, disowned }: Refusal): void {
    if (disowned.attendanceIds.length > 0) {
      const detail = `${disowned.detectionIds.length} logs of somebody else: ${numbered('attendance', disowned.attendanceIds)}`;
      audit.note({ action: 'deletion', teacherId, sectionId, detail });
    }
    if (refused.length === 0) return;
    const detail =
      refused.length > mostNamed ? `${refused.length} devices at the door` : numbered('attendance', refused);
    audit.note({ action: 'students turned away', teacherId, sectionId, detail });
  }

  return {
    /** With the codes of lessons that are made up. */
    async listWatchedSections({ agent }) {
      await limits.consumeEvents(agent.name, agent.eventsPerMinute, 1);
      const watched = await listWatchedSections(db, agent.reach);
      return agent.reach.onlyMadeUp ? withCodes(context, watched) : watched;
    },

    async inviteStudents({ body: { section_id: sectionId, replaces }, teacher, network }) {
      const code = await inActiveLesson(teacher.id, sectionId, async (tx, sessionId, publishChange) => {
        const { code, isNew } = await issueCode(tx, sessionId, replaces);
        if (isNew) await publishChange();
        return code;
      });
      if (replaces) audit.note({ action: 'code replaced', teacherId: teacher.id, sectionId });
      await limits.consume('networksOfTeacher', networkOf(teacher.id, network));
      return { code, attend_url: attendUrl };
    },

    async listAttendees({ path: { sectionId }, teacher }) {
      await requireOwnedSection(db, teacher.id, sectionId);
      return listAttendees(db, sectionId);
    },

    async getCoverage({ path: { sectionId, sessionId }, teacher }) {
      await requireOwnedSection(db, teacher.id, sectionId);
      return readCoverage(db, [sectionId, sessionId]);
    },

    admitStudents: ({ body, teacher }) =>
      admitChosen(teacher.id, body.section_id, body, async (tx, sessionId) =>
        body.only_uncontested ? splitContested(tx, sessionId, body.ids) : { ids: body.ids, contested: [] },
      ),

    admitNumber: ({ body, teacher }) =>
      admitChosen(teacher.id, body.section_id, body, async (tx, sessionId) => {
        const id = await findNumber(tx, sessionId, body.number);
        const alike = await withTheirNames(tx, sessionId, [id]);
        return { ids: [id], contested: [], instead: alike.filter((one) => one !== id) };
      }),

    async refuseStudents({
      body: { section_id: sectionId, ids, was_somebody_else: wasSomebodyElse = false },
      teacher,
    }) {
      return refuseChosen(teacher.id, sectionId, async (tx, sessionId) =>
        refuse(tx, [sectionId, sessionId], await withTheirNames(tx, sessionId, ids), wasSomebodyElse),
      );
    },

    refuseWaiting: ({ body: { section_id: sectionId, up_to: upTo }, teacher }) =>
      refuseChosen(teacher.id, sectionId, (tx, sessionId) => refuseWaiting(tx, sessionId, upTo)),

    async excuseStudent({ body, teacher }) {
      const { section_id: sectionId, student_id: studentId, minutes } = body;
      const answer = await inActiveLesson(teacher.id, sectionId, async (tx, sessionId, publishChange) => {
        await excuse(tx, sessionId, body);
        await publishChange();
        return listAttendees(tx, sectionId);
      });
      const detail = `student ${studentId}: ${minutes} min`;
      audit.note({ action: 'student excused', teacherId: teacher.id, sectionId, detail });
      return answer;
    },

    async endExcuse({ body: { section_id: sectionId, student_id: studentId }, teacher }) {
      const { answer, isEnded } = await inActiveLesson(teacher.id, sectionId, async (tx, sessionId, publishChange) => {
        const isEnded = await endExcuse(tx, sessionId, studentId);
        await publishChange();
        return { isEnded, answer: await listAttendees(tx, sectionId) };
      });
      const detail = `student ${studentId}`;
      if (isEnded) audit.note({ action: 'excuse ended', teacherId: teacher.id, sectionId, detail });
      return answer;
    },

    async sendLinks({ body: { section_id: sectionId, student_ids }, teacher }) {
      await requireOwnedSection(db, teacher.id, sectionId);
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
        const created = await inActiveLesson(teacher.id, sectionId, async (tx, sessionId, publishChange) => {
          const options = { attendUrl, maxHours };
          const { mails, ...created } = await createLinks(tx, { sessionId, sectionId }, charged, options);
          for (const mail of mails) await mailer.store(tx, mail);
          await publishChange();
          return { ...created, list: await listAttendees(tx, sectionId) };
        });
        ({ sentTo } = created);
        mailer.wake();
        const notSent = [...refused, ...created.notSent];
        if (sentTo.length === 0) throwNotSent(notSent);
        const detail = numbered('student', sentTo);
        audit.note({ action: 'links sent', teacherId: teacher.id, sectionId, detail });
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

    async revokeLinks({ body: { section_id: sectionId, student_ids: studentIds }, teacher }) {
      const { answer, revoked } = await inActiveLesson(teacher.id, sectionId, async (tx, sessionId, publishChange) => {
        const revoked = await endLinks(tx, sessionId, studentIds, 'revoked');
        await publishChange();
        return { revoked, answer: await listAttendees(tx, sectionId) };
      });
      const detail = numbered('student', revoked);
      if (revoked.length > 0) audit.note({ action: 'links revoked', teacherId: teacher.id, sectionId, detail });
      return answer;
    },

    async listBadges({ path: { sectionId }, teacher }) {
      await requireOwnedSection(db, teacher.id, sectionId);
      return listBadges(db, sectionId);
    },

    async makeBadges({ body: { section_id: sectionId, student_ids }, teacher }) {
      await limits.consume('badgesOfTeacher', String(teacher.id));
      const made = await db.transaction(async (tx) => {
        await lockTeacher(tx, teacher.id);
        await lockOwnedSection(tx, teacher.id, sectionId);
        const { members } = await findMembers(tx, sectionId, [...new Set(student_ids)]);
        return makeBadges(
          tx,
          sectionId,
          members.map(({ id }) => id),
        );
      });
      const ids = made.map(({ student_id: id }) => id);
      const detail = numbered('student', ids);
      if (ids.length > 0) audit.note({ action: 'badges made', teacherId: teacher.id, sectionId, detail });
      return { attend_url: attendUrl, badges: made };
    },

    async revokeBadges({ body: { section_id: sectionId, student_ids: studentIds }, teacher }) {
      const { answer, ended } = await db.transaction(async (tx) => {
        await lockOwnedSection(tx, teacher.id, sectionId);
        const ended = await endBadges(tx, sectionId, studentIds);
        return { ended, answer: await listBadges(tx, sectionId) };
      });
      const detail = numbered('student', ended);
      if (ended.length > 0) audit.note({ action: 'badges revoked', teacherId: teacher.id, sectionId, detail });
      return answer;
    },

    openLink: async ({ body: { link, token } }) => linkOf(await findLink(db, link, token)),

    async redeemLink({ body, cookie }) {
      const { teacher, section, student, sessionId, badgeId } = await findLink(db, body.link, body.token);
      if (sessionId === null) throw noLesson();
      if (badgeId !== null) await limits.consume('joinsByBadge', String(badgeId));
      const { knocked, became } = await inActiveLesson(teacher.id, section.id, async (tx, _, publishChange) => {
        const redeemed = await redeemLink(tx, { ...body, cookie }, settings);
        await publishChange();
        return redeemed;
      });
      if (became === 'unchanged') return knocked;
      const detail = `student ${student.id}${became === 'admitted' ? '' : ', to the door'}`;
      const action = badgeId === null ? 'joined by link' : 'joined by badge';
      audit.note({ action, teacherId: teacher.id, sectionId: section.id, detail });
      return knocked;
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
