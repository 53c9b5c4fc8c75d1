import { assign } from 'xstate';
import { BEAT_INTERVAL_MS } from '../constants';
import { keptOf } from './attendance/rules';
import { type AttendancePorts, attendanceSetup, nobody } from './attendance/setup';
import { code } from './attendance/state.code';
import { ended } from './attendance/state.ended';
import { joined } from './attendance/state.joined';
import { linked } from './attendance/state.linked';
import { naming } from './attendance/state.naming';

/**
 * One student in one lesson, from the code to the end.
 *
 * ```
 * code ─▶ ended, for the receipt of an earlier lesson
 * recalling ─▶ code ─▶ naming ─▶ joined { place, link, reports } ─▶ leaving ─▶ left, ended, refused, takenOver, forgotten
 * recalling ─▶ claiming ─▶ joined ⇄ elsewhere
 * code ─▶ claiming, where this browser has a seat in the lesson
 * recalling ─▶ linked { checking ⇄ unanswered, waiting; checking ─▶ confirming ⇄ redeeming; closed } ─▶ joined
 * joined { door, consenting } ─▶ withdrawing ─▶ code, for a student who is somebody else
 * place: door ─▶ consenting ─▶ preparing ─▶ watching ⇄ paused, excused, unwatched, cameraRefused, cameraLost
 * place: watching ⇄ restarting ─▶ cameraLost
 * link: due ─▶ beating ─▶ resting, offline ─▶ due
 * ended ─▶ joined, when the teacher has resumed the lesson
 * ended: fetching ⇄ postponed; fetching ─▶ reading ⇄ answering; any ─▶ closed
 * ```
 *
 * Invariants:
 * - The camera runs only in preparing, watching and restarting, after the student has agreed in this lesson.
 * - No camera, or no consent, is a way to attend.
 * - A picture is taken only if the teacher asks for it and the student has said yes. A no holds at once, also for pictures not sent yet.
 * - Nothing is watched while the teacher has excused the student or paused the class. Heartbeats tell when that begins and ends.
 * - When the server calls, a heartbeat asks at once what the teacher has decided.
 * - A heartbeat tells each change of what is watched at once. Without an answer it is repeated every 5 s.
 * - A heartbeat claims "watching" or "dark" only right after a new picture was looked at.
 * - Without pictures the camera and the detector are started again, three times. Then the student reads what is wrong.
 * - A mailed link is used up by a press, never by opening the page. Its secret, or that of a badge, is in no context.
 * - A request for a seat that is repeated gets the same one.
 * - A report stays in the outbox until the server has answered it.
 * - A chosen camera stays chosen in this tab. Where it is gone, another one is opened.
 * - A browser that was in a lesson can read its receipt as long as the lesson is kept, or until the student removes it, also if they
 *   left or were turned away.
 * - A reload continues where it was: the token and the choices are stored for the tab, until the student closes the receipt. A pause
 *   stays one, and the camera is not opened before the server has answered.
 * - One tab of a browser attends. Another one, a copy or opened with the same code, says so, and attends when the first is closed or the
 *   student asks for it.
 * - Why a page is out of the lesson is what the server says. A token that it does not know says nothing about the lesson.
 * - What a proxy says in the server's place is no answer: the token and the reports stay, and it is asked again.
 */
export const attendanceMachine = (ports: AttendancePorts) => {
  const chart = attendanceSetup(ports);
  return chart.createMachine({
    id: 'attendance',
    context: {
      ...nobody,
      code: '',
      receipts: [],
      told: 'waiting',
      toldSince: null,
      restarts: 0,
      beatEvery: BEAT_INTERVAL_MS,
      retryAfterMs: 0,
      excusedUntil: null,
      pausedFor: null,
      endsIn: null,
    },
    initial: 'recalling',
    states: {
      recalling: {
        description: 'The tab’s storage is read.',
        invoke: {
          id: 'recall',
          src: 'recall',
          onDone: [
            {
              guard: ({ event }) => event.output.kind === 'joined',
              description: 'the tab has joined before',
              target: 'claiming',
              actions: assign(({ event: { output } }) =>
                output.kind === 'joined'
                  ? { name: output.name, code: output.code, earlier: output.earlier, ...keptOf(output) }
                  : {},
              ),
            },
            {
              guard: ({ event }) => event.output.kind === 'linked',
              description: 'the address has a mailed link or a badge',
              target: 'linked',
            },
            {
              guard: ({ event }) => event.output.kind === 'invited',
              description: 'the address has a code',
              target: 'code.checking',
              actions: assign(({ event: { output } }) => (output.kind === 'invited' ? { code: output.code } : {})),
            },
            { target: 'code' },
          ],
          onError: 'code',
        },
      },
      claiming: {
        description: 'Another tab may have the lesson.',
        invoke: {
          id: 'claimTab',
          src: 'claimTab',
          input: ({ event }) => ({ seize: event.type === 'tab.use' }),
          onDone: [
            { guard: ({ event }) => event.output, description: 'this tab has the lesson', target: 'joined' },
            { target: 'elsewhere' },
          ],
          onError: { description: 'the browser locks nothing', target: 'joined' },
        },
      },
      elsewhere: {
        description: 'Another tab of this browser has the lesson.',
        entry: 'forgetPictures',
        invoke: {
          id: 'awaitTab',
          src: 'awaitTab',
          onDone: 'joined',
          onError: { description: 'the wait was cut short', target: 'claiming' },
        },
        on: { 'tab.use': 'claiming' },
      },
      code: code(chart),
      linked: linked(chart),
      naming: naming(chart),
      joined: joined(chart),
      withdrawing: {
        description: 'The student is somebody else. The place is given up.',
        exit: ['forget', 'forgetStudent'],
        invoke: {
          id: 'leave',
          src: 'leave',
          onDone: [{ guard: 'hasCode', target: 'code.checking' }, { target: 'code' }],
          onError: [{ guard: 'hasCode', target: 'code.checking' }, { target: 'code' }],
        },
      },
      leaving: {
        description: 'The place is given up.',
        invoke: { id: 'leave', src: 'leave', onDone: 'left', onError: 'left' },
      },
      left: {
        description: 'The student has left.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
      ended: ended(chart),
      refused: {
        description: 'The teacher has not let the student in.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
      takenOver: {
        description: 'The student attends on another device.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
      forgotten: {
        description: 'The server does not know the token.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
    },
  });
};
