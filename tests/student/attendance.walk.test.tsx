import { screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { Failure } from '../../student/src/failure';
import { attendanceMachine } from '../../student/src/machines/attendanceMachine';
import { attendCalls, beatJson, deletedBy, type OpenedAttend, openAttend, receiptJson } from '../support/attend';
import { twoCameras } from '../support/charts';
import { idle } from '../support/idle';
import { field, pageText, pass } from '../support/screen';
import { goOnline } from '../support/session';
import { messages } from '../support/studentWords';
import { walkChart } from '../support/walk';

const { answer, door, heartbeat, knock, leave, link, receipt, redeem } = attendCalls;
const { code, consent, linked, naming, over, receipt: words } = messages;

const minute = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit' });
/** What the view says, and the browser's tab. */
const title = (text: string, tab: string = text) => {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text);
  expect(document.title).toBe(`${tab} · Vigil`);
};
const titled = (text: string) => () => title(text);

/** The heartbeat under way says this. */
const tells = ({ waiting }: OpenedAttend, state: string) =>
  expect(waiting(heartbeat).map(({ body, headers }) => [body, headers.get('Authorization')])).toEqual([
    [expect.objectContaining({ state }), 'Attend T1'],
  ]);

/** The student is not in view yet. */
const told = { type: 'watch.told', told: 'waiting', since: null } as const;
const beaten = {
  type: 'xstate.done.actor.sendHeartbeat',
  output: {
    admission: 'admitted',
    lesson: null,
    every: 20_000,
    excusedUntil: null,
    pausedFor: null,
    endsIn: null,
    number: null,
  },
} as const;
const absence = { type: 'episode.started', kind: 'no_face', at: 0 } as const;

const answerTo = (error: unknown) => {
  const kind = error instanceof Failure ? error.problem.kind : undefined;
  if (kind === 'unknown') return { status: 404, json: { detail: 'There is no receipt.' } };
  return kind === 'running' ? { status: 409, json: { detail: 'The lesson is running.' } } : ('fail' as const);
};

const linkAnswerTo = (error: unknown) => {
  const kind = error instanceof Failure ? error.problem.kind : undefined;
  if (kind === 'unanswered') return 'fail' as const;
  return {
    status: kind === 'unknown' ? 410 : 409,
    json: { detail: 'Your teacher has withdrawn this link.', link_ended: 'revoked' },
  };
};

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

function open() {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  return openAttend();
}

