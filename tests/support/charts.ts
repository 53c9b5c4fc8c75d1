import type { AnyStateMachine } from 'xstate';
import { authMachine } from '../../src/machines/account/authMachine';
import { changePasswordForm } from '../../src/machines/account/changePasswordForm';
import { forgotPasswordForm } from '../../src/machines/account/forgotPasswordForm';
import { googleLoginForm } from '../../src/machines/account/googleLoginForm';
import { loginForm } from '../../src/machines/account/loginForm';
import { registerForm } from '../../src/machines/account/registerForm';
import { resendMachine } from '../../src/machines/account/resendMachine';
import { resetPasswordForm } from '../../src/machines/account/resetPasswordForm';
import { verifyOtpForm } from '../../src/machines/account/verifyOtpForm';
import { administerForm } from '../../src/machines/admin/administerForm';
import { adminPartMachine } from '../../src/machines/admin/adminPartMachine';
import type { FormMachine } from '../../src/machines/app/formMachine';
import { namesMachine } from '../../src/machines/app/namesMachine';
import { noticeMachine } from '../../src/machines/app/noticeMachine';
import { pageCodeMachine } from '../../src/machines/app/pageCodeMachine';
import { printMachine } from '../../src/machines/app/printMachine';
import { stillRowsMachine } from '../../src/machines/app/stillRowsMachine';
import { writeMachine } from '../../src/machines/app/writeMachine';
import { type BadgesEvent, badgesMachine, type Printable } from '../../src/machines/attendance/badgesMachine';
import { doorMachine } from '../../src/machines/attendance/doorMachine';
import { detectionMachine } from '../../src/machines/lesson/detectionMachine';
import type { DetectionEvent } from '../../src/machines/lesson/detectionSetup';
import { offerMachine } from '../../src/machines/lesson/offerMachine';
import { alertMachine } from '../../src/machines/live/alertMachine';
import { desktopMachine } from '../../src/machines/live/desktopMachine';
import { liveChannelMachine } from '../../src/machines/live/liveChannelMachine';
import { logsViewMachine } from '../../src/machines/logs/logsViewMachine';
import { replyForm } from '../../src/machines/logs/replyForm';
import { selectionMachine } from '../../src/machines/logs/selectionMachine';
import { arrivalsMachine } from '../../src/machines/records/arrivalsMachine';
import { lessonsMachine } from '../../src/machines/records/lessonsMachine';
import { logsMachine } from '../../src/machines/records/logsMachine';
import { reviewsMachine } from '../../src/machines/records/reviewsMachine';
import { correctRegisterForm } from '../../src/machines/reports/correctRegisterForm';
import { coverageMachine } from '../../src/machines/reports/coverageMachine';
import { deleteLessonForm } from '../../src/machines/reports/deleteLessonForm';
import { describeLessonForm } from '../../src/machines/reports/describeLessonForm';
import { readingMachine } from '../../src/machines/reports/readingMachine';
import type { Answered } from '../../src/machines/roster/lookUp';
import { readList } from '../../src/machines/roster/pastedList';
import { pasteMachine } from '../../src/machines/roster/pasteMachine';
import { rosterMachine } from '../../src/machines/roster/rosterMachine';
import { studentEmailForm } from '../../src/machines/roster/studentEmailForm';
import { createSectionForm } from '../../src/machines/sections/createSectionForm';
import { deleteSectionForm } from '../../src/machines/sections/deleteSectionForm';
import { renameSectionForm } from '../../src/machines/sections/renameSectionForm';
import { shareSectionForm } from '../../src/machines/sections/shareSectionForm';
import { teachersMachine } from '../../src/machines/sections/teachersMachine';
import { appMachine } from '../../src/machines/session/appMachine';
import { logoutMachine } from '../../src/machines/session/logoutMachine';
import { sectionMachine } from '../../src/machines/session/sectionMachine';
import { sessionMachine } from '../../src/machines/session/sessionMachine';
import { roomMachine } from '../../src/machines/triage/roomMachine';
import { studentPanelMachine } from '../../src/machines/triage/studentPanelMachine';
import { messages } from '../../src/messages';
import type { StatusAnswer } from '../../src/services/app/types';
import { Failure, type FailureKind } from '../../student/src/failure';
import type { AttendanceEvent } from '../../student/src/machines/attendance/types';
import { attendanceMachine } from '../../student/src/machines/attendanceMachine';
import { callsMachine } from '../../student/src/machines/callsMachine';
import { languageMachine } from '../../student/src/machines/languageMachine';
import { resumptionMachine } from '../../student/src/machines/resumptionMachine';
import { watchMachine } from '../../student/src/machines/watchMachine';
import type { Beat, Receipt, Watched } from '../../student/src/services/types';
import { idle } from './idle';
import { isTimer, type PathOptions, pathsOf, type Walk } from './paths';
import {
  ada,
  alike,
  allOf,
  atTheDoor,
  badge,
  bob,
  bobby,
  coverageOf,
  deadLink,
  excuse,
  failure,
  formValues,
  lessonOf,
  logAt,
  logsOf,
  mailedLink,
  nothingNew,
  pasted,
  pastedPeople,
  section,
  startOf,
  status,
  teachersOf,
  updateOf,
} from './samples';
import { messages as studentWords } from './studentWords';

/** A chart with the samples that generate its paths. */
export interface Chart<M extends AnyStateMachine = AnyStateMachine> {
  machine: M;
  walk(): Walk;
}

const chart = <M extends AnyStateMachine>(machine: M, options: PathOptions<M>): Chart<M> => ({
  machine,
  walk: () => pathsOf(machine, options),
});

const form = (machine: FormMachine, sentence: string): Chart<FormMachine> =>
  chart(machine, {
    events: {
      'form.submit': [{ values: formValues }, { values: {} }],
      'form.change': [{}],
      'form.reopen': [{}],
      'form.cancel': [{}],
    },
    outputs: { submit: [{ sentence: 'It worked.' }] },
    errors: { submit: machine === idle(resetPasswordForm) ? [failure(sentence), deadLink] : [failure(sentence)] },
    possible: ({ type }: { type: string }, snapshot) => {
      // Only dialogs can be cancelled, and the deletion of a lesson has no fields.
      if (type === 'form.cancel' && snapshot.matches('redirectDelay')) {
        return [
          idle(createSectionForm),
          idle(renameSectionForm),
          idle(shareSectionForm),
          idle(studentEmailForm),
          idle(replyForm),
          idle(describeLessonForm),
          idle(correctRegisterForm),
          idle(administerForm),
        ].includes(machine);
      }
      if (type === 'form.reopen') return snapshot.matches('succeeded');
      if (type === 'form.change') return machine !== idle(deleteLessonForm);
      if (type === 'form.cancel') {
        return [
          idle(createSectionForm),
          idle(renameSectionForm),
          idle(shareSectionForm),
          idle(studentEmailForm),
          idle(replyForm),
          idle(describeLessonForm),
          idle(correctRegisterForm),
          idle(deleteSectionForm),
          idle(deleteLessonForm),
          idle(administerForm),
        ].includes(machine);
      }
      // A successful deletion removes the page before the form receives its result.
      return type !== 'xstate.done.actor.submit' || machine !== idle(deleteSectionForm);
    },
  });

/** The kinds of writes that lead to different paths of a session. */
const writes = (['createSection', 'deleteSection', 'startDetection'] as const).map((kind) => ({
  id: kind,
  kind,
  sectionId: kind === 'createSection' ? null : '7',
  sectionName: '4b',
  studentEmails: [],
  isWatched: kind !== 'startDetection',
}));

