import type { Context } from '../../context';
import { type Count, charge, forgive } from '../account/attempts';
import { isSimulator } from '../agent/findAgent';
import type { Handlers } from '../calls';
import { listWatchedSections } from '../detection/sessions';
import { admit } from './admission';
import { browserCookie, browserIn } from './browserCookie';
import { createLessonChanges } from './changeLesson';
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
import { issueCode } from './lessonCodes';
import { requireMadeUp, withCodes } from './simulatedLessons';

/** A lesson's code, and the door that it opens. */
export function doorCalls(context: Context) {
  const { settings, db, transactAndPublish, keys, limits, audit } = context;
  const price = createKnockPrice(keys.knocks, limits);
  const { changeLesson } = createLessonChanges(context);

  const networkOf = (teacherId: number, network: string) => `${teacherId} ${network}`;

  /**
   * Returns the lesson with a code. Wrong codes are limited by network. Right ones pass even then, in a network from which the teacher
   * invited, or from which a right code of theirs came, within a week: there, nobody can use up the limit to keep a class out. A second,
   * larger limit counts every wrong code, also refused ones, so that guessing there is bounded.
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

  /** Devices of the simulated class. Those of an earlier run of the server are soon offline. */
  const simulatedIds = new Set<number>();

  /** Lets in a made-up student of the simulated class. */
  async function letIn(lesson: Lesson, visitor: Visitor) {
    const place = { teacherId: lesson.teacher.id, sectionId: lesson.section.id };
    const knocked = await changeLesson(place, async ({ tx, lesson: active, changed }) => {
      await requireMadeUp(tx, lesson, { visitor, isSimulated: (id) => simulatedIds.has(id) });
      const knocked = await knock(tx, lesson, { visitor, browser: null });
      await admit(tx, active, { ids: [knocked.attendee_id], directory: settings.students });
      changed('attendance');
      return knocked;
    });
    simulatedIds.add(knocked.attendee_id);
    return knocked;
  }

  return {
    /** With the codes of lessons that are made up. */
    async listWatchedSections({ agent }) {
      await limits.consumeAtRate({ key: agent.name, perMinute: agent.eventsPerMinute, points: 1 });
      const watched = await listWatchedSections(db, agent.reach);
      return agent.reach.onlyMadeUp ? withCodes(context, watched) : watched;
    },

    async inviteStudents({ body: { section_id: sectionId, replaces }, teacher, network }) {
      const place = { teacherId: teacher.id, sectionId };
      const { code, ownerId } = await changeLesson(place, async ({ tx, lesson, changed, note }) => {
        const { code, isNew } = await issueCode(tx, { sessionId: lesson.sessionId, replaces });
        if (isNew) changed('attendance');
        if (replaces) note({ action: 'code replaced' });
        return { code, ownerId: lesson.teacherId };
      });
      await limits.consume('networksOfTeacher', networkOf(ownerId, network));
      return { code, attend_url: `${settings.publicUrl}/attend` };
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
      const knocked = await transactAndPublish(async ({ tx, publish }) => {
        const device = { browser: browserIn(lesson.id, cookie), token: body.token };
        const knocked = await knock(tx, lesson, { visitor, ...device });
        await publish({ kind: 'attendanceChanged', teacherId: lesson.teacher.id, sectionId });
        return knocked;
      });
      // By whom it is not known. In what name is in the attendance.
      audit.note({ action: 'knocked', sectionId, address });
      return knocked;
    },
  } satisfies Partial<Handlers>;
}