walkChart(idle(attendanceMachine), open, {
  events: {
    async 'code.submit'({ user, press }, { code: typed }, { ready }) {
      await user.clear(field('code'));
      await user.paste(typed);
      ready();
      await press(code.join);
    },
    'name.again': ({ press }) => press(messages.door.stranger),
    'code.again': ({ press }) => press(/^(Another code|Type a code|That is not me|Close)$/),
    'link.retry': ({ press }) => press(linked.again),
    'link.redeem': ({ press }) => press(linked.join),
    async 'knock.submit'({ user, press }, { as }, { ready }) {
      if ('studentId' in as) return press('Ada Lovelace');
      await press(naming.stranger);
      await user.type(field('name'), as.name);
      ready();
      await press(naming.ask);
    },
    'consent.give': ({ press }) => press(consent.give),
    'consent.decline': ({ press }) => press(/without the camera$/),
    'pictures.choose': ({ press }, { pictures }) => press(pictures ? messages.pictures.send : messages.pictures.stop),
    'consent.review': ({ press }) => press(messages.unwatched.review),
    'camera.retry': ({ press }) => press(messages.camera.retry),
    async 'camera.choose'({ user, tellCameras }, { cameraId }, { ready }) {
      await tellCameras(twoCameras);
      ready();
      await user.selectOptions(screen.getByRole('combobox', { name: messages.camera.choice }), cameraId);
    },
    'cameras.changed': ({ tellCameras }, { cameras }) => tellCameras(cameras),
    async 'pause.submit'({ user, press }, { reason }, { ready }) {
      await user.type(field('reason'), reason);
      ready();
      await press(messages.watching.pause);
    },
    'pause.end': ({ press }) => press(messages.paused.goOn),
    async 'leave.submit'({ press }, _, { ready }) {
      await press(messages.leave.ask);
      ready();
      await press(messages.leave.confirm);
    },
    'receipt.open': ({ press }) => press(/^Read: 3a/),
    'receipt.drop': ({ press }) => press(/^Remove from this device: 3a/),
    'receipt.refresh': ({ press }) => press(words.refresh),
    async 'answer.submit'({ user, press }, { text }, { ready }) {
      await user.clear(field('text'));
      await user.paste(text);
      ready();
      await press(/^(Send|Change) answer$/);
    },
    'tab.use': ({ press }) => press(messages.elsewhere.use),
    'tab.lost': ({ loseTab }) => loseTab(),
    'teacher.called': ({ call }) => call(),
    async 'lesson.resumed'({ call, give }) {
      await call();
      await give(heartbeat, beatJson('admitted'));
    },
    'network.online': () => goOnline(true),
    'reports.changed': ({ tellReports }, { reports }) => tellReports(reports),
    'door.opened': null,
    'excuse.began': null,
    'excuse.ended': null,
    'beat.due': null,
    'beat.now': null,
    'episode.started': ({ show }) => show('none', { seconds: 9 }),
    'episode.ended': async ({ show }, _, { comesFirst }) => {
      comesFirst(absence);
      await show('none', { seconds: 9 });
      await show('one', { seconds: 3 });
    },
    'watch.told': ({ show }) => show('one', { seconds: 3 }),
    'watch.proven': ({ show }) => show('one'),
    'watch.resumed': ({ missFrames }) => missFrames(),
    async 'watch.stalled'({ give }, _, { comesFirst, goesOnWith }) {
      comesFirst({ type: 'watch.told', told: 'no_picture', since: null });
      goesOnWith(beaten);
      await pass(10_000);
      await give(heartbeat, beatJson('admitted'));
    },
    'camera.lost': ({ tellCamera }) => tellCamera('lost'),
  },
  answers: {
    recall: {
      done: ({ tickets, ticketWith }, recalled) => {
        if (recalled.kind === 'invited') window.location.hash = recalled.code;
        if (recalled.kind === 'linked') window.location.hash = 'link=L1';
        return tickets.give(
          recalled.kind === 'joined'
            ? ticketWith({
                choice: recalled.choice,
                pictures: recalled.pictures,
                pause: recalled.pause,
                cameraId: null,
              })
            : null,
        );
      },
      error: ({ tickets }) => tickets.fail(new Error('There is no storage')),
    },
    claimTab: {
      done: ({ claim }, isFree) => claim.give(isFree),
      error: ({ claim }) => claim.fail(new DOMException('', 'AbortError')),
    },
    awaitTab: {
      done: ({ turn }) => turn.give(),
      error: ({ turn }) => turn.fail(new DOMException('', 'AbortError')),
    },
    openLink: {
      done: ({ give }, { door: { section, teacher, subject }, name, seat, isBadge, isRunning }) => {
        const lesson = { section, teacher, subject, student: name };
        return give(link, {
          json: { ...lesson, is_joined: seat !== null, is_badge: isBadge, is_running: isRunning },
        });
      },
      error: ({ give }, { error }) => give(link, linkAnswerTo(error)),
    },
    redeemLink: {
      done: ({ give }) => give(redeem, { status: 201, json: { token: 'T1', attendee_id: 9 } }),
      error: ({ give }, { error }) => give(redeem, linkAnswerTo(error)),
    },
    openDoor: {
      done: ({ give }, { door: { section, teacher, subject, students }, seat }) => {
        const lesson = { section, teacher, subject, students, screenshots: false };
        return give(door, { json: { ...lesson, ...(seat !== null && { seat: { student: seat } }) } });
      },
      error: ({ give }) => give(door, { status: 404, json: { detail: 'Not found.' } }),
    },
    knock: {
      done: ({ give }) => give(knock, { status: 201, json: { token: 'T1', attendee_id: 9 } }),
      error: ({ give }, { error }) =>
        give(knock, {
          status: error instanceof Failure && error.problem.kind === 'unknown' ? 404 : 400,
          json: { detail: 'Not found.' },
        }),
    },
    sendHeartbeat: {
      done: ({ give }, { admission, excusedUntil }) => give(heartbeat, beatJson(admission, excusedUntil)),
      error: ({ give }, { error }) =>
        give(
          heartbeat,
          error instanceof Failure && error.problem.kind === 'unknown'
            ? { status: 401, json: { detail: 'You are not in a lesson any more.' } }
            : 'fail',
        ),
    },
    sendReports: {
      done: ({ sending }) => sending.give(),
      error: ({ sending }) => sending.fail(new Failure({ kind: 'unanswered', sentence: 'failed' })),
    },
    prepareCamera: {
      async done({ preparation, give, waiting }, _, { goesOnWith }) {
        const isResting = waiting(heartbeat).length === 0;
        goesOnWith(told);
        await preparation.give();
        if (!isResting) return;
        goesOnWith(beaten);
        await give(heartbeat, beatJson('admitted'));
      },
      error: ({ preparation }) => preparation.fail(new Failure({ kind: 'refused', sentence: 'cameraRefused' })),
    },
    fetchReceipt: {
      async done({ sending, give }, recorded) {
        await sending.give();
        await give(receipt, receiptJson(recorded));
      },
      async error({ sending, give }, { error }) {
        await sending.give();
        await give(receipt, answerTo(error));
      },
    },
    sendAnswer: {
      done: ({ give }, { logId, answer: text }) => give(answer, { json: { log_id: Number(logId), answer: text } }),
      error: ({ give }, { error }) => give(answer, answerTo(error)),
    },
    leave: {
      async done({ sending, give }) {
        await sending.give();
        await give(leave, { status: 204 });
      },
      async error({ sending, give }) {
        await sending.fail(new Error('The network is down'));
        await give(leave, 'fail');
      },
    },
  },
  seen: {
    recalling: titled(code.recalling),
    claiming: titled(code.recalling),
    elsewhere: ({ camera }) => {
      title(messages.elsewhere.title);
      expect(camera.opened).toBe(camera.closed);
    },
    'code.typing': titled(code.title),
    'code.checking': () => expect(screen.getByRole('button', { name: code.checking })).toBeTruthy(),
    // A badge that waits looks again without another view.
    'linked.checking': (_, { context }) =>
      title(context.door === null ? linked.checking : linked.waiting({ name: 'Ada Lovelace' })),
    'linked.unanswered': titled(linked.unanswered),
    'linked.waiting': titled(linked.waiting({ name: 'Ada Lovelace' })),
    'linked.confirming': ({ waiting }) => {
      title(linked.title({ name: 'Ada Lovelace' }));
      // Opening the link does not use it up, and leaves no secret in the address.
      expect([waiting(redeem), window.location.hash]).toEqual([[], '']);
    },
    'linked.redeeming': ({ waiting }) =>
      expect(waiting(redeem).map(({ body }) => body)).toEqual([
        { link: 'L1', token: expect.stringMatching(/^[\w-]{43}$/) },
      ]),
    'linked.closed'() {
      title(linked.closed);
      expect(pageText()).toContain(messages.problem.linkRevoked);
    },
    'naming.choosing': titled(naming.title),
    'naming.knocking': ({ waiting }) =>
      expect(waiting(knock).map(({ body }) => body)).toEqual([
        { code: 'K7M2PQ', student_id: 1, token: expect.stringMatching(/^[\w-]{43}$/) },
      ]),
    'joined.place.door': titled(messages.door.title),
    'joined.place.consenting': ({ camera }) => {
      title(consent.title);
      expect(pageText()).toContain(consent.until({ date: longDay.format(Date.parse(deletedBy)) }));
      for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) expect(radio.checked).toBe(false);
      expect(camera.opened).toBe(camera.closed);
    },
    'joined.place.preparing': ({ camera }, { context }) => {
      title(messages.preparing.title);
      expect(camera.chosen).toBe(context.cameraId);
    },
    'joined.place.watching': (_, { context: { pictures } }) => {
      title(messages.watching.title, 'Watching');
      expect(pageText()).toContain(pictures ? messages.pictures.sent : messages.pictures.none);
    },
    'joined.place.restarting': titled(messages.restarting.title),
    'joined.place.paused': ({ camera }) => {
      title(messages.paused.title);
      expect(pageText()).toContain('“back at 10:20”');
      expect(camera.opened).toBe(camera.closed);
    },
    'joined.place.excused': (_, { context }) =>
      title(messages.excused.title({ time: minute.format(context.excusedUntil!) })),
    'joined.place.unwatched': titled(messages.unwatched.title),
    'joined.place.cameraRefused': () => {
      title('The camera is not allowed');
      expect(pageText()).toContain(messages.problem.cameraRefused);
    },
    'joined.place.cameraLost': titled(messages.camera.lostTitle),
    'joined.link.due': ({ waiting }) => expect(waiting(heartbeat)).toEqual([]),
    'joined.link.beating': (opened) => tells(opened, opened.system.actor.getSnapshot().context.told),
    'joined.link.resting': ({ waiting }) => {
      expect(waiting(heartbeat)).toEqual([]);
      expect(pageText()).not.toContain(messages.offline);
    },
    'joined.link.offline': () => expect(pageText()).toContain(messages.offline),
    'joined.reports.settled': () => {},
    'joined.reports.sending': () => expect(pageText()).toContain(messages.reports.title),
    'joined.reports.postponed': () => expect(pageText()).toContain(messages.reports.title),
    withdrawing: titled(messages.leaving),
    leaving: titled(messages.leaving),
    left: titled(over.left),
    'ended.fetching': (_, { context }) =>
      title(context.name === '' && context.receipt === null ? messages.earlier.title : over.ended),
    'ended.postponed': () => expect(pageText()).toContain(words.postponed),
    'ended.reading': (_, { context }) => {
      title(over.ended);
      expect(screen.getByRole('img').getAttribute('src')).toBe('/detection/screenshots/5/?reader=student');
      for (const text of [
        words.review.dismissed({ by: 'Noor Haddad' }),
        'Excused: nurse',
        words.hints({ teacher: 'Noor Haddad' }),
      ]) {
        expect(pageText()).toContain(text);
      }
      const { problem } = context;
      if (problem) expect(pageText()).toContain(messages.problem[problem.sentence]);
      const said = context.receipt?.logs[0]?.answer;
      if (said) expect(pageText()).toContain(words.answered({ answer: said }));
    },
    'ended.answering': ({ waiting }) =>
      expect(waiting(answer).map(({ body, headers }) => [body, headers.get('Authorization')])).toEqual([
        [{ log_id: 5, text: 'I looked for my pen' }, 'Attend T1'],
      ]),
    'ended.closed': ({ stored }, { context }) => {
      title(context.name === '' ? messages.earlier.title : over.ended);
      expect(pageText()).not.toContain(words.logs);
      expect(stored.at(-1)).toBeNull();
    },
    forgotten: ({ stored }) => {
      title(over.forgotten);
      expect(stored.at(-1)).toBeNull();
    },
    refused: titled(over.refused),
    takenOver: titled(over.takenOver),
  },
});