const studentsLesson = {
  section: '4b',
  teacher: 'Noor Haddad',
  deletedBy: Date.UTC(2027, 1, 22),
  asksForPictures: true,
  ignored: [],
};
const lessonEnd = Date.UTC(2026, 10, 23, 9, 45);
/** Lessons that are extended, paused and resumed: what is said of each, and what changes it. By section. */
const beyondStartAndStop: Record<string, { said: StatusAnswer[]; change: 'extending' | 'pausing' | 'resuming' }> = {
  10: { said: [{ ...status(true), endsAt: lessonEnd }], change: 'extending' },
  11: { said: [{ ...status(true), paused: null }], change: 'pausing' },
  12: {
    said: [{ ...status(true), paused: { reason: 'Fire drill', since: lessonEnd } }],
    change: 'pausing',
  },
  13: { said: [{ ...status(false), resumableUntil: lessonEnd }], change: 'resuming' },
};
const isBeyondStartAndStop = ({ endsAt, paused, resumableUntil, waiting }: StatusAnswer) =>
  [endsAt, paused, resumableUntil, waiting].some((one) => one !== undefined);
/** The section at whose door students wait, and what is said of it. */
const sectionOfKnocks = '14';
const knocks: StatusAnswer[] = [28, 0].map((waiting) => ({ ...status(true), agents: 'awaited', waiting }));

/** The answer to a student's heartbeat. */
const beatOf = (admission: Beat['admission']): Beat => ({
  ...{ admission, lesson: studentsLesson, every: 20_000, excusedUntil: null, pausedFor: null, endsIn: null },
  number: null,
});
const excusedBeat: Beat = { ...beatOf('admitted'), every: 2_000, excusedUntil: Date.UTC(2026, 10, 23, 10, 20) };
/** What an earlier page of a student's tab knew. */
const earlier: Watched = {
  ...{ view: null, page: null, isReady: true, since: 0, lasted: 0, pageSince: 0, pageLasted: 0 },
  ...{ lookedAt: 0, changedAt: 0 },
};
const receipt: Receipt = {
  ...{ section: '4b', teacher: 'Noor Haddad' },
  periods: [{ state: 'watching', from: Date.UTC(2026, 10, 23, 8, 45), to: Date.UTC(2026, 10, 23, 9, 30) }],
  excuses: [{ reason: 'nurse', from: Date.UTC(2026, 10, 23, 9, 10), to: Date.UTC(2026, 10, 23, 9, 15) }],
  logs: [
    {
      ...{
        id: '5',
        kind: 'no_face',
        details: 'No face found for 20 s',
        source: "student's device",
        hasPicture: true,
        picture: '/detection/screenshots/5/?reader=student',
      },
      ...{ from: Date.UTC(2026, 10, 23, 9), to: Date.UTC(2026, 10, 23, 9, 0, 20), answer: null },
      review: { state: 'dismissed', by: 'Noor Haddad' },
      reply: null,
    },
  ],
  more: 0,
  deletedBy: Date.UTC(2027, 1, 22),
};
const agentFailure = (kind: FailureKind) => new Failure({ kind, sentence: kind === 'unanswered' ? kind : 'failed' });
const report = { id: 'r1', kind: 'no_face', startedAt: 0, lastedMs: null, hasPicture: true } as const;

/** Where the watch counts frames. */
const counting = [
  'resumed',
  { arranging: 'appearing' },
  ...(['vanishing', 'crowding', 'dimming', { absence: 'returning' }, { company: 'thinning' }] as const).map((seen) => ({
    seen,
  })),
] as const;

const alone = { previous: undefined, next: undefined };
const beforeNext = { previous: undefined, next: logAt(20) };

export const twoCameras = {
  options: [
    { id: 'c1', label: 'Front camera' },
    { id: 'c2', label: 'Camera on the desk' },
  ],
  usedId: 'c1',
};

const keyOfAda = `${ada.email}\nno_face`;

const reviewOfAda = {
  ...{ sectionId: '7', state: 'seen' as const, students: [keyOfAda] },
  before: [{ state: null, logIds: ['1'] }],
};

const inFront = [{ studentId: '31', row: 0, column: 0 }];
const inTheBack = [{ studentId: '31', row: 4, column: 0 }];

/** Every chart of the product. The twelve forms share one chart and together take its every edge. */
export const charts = {
  adminPart: [
    chart(idle(adminPartMachine), {
      events: {
        'asked.change': [{ asked: { text: 'Ada' } }, { asked: { text: 'A' } }],
        'page.select': [{ page: 2 }],
        'part.refresh': [{}],
      },
      outputs: { fetchPart: [{ part: 'students', rows: [], total: 0, page: 1, pages: 1 }] },
      errors: { fetchPart: [failure(messages.admin.failed)] },
      inputs: [{ part: 'students' }, { part: 'teachers' }],
      key: ({ part, asked }) => [part, asked.text],
    }),
  ],
  alert: [
    chart(idle(alertMachine), {
      events: { 'alert.toggle': [{}], 'episode.began': [{}] },
      outputs: {
        recall: [
          { isPossible: true, wasOn: false },
          { isPossible: true, wasOn: true },
          { isPossible: false, wasOn: true },
        ],
      },
    }),
  ],
  app: [
    // Its session is a chart of its own.
    chart(idle(appMachine).provide({ actions: { startSession: () => {} } }), {
      events: {
        'auth.signedIn': [{ teacher: 'ada' }],
        'auth.signedOut': [{}],
        'session.loaded': [{}],
      },
      inputs: [{ hasAccessToken: false, teacher: null, signIn: 0 }],
    }),
  ],
  arrivals: [
    chart(idle(arrivalsMachine), {
      events: {
        'page.hidden': [{ logIds: ['1'] }],
        'page.shown': [{}],
        'logs.came': [
          { count: 1, kinds: ['no_face'] },
          { count: 0, kinds: [] },
        ],
        'episode.began': [{}],
      },
      inputs: [{ sectionId: '7' }],
      key: ({ count }) => count,
      possible: ({ type }, { context: { count }, value }) =>
        // Counts never decrease.
        type === 'episode.began' ||
        (type === 'page.shown'
          ? value === 'unseen'
          : type === 'page.hidden'
            ? value === 'seen'
            : value === 'unseen' && count === 0),
    }),
  ],
  attendance: [
    chart(idle(attendanceMachine), {
      events: {
        'code.submit': [{ code: 'k7m 2pq' }, { code: 'k7m' }, { code: 'https://vigil.example/attend#link=L1' }],
        'code.again': [{}],
        'name.again': [{}],
        'link.retry': [{}],
        'link.redeem': [{}],
        'knock.submit': [
          { as: { studentId: 1 }, name: 'Ada Lovelace' },
          { as: { name: 'Eve', email: '' }, name: 'Eve' },
        ],
        'consent.give': [{ pictures: false }],
        'consent.decline': [{}],
        'consent.review': [{}],
        'pictures.choose': [true, false].map((pictures) => ({ pictures })),
        'camera.retry': [{}],
        'camera.choose': [{ cameraId: 'c2' }],
        'cameras.changed': [{ cameras: twoCameras }],
        'pause.submit': [{ reason: 'back at 10:20' }],
        'pause.end': [{}],
        'leave.submit': [{}],
        'receipt.open': [{ id: 't0' }],
        'receipt.drop': [{ id: 't0' }],
        'receipt.refresh': [{}],
        'answer.submit': ['I looked for my pen', ''].map((text) => ({ logId: '5', text })),
        'teacher.called': [{}],
        'lesson.resumed': [{}],
        'network.online': [{}],
        'reports.changed': (['kept', 'sent'] as const).map((status) => ({ reports: [{ ...report, status }] })),
        'tab.use': [{}],
        'tab.lost': [{}],
        'door.opened': [],
        'excuse.began': [],
        'excuse.ended': [],
        'beat.due': [],
        'beat.now': [],
        'episode.started': [{ kind: 'no_face', at: 0 }],
        'episode.ended': [{ kind: 'no_face', at: 0 }],
        'watch.told': [{ told: 'watching', since: null }],
        'watch.proven': [{}],
        'watch.stalled': [{ fault: 'camera' }],
        'watch.resumed': [{}],
        'camera.lost': [{}],
      },
      outputs: {
        recall: [
          { kind: 'new' },
          { kind: 'linked' },
          { kind: 'invited', code: 'K7M2PQ' },
          {
            kind: 'joined',
            name: 'Ada Lovelace',
            code: 'K7M2PQ',
            choice: 'camera',
            pictures: false,
            pause: null,
            cameraId: null,
            earlier: null,
          },
          {
            kind: 'joined',
            ...{ name: 'Ada Lovelace', code: 'K7M2PQ', choice: 'camera', pictures: false, pause: 'back at 10:20' },
            cameraId: null,
            earlier: null,
          },
          {
            kind: 'joined',
            name: 'Ada Lovelace',
            code: 'K7M2PQ',
            choice: 'none',
            pictures: false,
            pause: null,
            cameraId: null,
            earlier: null,
          },
        ],
        claimTab: [true, false],
        openLink: [
          { seat: null, isBadge: false, isRunning: true },
          { seat: 'Ada Lovelace', isBadge: false, isRunning: true },
          { seat: null, isBadge: true, isRunning: false },
        ].map((told) => ({
          ...told,
          ...{ door: { ...studentsLesson, subject: 'Waves', students: [] }, name: 'Ada Lovelace' },
        })),
        openDoor: [null, 'Ada Lovelace'].map((seat) => ({
          door: { ...studentsLesson, subject: 'Waves', students: [{ id: 1, name: 'Ada Lovelace' }] },
          seat,
        })),
        sendHeartbeat: [
          ...(['admitted', 'knocking', 'refused', 'ended', 'taken_over'] as const).map(beatOf),
          excusedBeat,
        ],
        fetchReceipt: [receipt],
        sendAnswer: [{ logId: '5', answer: 'I looked for my pen' }],
      },
      errors: {
        openLink: [agentFailure('unknown'), agentFailure('unanswered')],
        redeemLink: [agentFailure('unknown'), agentFailure('refused')],
        openDoor: [agentFailure('unknown')],
        knock: [agentFailure('unknown'), agentFailure('refused')],
        sendHeartbeat: [agentFailure('unknown'), agentFailure('unanswered')],
        sendReports: [agentFailure('unanswered')],
        prepareCamera: [agentFailure('refused')],
        fetchReceipt: [agentFailure('unknown'), agentFailure('running'), agentFailure('unanswered')],
        sendAnswer: [agentFailure('unknown'), agentFailure('running'), agentFailure('unanswered')],
      },
      key: ({ choice, pictures, pause, told, restarts, reports, isBadge }) => [
        ...[choice, pictures, pause, told === 'watching', restarts, isBadge],
        ...reports.map(({ status }) => status),
      ],
      possible(event: AttendanceEvent & { output?: Partial<Beat> }, snapshot) {
        const type: string = event.type;
        const { reports } = snapshot.context;
        const isAtDoor = snapshot.matches({ joined: { place: 'door' } });
        const isQuiet = snapshot.matches({ joined: { reports: 'settled', link: 'resting' } });
        const isWatching = snapshot.matches({ joined: { place: 'watching' } });
        const hasPicture = isWatching && snapshot.context.told === 'watching';
        // While it watches, pictures go on. What time does is the same elsewhere.
        if (isTimer(event)) return !isWatching;
        // What else happens meanwhile is the same as before the first restart.
        const { restarts } = snapshot.context;
        if (restarts > 0 && isWatching)
          return event.type === 'watch.stalled' || type === 'xstate.done.actor.sendHeartbeat';
        if (restarts > 1) return type === 'xstate.done.actor.prepareCamera';
        if (restarts > 0 && type === 'xstate.error.actor.sendHeartbeat') return false;
        // The ends of a lesson are the same everywhere, and heartbeats go on as at the door.
        if (type === 'xstate.done.actor.sendHeartbeat') {
          const isExcused = typeof event.output?.excusedUntil === 'number';
          const isWatched = (['watching', 'preparing', 'restarting'] as const).some((place) =>
            snapshot.matches({ joined: { place, reports: 'settled' } }),
          );
          if (isExcused || restarts > 0) return isExcused && isWatched;
          return isAtDoor || event.output?.admission === 'admitted';
        }
        if (type === 'xstate.error.actor.sendHeartbeat' || event.type === 'leave.submit' || event.type === 'tab.lost')
          return isAtDoor;
        switch (event.type) {
          // The outbox tells of a new report while watching, and of answers while they are sent.
          case 'reports.changed':
            return event.reports[0]?.status === 'kept'
              ? snapshot.matches({ joined: { place: 'watching', link: 'resting' } })
              : reports.length > 0 || isQuiet;
          case 'episode.started':
          case 'episode.ended':
          case 'watch.resumed':
            return hasPicture && isQuiet;
          case 'watch.told':
            return isWatching && !hasPicture && snapshot.matches({ joined: { reports: 'settled' } });
          case 'watch.stalled':
            return isWatching && !hasPicture && isQuiet;
          case 'watch.proven':
            return hasPicture && snapshot.matches({ joined: { link: 'due' } });
          // What the student does adds nothing while a call is under way.
          case 'pictures.choose':
            return isQuiet && isWatching && event.pictures !== snapshot.context.pictures;
          case 'teacher.called':
            return isAtDoor;
          case 'cameras.changed':
            return isQuiet && isAtDoor;
          case 'camera.choose':
          case 'pause.submit':
          case 'pause.end':
          case 'consent.review':
          case 'consent.give':
            return isQuiet;
          default:
            return true;
        }
      },
    }),
  ],
  auth: [
    chart(idle(authMachine), {
      events: {
        'session.started': [{ teacher: 'ada', signIn: 1 }],
        'session.identified': [{ teacher: 'ada' }],
        'access.rejected': [{ mayBePassword: false }, { mayBePassword: true }],
        'logout.submit': [{}],
        'storage.read': [
          { signedIn: true, teacher: 'ada', signIn: 1, ended: null },
          { signedIn: true, teacher: 'bob', signIn: 2, ended: null },
          { signedIn: false, teacher: null, signIn: 0, ended: 'signedOut' },
          { signedIn: false, teacher: null, signIn: 0, ended: 'expired' },
        ],
      },
      outputs: {
        renewAccess: ['renewed', 'unanswered', { retryAfterMs: 20_000 }, 'refused'],
        verifyAccess: [{ alive: true }, { alive: false }],
      },
      inputs: [
        { hasAccessToken: true, teacher: 'ada', signIn: 1 },
        { hasAccessToken: true, teacher: null, signIn: 1 },
        { hasAccessToken: false, teacher: null, signIn: 0 },
      ],
      key: ({ mayBePassword, teacher }) => [mayBePassword, teacher],
      // After a sign-in the page stays at the sign-in page until the teacher is identified. So all actions of a signed-in
      // teacher start on a page that was opened signed in, where nobody signs in.
      possible: ({ type }, snapshot) => {
        const { hasAccessToken } = snapshot.context;
        if (type === 'session.identified') return !hasAccessToken;
        if (type === 'session.started') return !hasAccessToken || !snapshot.matches('signedIn');
        return hasAccessToken || (type !== 'access.rejected' && type !== 'logout.submit');
      },
    }),
  ],
  badges: [
    chart(idle(badgesMachine), {
      events: {
        'badges.make': [{ studentIds: ['31', '32'] }],
        'badges.revoke': [{ studentIds: ['31'] }],
        'badges.print': [{}],
        'badges.refresh': [{}],
      },
      outputs: {
        fetchBadges: [[], [badge]],
        changeBadges: [
          { made: ['31', '32'], printable: ['31', '32'] },
          { made: [], printable: [] },
        ],
        openPrint: [undefined],
      },
      errors: {
        fetchBadges: [failure(messages.door.badges.failed, 'failed'), failure(messages.door.badges.failed, 'notFound')],
        changeBadges: [failure(messages.door.badges.makeFailed)],
        openPrint: [failure('It cannot print.')],
      },
      inputs: [{ sectionId: '7' }],
      key: ({ badges, change, printable }) => [badges?.length, change?.type, printable.length],
      possible: (event: BadgesEvent & { output?: Partial<Printable> }, { context: { badges, change, printable } }) => {
        const type: string = event.type;
        if (type === 'badges.revoke') return badges?.length === 1;
        if (type === 'badges.print') return printable.length > 0;
        if (type === 'xstate.done.actor.changeBadges') {
          return (change?.type === 'badges.make') === (event.output?.made?.length === 2);
        }
        return true;
      },
    }),
  ],
  calls: [
    chart(idle(callsMachine), {
      events: { 'call.heard': [{}], 'call.received': [{}], 'socket.closed': [{}] },
      key: ({ failures }) => [failures > 0],
    }),
  ],
  coverage: [
    chart(idle(coverageMachine), {
      events: {},
      outputs: { fetchCoverage: [coverageOf(false), coverageOf(true)] },
      errors: {
        fetchCoverage: [
          failure(messages.lessonReport.coverageFailed, 'failed'),
          failure(messages.lessonReport.coverageFailed, 'notFound'),
        ],
      },
      inputs: [true, false].map((isOffered) => ({ sectionId: '7', lessonId: '12', isOffered })),
      key: ({ coverage }) => coverage?.isOver,
    }),
  ],
  desktop: [
    chart(idle(desktopMachine), {
      events: {
        'desktop.toggle': [{}],
        'detections.came': [{ sectionName: 'Algebra 9b', count: 1, kinds: ['no_face'] }],
        'page.shown': [{}],
        'notification.refused': [{ permission: 'denied' }, { permission: 'unsupported' }],
      },
      outputs: {
        recall: [
          { wasOn: false, permission: 'default' },
          { wasOn: true, permission: 'granted' },
          { wasOn: true, permission: 'denied' },
          { wasOn: false, permission: 'unsupported' },
        ],
        askPermission: ['granted', 'denied', 'default'],
      },
      errors: { recall: [failure('No storage.')], askPermission: [failure('No permission.')] },
      key: ({ waiting }) => waiting,
      // The browser refuses to show one.
      possible: ({ type }, snapshot) => type !== 'notification.refused' || snapshot.matches({ on: 'resting' }),
    }),
  ],
  detection: [
    chart(idle(detectionMachine), {
      events: {
        'section.opened': [{}],
        'section.left': [{}],
        'start.submit': [{}],
        'stop.submit': [{}],
        'extend.submit': [{}],
        'pause.submit': [{ reason: 'Fire drill' }],
        'resume.submit': [{}],
        'status.said': [
          { status: status(true), kind: 'change' },
          { status: status(true), kind: 'message' },
          { status: status(false), kind: 'message' },
          { status: { ...status(true), agents: 'awaited' }, kind: 'message' },
          ...[...Object.values(beyondStartAndStop).flatMap(({ said }) => said), ...knocks].map((status) => ({
            ...{ status, kind: 'message' as const },
          })),
        ],
        'live.opened': [{}],
        'live.lost': [{}],
        'page.shown': [{}],
        'records.changed': [{}],
        'logs.missing': [{}],
        'poll.due': [],
        'poll.answered': [],
        'poll.failed': [],
        'change.doubted': [],
      },
      outputs: { fetchStatus: [status(true), status(false)], sendChange: [status(true), status(false)] },
      errors: {
        sendChange: [failure('It did not work.'), failure('Nothing came back.', 'unanswered')],
        fetchStatus: [failure(messages.detection.statusFailed), failure(messages.detection.statusFailed, 'notFound')],
      },
      // Section 7 polls, section 8 is on the dashboard only, in section 9 lessons start and end, at the door of section 14 students wait, and
      // in the others a lesson is extended, paused and resumed.
      inputs: ['7', '8', '9', ...Object.keys(beyondStartAndStop), sectionOfKnocks].map((sectionId) => ({ sectionId })),
      key: ({ known }) => [
        ...[known?.isActive, known?.agents, known?.endsAt, known?.resumableUntil, known?.paused?.since],
        ...[known?.waiting],
      ],
      possible(event: DetectionEvent & { output?: StatusAnswer }, snapshot) {
        const type: string = event.type;
        const { sectionId } = snapshot.context;
        const isOpen = !snapshot.matches({ watched: 'closed' });
        const isTold = snapshot.matches({ channel: 'told' });
        const isKnown = !snapshot.matches({ known: 'unknown' });
        const other = beyondStartAndStop[sectionId];
        const isSettled = /sendChange$/.test(type);
        if (
          type === 'xstate.done.actor.sendChange' &&
          event.output?.isActive === snapshot.matches({ change: 'stopping' })
        )
          return false;
        if (other) {
          const isChanging = snapshot.matches({ change: other.change });
          if (event.type === 'status.said') {
            // It ends meanwhile, or its resumption is reported.
            if (isKnown) {
              const isPlain = !isBeyondStartAndStop(event.status) && event.status.agents === undefined;
              const isReport = other.change === 'resuming' && event.kind === 'message';
              const isEnd = !event.status.isActive && snapshot.matches({ known: 'active' });
              return isPlain && isChanging && (isEnd || isReport);
            }
            return other.said.includes(event.status);
          }
          if (isSettled) return isChanging;
          if (event.type === 'stop.submit') return isChanging;
          if (event.type === 'live.opened') return !isTold;
          if (event.type === 'section.opened') return isTold && !isOpen;
          return /^(extend|pause|resume)/.test(type) && isOpen;
        }
        if (sectionId === sectionOfKnocks) {
          if (event.type !== 'status.said') return isTold ? /^xstate\.after/.test(type) : event.type === 'live.opened';
          const isReport = event.status.isActive && event.status.agents === undefined;
          return isTold && (knocks.includes(event.status) || (isReport && event.kind === 'message' && isKnown));
        }
        if (event.type === 'status.said' && isBeyondStartAndStop(event.status)) return false;
        if (/^(extend|pause|resume)/.test(type)) return false;
        if (sectionId === '8') {
          return event.type === 'status.said' ? isTold : !/^section|submit$/.test(type);
        }
        if (event.type === 'section.opened') return isTold;
        if (event.type === 'live.opened') return !isTold;
        if (!isOpen) return false;
        if (sectionId === '7') {
          if (type === 'xstate.done.actor.fetchStatus') return event.output?.isActive === false;
          return !/said|submit$/.test(type);
        }
        switch (event.type) {
          case 'status.said':
            // Only the first message differs from a `status_update`.
            return event.status.agents === undefined && (event.kind === 'message' || !isKnown);
          case 'page.shown':
            return snapshot.matches({ watched: { open: { refreshes: 'waiting', lessonLogs: 'fetched' } } });
          case 'start.submit':
          case 'stop.submit':
            return true;
          default:
            if (isSettled) return true;
            if (type === 'xstate.error.actor.fetchStatus') return !isKnown;
            if (type === 'xstate.done.actor.fetchStatus') {
              return isKnown && event.output?.isActive === snapshot.matches({ known: 'active' });
            }
            // Calls time out after 30 s, so one that started with the logs' interval ends with it.
            return (
              type.startsWith('xstate.after.') &&
              (!type.startsWith('xstate.after.logRefreshInterval.') ||
                !snapshot.matches({ watched: { open: { polling: { round: { call: 'checking', clock: 'due' } } } } }))
            );
        }
      },
    }),
  ],
  door: [
    chart(idle(doorMachine), {
      events: {
        'lesson.began': [{}],
        'lesson.ended': [{}],
        'devices.awaited': [{}],
        'devices.heard': [{}],
        'live.opened': [{}],
        'live.lost': [{}],
        'attendance.changed': [{}],
        'students.invite': [{}],
        'code.replace': [{}],
        'students.admit': [{ ids: ['31'] }],
        'students.admitAll': [{ ids: ['31'] }],
        'number.admit': [{ number: '47' }],
        'students.refuse': [{ ids: ['31'] }],
        'waiting.refuse': [{ upTo: '35' }],
        'student.excuse': [{ studentId: '31', minutes: 5, reason: 'toilet' }],
        'excuse.end': [{ studentId: '31' }],
        'links.send': [{ studentIds: ['31'] }],
        'link.revoke': [{ studentId: '31' }],
      },
      outputs: {
        fetchAttendance: [
          { lessonId: '12', code: null, attendees: [], excuses: [], links: [] },
          {
            lessonId: '12',
            code: 'K7M2XQ',
            attendees: [atTheDoor],
            excuses: [excuse],
            links: [mailedLink],
            isAnnounced: true,
          },
          ...[
            { ...atTheDoor, numbers: ['47'] },
            { ...atTheDoor, numbers: ['12', '47'], isContested: true },
          ].map((attendee) => ({
            ...{ lessonId: '12', code: 'K7M2XQ', attendees: [attendee], excuses: [], links: [], isAnnounced: true },
            crowd: { outsiders: 0, upTo: '35', isFlooded: attendee.isContested },
          })),
        ],
        changeAttendance: [undefined],
      },
      errors: {
        fetchAttendance: [failure(messages.door.failed, 'failed'), failure(messages.door.failed, 'notFound')],
        changeAttendance: [failure(messages.door.admitFailed)],
      },
      inputs: [{ sectionId: '7', isOffered: true }],
      key: ({ attendance, change, next, invitation }) => [
        ...[attendance?.code, attendance?.crowd?.isFlooded, change?.type],
        ...[next.length, invitation],
      ],
      possible: ({ type }, snapshot) => {
        const { attendance, change, next } = snapshot.context;
        const isTold = snapshot.matches({ channel: 'told' });
        if (type === 'live.opened') return !isTold;
        // Who is at the door is decided on once.
        const decides = /^(students|number)\.(admit|refuse)$/;
        if (change !== null && decides.test(type) && (next.length > 0 || decides.test(change.type))) return false;
        // The live channel says all of this.
        // Devices are awaited, if at all, as soon as the lesson begins.
        if (type === 'devices.awaited') return isTold && attendance === null && snapshot.context.invitation !== 'due';
        if (type === 'devices.heard') return isTold && snapshot.context.invitation === 'due';
        if (/^l(esson|ive)|announced$/.test(type)) return isTold;
        if (type === 'students.invite') return attendance === null || attendance.code === null;
        const isFlooded = attendance?.crowd?.isFlooded;
        if (type === 'code.replace') return isFlooded !== undefined;
        if (type === 'students.admitAll') return isFlooded === false;
        if (type === 'number.admit' || type === 'waiting.refuse') return isFlooded === true;
        if (type === 'students.admit') return attendance?.attendees.length === 1 && isFlooded === undefined;
        if (type === 'students.refuse') return attendance?.attendees.length === 1;
        if (type === 'student.excuse') return attendance?.excuses?.length === 0;
        if (type === 'excuse.end') return attendance?.excuses?.length === 1;
        if (type === 'links.send' || type === 'link.revoke') return attendance?.links?.length === 1;
        return true;
      },
    }),
  ],
  form: [
    form(idle(loginForm), messages.login.invalidCredentials),
    form(idle(googleLoginForm), messages.google.failed),
    form(idle(registerForm), messages.register.failed),
    form(idle(verifyOtpForm), messages.verifyOtp.failed),
    form(idle(forgotPasswordForm), messages.forgotPassword.failed),
    form(idle(resetPasswordForm), messages.resetPassword.failed),
    form(idle(changePasswordForm), messages.changePassword.failed),
    form(idle(createSectionForm), messages.createSection.failed),
    form(idle(renameSectionForm), messages.renameSection.failed),
    form(idle(shareSectionForm), messages.shareSection.failed),
    form(idle(studentEmailForm), messages.studentEmail.failed),
    form(idle(replyForm), messages.reply.failed),
    form(idle(describeLessonForm), messages.describeLesson.failed),
    form(idle(correctRegisterForm), messages.classRegister.failedToCorrect),
    form(idle(deleteSectionForm), messages.deleteSection.failed),
    form(idle(deleteLessonForm), messages.deleteLesson.failed),
    form(idle(administerForm), messages.admin.changeFailed),
  ],
  language: [
    chart(idle(languageMachine), {
      events: { 'language.choose': [{ language: 'de' }] },
      outputs: { loadWords: [studentWords] },
      key: ({ shown }) => shown === null,
    }),
  ],
  lessons: [
    chart(idle(lessonsMachine), {
      events: {
        'status.said': [{ startedAt: undefined }, { startedAt: null }, { startedAt: 9_000 }],
        'lessons.refresh': [{}],
      },
      outputs: { fetchLessons: [[lessonOf('12')], []] },
      errors: {
        fetchLessons: [failure(messages.lessons.failed, 'failed'), failure(messages.lessons.failed, 'notFound')],
      },
      inputs: [{ sectionId: '7' }],
      key: ({ lessons }) => lessons?.length,
    }),
  ],
  liveChannel: [
    chart(idle(liveChannelMachine), {
      events: {
        'reconnect.submit': [{}],
        'socket.opened': [{}],
        'socket.closed': [{ tokenRefused: false }, { tokenRefused: true }],
        'live.message': [updateOf('7', true)],
        'logs.changed': [{ sectionId: '7' }],
        'heartbeat.received': [{}],
        'attendance.changed': [{ sectionId: '7' }],
        'sections.changed': [{}],
        'network.online': [{}],
        'network.offline': [{}],
        'page.shown': [{}],
        'clock.ticked': [{ now: 0 }],
        'status.ask': [{}],
      },
      key: ({ reconnects, sendsHeartbeats }) => [reconnects, sendsHeartbeats].join(),
    }),
  ],
  logout: [
    chart(idle(logoutMachine), {
      events: {
        'logout.ask': [
          { running: [{ id: '7', name: '4b' }], isSaving: false },
          { running: [{ id: '7', name: '4b' }], isSaving: true },
          { running: [], isSaving: true },
          { running: [], isSaving: false },
        ],
        'logout.keepRunning': [{ isSaving: false }, { isSaving: true }],
        'logout.stopFirst': [{}],
        'logout.now': [{}],
        'logout.cancel': [{}],
        'page.left': [{}],
        'write.failed': [
          { kind: 'createSection', sectionId: null },
          { kind: 'stopDetection', sectionId: '7' },
        ],
        'writes.finished': [{ running: [] }, { running: [{ id: '7', name: '4b' }] }],
      },
      outputs: { stopSessions: [{ isSaving: false }, { isSaving: true }] },
      errors: { stopSessions: [failure(messages.detection.stopFailed)] },
      possible: (event, snapshot) =>
        event.type !== 'write.failed' || event.kind !== 'stopDetection' || snapshot.matches({ open: 'stopping' }),
    }),
  ],
  logs: [
    chart(idle(logsMachine), {
      events: {
        'logs.refresh': [{}],
        'logs.partlyCame': [{ logs: logsOf(21).slice(0, 20), missing: 1 }],
        'logs.changed': [{}],
        'logs.outdated': [{}],
        'change.saved': [{ change: { kind: 'deleted', ids: ['21'] } }],
        'picture.failed': [{ address: 'https://pictures.example/21.png' }],
      },
      outputs: {
        // A backend with logs also supports fetching changes.
        fetchLogs: [{ ...allOf(logsOf(21), 1), newer: '/detection/logs/?section=7&newer=1' }, allOf([], 2)],
      },
      errors: {
        fetchLogs: [
          failure(messages.logs.failed(messages.logs.noReason)),
          failure(messages.logs.failed('Section not found.'), 'notFound'),
        ],
      },
      inputs: [{ sectionId: '7' }],
      key: ({ logs, pictures }) => [logs.length, pictures[0]?.tries],
      possible: ({ type }: { type: string }, snapshot) => {
        // Only the first fetch arrives in parts.
        if (type === 'logs.partlyCame') {
          return snapshot.matches({ list: 'fetching' }) && snapshot.context.fetchedAt === null;
        }
        // A full answer does not answer a fetch of changes.
        if (type === 'xstate.done.actor.fetchLogs') return snapshot.context.newer === null;
        // Opening the channel also fetches the logs. Here it opens during a fetch.
        if (type === 'logs.changed') return snapshot.matches({ list: 'fetching' });
        // Between fetches it has the same effect as a refresh.
        if (type === 'logs.outdated') return snapshot.context.fetchedAt === null;
        // Only a listed, enlarged log can be deleted.
        if (type === 'change.saved') {
          const { fetchedAt, logs } = snapshot.context;
          return fetchedAt !== null && logs.some(({ id }) => id === '21');
        }
        if (type === 'picture.failed') return snapshot.context.logs.length > 0;
        // No fetch lasts a minute: calls time out after 30 s.
        return !type.startsWith('xstate.after.pictureRetryInterval.') || !snapshot.matches({ list: 'fetching' });
      },
    }),
  ],
  logsView: [
    chart(idle(logsViewMachine), {
      events: {
        'screenshot.open': [{ log: logAt(21) }],
        'screenshot.step': [{ log: logAt(20) }],
        'screenshot.close': [{}],
        'back.pressed': [{}],
        'zoom.change': [{ zoom: { scale: 1, width: 640 } }],
        'zoom.fit': [{}],
        'note.change': [{ note: 'The lamp' }],
        'review.submit': [
          { log: logAt(21), state: 'seen', note: '', goesOn: true, neighbours: beforeNext },
          { log: logAt(21), state: 'seen', note: '', goesOn: true, neighbours: alone },
          { log: logAt(21), state: null, note: 'The lamp', goesOn: false, neighbours: alone },
        ],
        'deletion.ask': [{}],
        'deletion.cancel': [{}],
        'deletion.confirm': [{ neighbours: beforeNext }, { neighbours: alone }],
      },
      outputs: {
        saveReview: [{ sectionId: '7', log: logAt(21), noted: { state: 'seen', note: 'The lamp' }, goesOn: true }],
      },
      errors: {
        saveReview: [failure(messages.review.failed)],
        deleteLog: [failure(messages.review.deleteFailed(1))],
      },
      // With many logs, and with one.
      inputs: [
        { sectionId: '7', notes: {} },
        { sectionId: '8', notes: {} },
      ],
      key: ({ enlarged, notes, neighbours }) => [enlarged?.id, notes, neighbours.next?.id],
      possible: (event, { context }) => {
        const isAlone = context.sectionId === '8';
        if (event.type === 'screenshot.step') return !isAlone;
        const goesOn = event.type === 'deletion.confirm' || (event.type === 'review.submit' && event.goesOn);
        return !goesOn || (event.neighbours.next === undefined) === isAlone;
      },
    }),
  ],
  names: [
    chart(idle(namesMachine), {
      events: { 'names.ask': [{}], 'names.show': [{}], 'names.hide': [{}] },
    }),
  ],
  notice: [
    chart(noticeMachine, {
      events: {
        'notice.show': [{ notice: { kind: 'success', sentence: 'It worked.' } }],
        'notice.dismiss': [{}],
      },
    }),
  ],
  offer: [chart(idle(offerMachine), { events: { 'offer.turned': [{}] } })],
  pageCode: [
    chart(idle(pageCodeMachine), {
      events: {
        'code.retry': [{}],
        'page.moved': [{}],
        'network.online': [{}],
      },
      outputs: { fetchCode: ['loaded', 'unusable', 'outdated'] },
      inputs: [
        { isLoaded: false, hasMoved: true },
        { isLoaded: false, hasMoved: false },
        { isLoaded: true, hasMoved: true },
      ],
    }),
  ],
  paste: [
    chart(idle(pasteMachine), {
      events: {
        'paste.open': [{}],
        'paste.close': [{}],
        'list.submit': [
          '',
          Array.from({ length: 301 }, (_, index) => `s${index}@school.example`).join('\n'),
          pasted,
        ].map((text) => ({ list: readList(text) })),
        'list.edit': [{}],
        'file.choose': [{ file: new File([pasted], 'class.csv') }],
        'lookups.retry': [{}],
        'student.choose': [{ key: alike.key, student: bobby }],
        'name.change': [{ key: 'dora@school.example', name: 'Dora Day' }],
      },
      outputs: {
        readFile: [readList(pasted)],
        lookUp: [
          {
            lookups: [
              { ...pastedPeople[0], kind: 'found', student: ada },
              { ...pastedPeople[1], kind: 'found', student: bob },
              { ...pastedPeople[2], kind: 'missing' },
              { ...pastedPeople[3], kind: 'failed' },
            ],
            mayAdd: true,
          },
          { lookups: [{ ...alike, kind: 'several', students: [bob, bobby], chosen: null }], mayAdd: false },
          { lookups: [{ ...pastedPeople[3], kind: 'missing' }], mayAdd: true },
        ] satisfies Answered[],
      },
      errors: {
        readFile: [failure(messages.paste.fileUnreadable)],
        lookUp: [failure(messages.roster.searchFailed)],
      },
      inputs: [{ section: { id: '7', takesNames: true } }],
      key: ({ lookups, problem, mayAdd, names }) => [lookups, problem, mayAdd, names],
      possible: (event: { type: string; output?: Answered }, snapshot) => {
        const { context } = snapshot;
        const next = context.lookups.filter(({ kind }) => kind === 'waiting').map(({ key }) => key);
        const dora = context.lookups.find(({ key }) => key === 'dora@school.example');
        switch (event.type) {
          case 'xstate.done.actor.lookUp':
            return event.output?.lookups.map(({ key }) => key).join() === next.slice(0, 4).join();
          // One of the first four is in the section and is not looked up.
          case 'xstate.error.actor.lookUp':
            return next.length < pastedPeople.length;
          // What is not shown cannot be filled in.
          case 'name.change':
            return snapshot.matches({ open: 'reviewed' }) && context.mayAdd && dora?.kind === 'missing';
          case 'student.choose':
            return context.lookups.some(({ kind }) => kind === 'several');
          default:
            return true;
        }
      },
    }),
  ],
  print: [
    chart(idle(printMachine), {
      events: {
        'print.submit': [{ wanted: ['https://pictures.example/1.png'] }, { wanted: [] }],
        'picture.settled': [{ address: 'https://pictures.example/1.png', isLoaded: true }],
      },
    }),
  ],
  reading: [
    chart(idle(readingMachine), {
      events: { 'reading.refresh': [{}] },
      outputs: { read: [{ isOver: false }, { isOver: true }] },
      errors: {
        read: [failure(messages.classRegister.failed, 'failed'), failure(messages.classRegister.failed, 'notFound')],
      },
      inputs: [true, false].map((isOffered) => ({ isOffered })),
      key: ({ value }) => value?.isOver,
    }),
  ],
  resend: [
    chart(idle(resendMachine), {
      events: {
        'resend.submit': [{ email: 'ada@school.example' }, { email: '' }],
        'resend.change': [{}],
        'clock.ticked': [{ now: 60_000 }, { now: 120_000 }],
      },
      outputs: { resendCode: [{ sentAt: 0 }] },
    }),
  ],
  resumption: [
    chart(idle(resumptionMachine), {
      events: { 'teacher.called': [{}] },
      outputs: { ask: ['ended', 'admitted'] },
      errors: { ask: [agentFailure('unanswered'), agentFailure('unknown')] },
    }),
  ],
  reviews: [
    chart(idle(reviewsMachine), {
      events: {
        'episodes.review': [
          { ...reviewOfAda, sightings: [{ key: keyOfAda, last: 1_000 }] },
          { ...reviewOfAda, before: [], sightings: [{ key: keyOfAda, last: 1_000 }] },
        ],
        'review.done': [reviewOfAda],
        'review.undo': [{}],
        'undo.touched': [{}],
        'review.saved': [{ sectionId: '7', sightings: [{ key: keyOfAda, last: 1_000 }] }],
        'review.failed': [{ sectionId: '7', sightings: [{ key: keyOfAda, last: 1_000 }] }],
      },
      inputs: [undefined],
      key: ({ seen, undoable }) => [Object.values(seen['7'] ?? {}).flat().length, undoable?.before.length],
      // A seen episode cannot be pressed, and only a sent review can be saved or fail.
      possible: ({ type }, { context: { seen, undoable } }) => {
        const isSeen = Object.values(seen['7'] ?? {}).flat().length > 0;
        if (type === 'review.failed' || type === 'review.saved') return isSeen && undoable?.before.length !== 0;
        return !['episodes.review', 'review.done'].includes(type) || (!isSeen && undoable === null);
      },
    }),
  ],
  room: [
    chart(idle(roomMachine), {
      events: {
        'room.arrange': [{ room: { version: 1, places: inFront } }],
        'student.move': [{ places: inTheBack }],
        'move.undo': [{}],
        'room.save': [{}],
        'room.cancel': [{}],
        'room.overwrite': [{ version: 2 }],
        'network.online': [{}],
      },
      outputs: { saveRoom: [nothingNew, { ...nothingNew, left: failure(messages.room.outdated).problem }] },
      errors: { saveRoom: [failure(messages.room.failed), failure(messages.room.failed, 'unanswered')] },
      inputs: [
        { sectionId: '7', saved: inFront, draft: null },
        { sectionId: '7', saved: inFront, draft: { version: 1, places: inTheBack } },
      ],
      key: ({ places, past }) => [places === inFront, past.length > 0],
      // One move tells all that later ones would.
      possible: (event, { context }) => event.type !== 'student.move' || context.past.length === 0,
    }),
  ],
  roster: [
    chart(idle(rosterMachine), {
      events: {
        'query.change': [{ query: 'bo' }, { query: 'b' }],
        'student.select': [{ student: bob }],
        'students.select': [{ students: [bob] }],
        'students.add': [bob, ada].map((student) => ({ students: [student] })),
        'student.unselect': [{ student: bob }],
        'add.submit': [{}],
        'remove.open': [{ student: ada }],
        'remove.cancel': [{}],
        'remove.confirm': [{}],
        'students.changed': [
          { students: [ada, bob], beingRemoved: [] },
          { students: [ada], beingRemoved: [ada.email] },
        ],
      },
      outputs: {
        searchStudents: [
          { students: [bob], total: 40, mayAdd: false },
          { students: [], total: 0, mayAdd: true },
        ],
        addStudents: [[ada, bob], [ada]],
      },
      errors: {
        searchStudents: [failure(messages.roster.searchFailed)],
        addStudents: [failure(messages.roster.addFailed)],
        removeStudent: [failure(messages.roster.removeFailed(0, ''))],
      },
      inputs: [{ section, selected: [] }],
      key: ({ results, selected, beingRemoved }) => [results.length, selected.length, beingRemoved.length],
      possible: (event, snapshot) => {
        const { type } = event;
        const { context } = snapshot;
        const isRemoving = snapshot.matches({ removal: 'removing' });
        if (type === 'student.select' || type === 'students.select') return context.results.length > 0;
        // The dialog with the list is opened from a page at rest.
        if (type === 'students.add') {
          return snapshot.matches({ search: 'idle', removal: 'none' }) && context.beingRemoved.length === 0;
        }
        // The session reports a removal at once when it is sent.
        if (type === 'students.changed') {
          return isRemoving
            ? event.beingRemoved.length > 0
            : event.beingRemoved.length === 0 && context.beingRemoved.length === 0;
        }
        if (type === 'remove.cancel' && isRemoving) return context.beingRemoved.length > 0;
        return type !== 'student.unselect' || context.selected.length > 0;
      },
    }),
  ],
  section: [
    chart(idle(sectionMachine), {
      events: {
        'section.retry': [{}],
        'section.found': [{}],
        'section.missing': [{}],
        'sections.failed': [{ problem: failure(messages.dashboard.failed).problem }],
      },
      outputs: { fetchEndedSharing: [null, { owner: 'Noor Haddad', endedAt: lessonEnd }] },
      errors: { fetchEndedSharing: [failure(messages.section.failed)] },
      inputs: [
        { sectionId: '7', isListed: false },
        { sectionId: '7', isListed: true },
      ],
    }),
  ],
  selection: [
    chart(idle(selectionMachine), {
      events: {
        'logs.select': [{ logIds: ['21'] }],
        'logs.unselect': [{ logIds: ['21'] }],
        'selection.clear': [{}],
        'review.submit': [
          {
            review: { sectionId: '7', state: 'seen', students: [keyOfAda], before: [{ state: null, logIds: ['21'] }] },
          },
        ],
        'deletion.ask': [{ logIds: ['21'] }],
        'deletion.cancel': [{}],
        'deletion.confirm': [{}],
      },
      outputs: {
        reviewLogs: [{ logIds: ['21'], left: null }],
        deleteLogs: [{ logIds: ['21'], left: null }],
      },
      errors: {
        reviewLogs: [failure(messages.review.failed)],
        deleteLogs: [failure(messages.review.deleteFailed(1))],
      },
      inputs: [{ sectionId: '7' }],
      key: ({ logIds }) => logIds,
      possible: ({ type }, { context }) =>
        type.startsWith('xstate.') || (type === 'logs.select') === (context.logIds.length === 0),
    }),
  ],
  session: [
    chart(idle(sessionMachine), {
      events: {
        'sections.refresh': [{}],
        'page.shown': [{}],
        'section.open': [{ sectionId: '7' }, { sectionId: '8' }],
        'section.close': [{ sectionId: '7' }, { sectionId: '8' }],
        'write.submit': writes.map((write) => ({ write })),
        'logout.ask': [{}],
        'logout.keepRunning': [{}],
        'write.watch': writes.map(({ id }) => ({ id, isWatched: false })),
        'write.settled': writes.flatMap(({ id }) => [
          { id, outcome: { type: 'done' as const, ...nothingNew } },
          { id, outcome: { type: 'failed' as const, problem: failure('It did not work.', 'unanswered').problem } },
        ]),
        'live.opened': [{}],
        'live.lost': [{}],
        'live.message': [startOf('7'), updateOf('7', false)],
        'logs.changed': [{ sectionId: '7' }, { sectionId: '8' }],
        'attendance.changed': [{ sectionId: '7' }, { sectionId: '8' }],
        'sections.changed': [{}],
      },
      outputs: { fetchSections: [[section]] },
      errors: { fetchSections: [failure(messages.dashboard.failed)] },
      inputs: [{ teacher: 'ada' }],
      key: ({ writes: [write], sections, openSectionId }) => [write?.kind, sections?.length, openSectionId],
      possible: (event, snapshot) => {
        const { writes, openSectionId, sections } = snapshot.context;
        const inFlight = writes[0]?.id;
        const isPresent = openSectionId === section.id && sections !== null;
        // One write at a time, sent before the channel opens: their queueing adds no edges.
        const canWrite = inFlight === undefined && snapshot.matches({ statuses: 'unheard' });
        switch (event.type) {
          // Sent by the dashboard.
          case 'sections.refresh':
            return openSectionId === null;
          // One section's pages close before another's open.
          case 'section.open':
            return openSectionId === null || openSectionId === event.sectionId;
          // Sections are created on the dashboard. All other writes happen on pages of an existing section.
          case 'write.submit': {
            const isOnDashboard = openSectionId === null && !snapshot.matches({ list: 'unasked' });
            return canWrite && (event.write.kind === 'createSection' ? isOnDashboard : isPresent);
          }
          // A deletion cannot be closed.
          case 'write.watch':
            return event.id === inFlight && writes[0]?.kind === 'createSection';
          case 'write.settled':
            return event.id === inFlight;
          case 'live.opened':
            return snapshot.matches({ statuses: 'unheard' });
          case 'live.lost':
          case 'live.message':
          case 'logs.changed':
          case 'attendance.changed':
          case 'sections.changed':
            return snapshot.matches({ statuses: 'heard' });
          default:
            return true;
        }
      },
    }),
  ],
  stillRows: [
    chart(idle(stillRowsMachine), {
      events: { 'rows.touched': [{}], 'rows.show': [{}] },
    }),
  ],
  studentPanel: [
    chart(idle(studentPanelMachine), {
      events: {
        'student.open': [
          { student: 'ada', logIds: ['1'] },
          { student: 'bob', logIds: [] },
        ],
        'student.close': [{}],
        'back.pressed': [{}],
      },
      key: ({ student }) => student,
      // The panel has a button for each neighbour only.
      possible: (event, { context }) => event.type !== 'student.open' || event.student !== context.student,
    }),
  ],
  teachers: [
    chart(idle(teachersMachine), {
      events: {
        'teachers.refresh': [{}],
        'sharing.settled': [{}],
      },
      outputs: { fetchTeachers: [teachersOf('sam@school.example')] },
      errors: {
        fetchTeachers: [failure(messages.teachers.failed, 'failed'), failure(messages.teachers.failed, 'notFound')],
      },
      inputs: [{ sectionId: '7' }],
      key: ({ known }) => known?.teachers.length,
    }),
  ],
  watch: [
    chart(idle(watchMachine), {
      events: {
        'frame.seen': [
          ...(['none', 'part', 'one', 'several', 'dark'] as const).map((view) => ({
            view,
            at: 1_000,
            elapsed: 1_000,
            isStill: false,
          })),
          { view: 'one', at: 60_000, elapsed: 1_000, isStill: true },
        ],
        'frame.lacked': [{}],
        'pictures.lapsed': [],
        'camera.muted': [{}],
        'camera.unmuted': [{}],
        'frame.hidden': [{ at: 1_000, elapsed: 1_000 }],
        'frames.missed': [{ at: 60_000, elapsed: 50_000 }],
        'page.left': [{ at: 0 }],
        'page.entered': [{ at: 0 }],
        'page.hidden': [{ at: 0 }],
        'page.shown': [{}],
        'camera.lost': [{}],
      },
      inputs: [
        { earlier: null },
        ...(['absence', 'company', 'vanishing', 'crowding'] as const).map((view) => ({
          earlier: { ...earlier, view },
        })),
        ...(['away', 'leaving'] as const).map((page) => ({ earlier: { ...earlier, page } })),
      ],
      // A count, and what was before, is read only where it goes on: everywhere else it begins anew.
      key: ({ lasted, pageLasted, changedAt, fault, isReady, earlier }, snapshot) => [
        snapshot.matches({ view: 'resumed' }) ? earlier.view : null,
        counting.some((view) => snapshot.matches({ view })) ? lasted : null,
        snapshot.matches({ page: 'here' }) || snapshot.matches({ page: { away: 'gone' } }) ? null : pageLasted,
        changedAt === null,
        fault === 'muted',
        isReady,
      ],
      // Camera and page do not meet: one rests while the other moves.
      possible: (event, snapshot) => {
        const { view, page } = snapshot.context.earlier;
        // From then on everything goes as on a page that was not loaded again.
        if ((view !== null || page !== null) && !snapshot.matches({ view: 'resumed' })) return false;
        const isPresent = snapshot.matches({ view: { seen: 'present' } });
        if (event.type === 'page.left') return isPresent;
        // A page that is left may be hidden, too; what it does then is the same.
        const isLeft = snapshot.matches({ view: { seen: 'present' }, page: 'leaving' });
        if (event.type === 'frame.hidden') return isLeft;
        if (event.type === 'frame.seen' && event.isStill && snapshot.context.changedAt === null) return false;
        if (event.type === 'frame.lacked' || event.type === 'camera.muted' || event.type === 'camera.unmuted') {
          return (
            snapshot.matches({ page: 'here', view: 'blind' }) || snapshot.matches({ page: 'here', view: 'awaited' })
          );
        }
        return snapshot.matches({ page: 'here' }) || (event.type === 'frame.seen' ? event.view === 'one' : isPresent);
      },
    }),
  ],
  write: [
    chart(idle(writeMachine), {
      events: { 'network.online': [{}] },
      outputs: { sendWrite: [nothingNew] },
      errors: { sendWrite: [failure('It did not work.'), failure('Nothing came back.', 'unanswered')] },
      inputs: [
        { id: 'write-1', kind: 'createSection' },
        { id: 'write-1', kind: 'reviewLogs' },
      ],
    }),
  ],
} satisfies Record<string, Chart[]>;
