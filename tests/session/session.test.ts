import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ActorRefFrom, createActor, type InspectionEvent } from 'xstate';
import type { Notice } from '../../src/machines/app/noticeMachine';
import { writeMachine } from '../../src/machines/app/writeMachine';
import type { SentWrite, WriteAnswer } from '../../src/machines/app/writes';
import { detectionMachine } from '../../src/machines/lesson/detectionMachine';
import type { DetectionEvent, DetectionPorts } from '../../src/machines/lesson/detectionSetup';
import { type LiveChannelEvent, liveChannelMachine } from '../../src/machines/live/liveChannelMachine';
import { lessonsMachine } from '../../src/machines/records/lessonsMachine';
import { type Fetched, logsMachine } from '../../src/machines/records/logsMachine';
import { type LogoutEvent, logoutMachine } from '../../src/machines/session/logoutMachine';
import { sessionMachine } from '../../src/machines/session/sessionMachine';
import {
  type SessionEvent,
  type SettledWrite,
  selectBeingRemoved,
  selectDetection,
  selectIsSaving,
  selectRunning,
  selectSection,
} from '../../src/machines/session/sessionSetup';
import { createAccountService } from '../../src/services/account/accountService';
import { createTokenStore } from '../../src/services/account/tokenStore';
import { createApiClient } from '../../src/services/app/apiClient';
import { createSiteStorage } from '../../src/services/app/siteStorage';
import type { Lesson, LiveNews, LogsAnswer, Section, StatusAnswer } from '../../src/services/app/types';
import { createAttendanceService } from '../../src/services/attendance/attendanceService';
import { createDetectionService } from '../../src/services/lesson/detectionService';
import { createRecordsService } from '../../src/services/records/recordsService';
import { createSectionService } from '../../src/services/students/sectionService';
import type { WriteKind, WriteRequest } from '../../src/writeKinds';
import { createWrites } from '../../src/writes';
import { heldCallback, heldPromise, lonelySection } from '../support/actors';
import { idle } from '../support/idle';
import { memoryStorage } from '../support/memoryStorage';
import {
  ada,
  allOf,
  bob,
  logsOf,
  notFound,
  refused,
  section,
  startOf,
  status,
  unanswered,
  updateOf,
} from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The answer of a write, with the section as it is now where the server says so. */
const done = (now: Section | null = null, doneAt = 0): WriteAnswer => ({
  sentence: null,
  section: now,
  logs: null,
  left: null,
  takenCount: 3,
  isOnItsPage: true,
  doneAt,
  clockOffset: 0,
});

const deleted = (...ids: string[]): WriteAnswer => ({ ...done(), logs: { kind: 'deleted', ids } });

/** Beside the section 4b, whose id is 7. */
const latin: Section = { id: '8', name: '5a', subject: 'Latin', students: [] };

/** The writes of a session, by the real services. */
function writesOf(session: () => ActorRefFrom<typeof sessionMachine> | undefined) {
  const api = createApiClient({
    baseUrl: 'https://api.school.example',
    getAccessToken: () => null,
    renewAccessToken: async () => {},
  });
  const account = createAccountService(api, { googleApiUrl: 'https://google.school.example' });
  return createWrites({
    page: () => '/sections/7',
    session,
    account,
    tokens: createTokenStore(createSiteStorage(memoryStorage)),
    sectionService: createSectionService(api),
    detectionService: createDetectionService(api, account),
    recordsService: createRecordsService(api),
    attendanceService: createAttendanceService(api),
  });
}

interface Parts {
  /** In place of writes that the test answers. */
  write?: ReturnType<typeof writeMachine>;
  inspect?: (inspected: InspectionEvent) => void;
}

function started({ write, inspect = () => {} }: Parts = {}) {
  const fetchSections = heldPromise<Section[]>();
  const sendWrite = heldPromise<WriteAnswer, SentWrite>();
  const liveSocket = heldCallback<LiveChannelEvent, { type: 'status.request' }>();
  const fetchStatus = heldPromise<StatusAnswer, { sectionId: string }>();
  const fetchLogs = heldPromise<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>();
  const holdPage = heldCallback<SessionEvent>();
  const notices: Notice[] = [];
  const settled: SettledWrite[] = [];
  const leaveSection = vi.fn();

  const fetchLessons = heldPromise<Lesson[], { sectionId: string }>();
  const lessons = idle(lessonsMachine).provide({ actors: { fetchLessons: fetchLessons.logic } });
  const logs = idle(logsMachine).provide({ actors: { fetchLogs: fetchLogs.logic } });
  const { send } = writesOf(() => actor);
  const detection = idle((ports: DetectionPorts) => detectionMachine({ ...ports, sendWrite: send })).provide({
    actors: {
      fetchStatus: fetchStatus.logic,
      watchPage: heldCallback<DetectionEvent>().logic,
      watchLessons: heldCallback<DetectionEvent>().logic,
      lessons,
      logs,
    },
  });
  const liveChannel = idle(liveChannelMachine).provide({
    actors: {
      liveSocket: liveSocket.logic,
      watchNetwork: heldCallback<LiveChannelEvent>().logic,
      tickClock: heldCallback<LiveChannelEvent>().logic,
    },
  });
  const actor: ActorRefFrom<typeof sessionMachine> = createActor(
    idle(sessionMachine).provide({
      actors: {
        fetchSections: fetchSections.logic,
        watchPage: heldCallback<SessionEvent>().logic,
        holdPage: holdPage.logic,
        liveChannel,
        detection,
        logout: idle(logoutMachine).provide({
          actors: { watchWrites: heldCallback<LogoutEvent>().logic, finishWrites: heldCallback<LogoutEvent>().logic },
        }),
        section: lonelySection(),
        write: write ?? idle(writeMachine).provide({ actors: { sendWrite: sendWrite.logic } }),
      },
      actions: { showNotice: (_, notice) => void notices.push(notice), leaveSection },
    }),
    { input: { teacher: 'ada' }, inspect },
  );
  actor.on('write.settled', (report) => void settled.push(report));
  actor.start();

  const context = () => actor.getSnapshot().context;
  const openSection = () => actor.getSnapshot().children.section?.getSnapshot();
  const detectionOf = (sectionId: string) => selectDetection(actor.getSnapshot(), sectionId)?.getSnapshot();
  return {
    actor,
    fetchSections,
    sendWrite,
    liveSocket,
    fetchStatus,
    fetchLogs,
    fetchLessons,
    holdPage,
    notices,
    settled,
    leaveSection,
    context,
    /** Whether detection is active, by section, as far as that is known now. */
    known: () =>
      Object.fromEntries(
        ['7', '8', '9'].flatMap((id) => {
          const state = detectionOf(id);
          if (state === undefined || state.context.known === null) return [];
          return [[id, state.matches({ known: 'unknown' }) ? null : state.matches({ known: 'active' })]];
        }),
      ),
    detectionOf,
    list: () => actor.getSnapshot().value.list,
    statuses: () => actor.getSnapshot().value.statuses,
    refresh: () => actor.send({ type: 'sections.refresh' }),
    open: (sectionId: string) => actor.send({ type: 'section.open', sectionId }),
    close: (sectionId: string) => actor.send({ type: 'section.close', sectionId }),
    /** What the teacher sees of the section whose pages are open. */
    shown: () => {
      const value = openSection()?.value;
      return typeof value === 'object' ? Object.keys(value)[0] : value;
    },
    detection: () => detectionOf('7'),
    running: () => selectRunning(actor.getSnapshot()),
    change: (kind: 'startDetection' | 'stopDetection', sectionId = '7') =>
      selectDetection(actor.getSnapshot(), sectionId)?.send({
        type: kind === 'startDetection' ? 'start.submit' : 'stop.submit',
      }),
    /** A change, called after its kind. */
    submit: (kind: WriteKind, sectionId: string | null = '7', id: string = kind) => {
      const sectionName = (sectionId === null ? latin : context().sections?.find((one) => one.id === sectionId))?.name;
      const added = kind === 'addStudents' ? ['ada', 'bob', 'cleo'] : [];
      const studentEmails = kind === 'removeStudent' ? ['ada'] : added;
      actor.send({
        type: 'write.submit',
        write: { id, kind, sectionId, sectionName: sectionName ?? '', studentEmails, isWatched: true },
      });
    },
    unwatch: (id: string) => actor.send({ type: 'write.watch', id, isWatched: false }),
    watch: (id: string) => actor.send({ type: 'write.watch', id, isWatched: true }),
    /** The ids of the writes that were sent. */
    sent: () => sendWrite.calls.map(({ input }) => input.id),
    /** A write that was sent, by its id, or the last of its kind. */
    call: (id: string) => {
      const call = sendWrite.calls.findLast(({ input }) => input.id === id || input.kind === id);
      if (call === undefined) throw new Error(`${id} has not been sent`);
      return call;
    },
    openChannel: () => liveSocket.send({ type: 'socket.opened' }),
    loseChannel: () => liveSocket.send({ type: 'socket.closed', tokenRefused: false }),
    say: (news: LiveNews) => liveSocket.send(news),
  };
}

/** The list has been fetched, and the live channel is open. */
async function loaded(sections = [section, latin]) {
  const session = started();
  session.openChannel();
  session.refresh();
  await session.fetchSections.last.answer(sections);
  return session;
}

/** The pages of the section 7 are open, and the list has been fetched again for them. */
async function opened() {
  const session = await loaded();
  session.open('7');
  await session.fetchSections.last.answer([section, latin]);
  return session;
}

describe('4 live channel', () => {
  test('lives exactly as long as the session', () => {
    const { actor, liveSocket } = started();
    expect(liveSocket.runs).toEqual({ started: 1, stopped: 0 });
    actor.stop();
    expect(liveSocket.isRunning).toBe(false);
  });
});

describe('the statuses', () => {
  const asked = ({ liveSocket }: Pick<Awaited<ReturnType<typeof loaded>>, 'liveSocket'>) => liveSocket.received.length;

  test('are asked for again when a section is new: nothing has told its status', async () => {
    const session = await loaded([section]);
    expect(asked(session)).toBe(1);
    session.refresh();
    await session.fetchSections.last.answer([section, latin]);
    expect(asked(session)).toBe(2);
    session.refresh();
    await session.fetchSections.last.answer([latin]);
    expect(asked(session)).toBe(2);
  });

  test('are asked for again 5 s after news of the door of the open section: its badge says whether students wait', async () => {
    const session = await opened();
    session.liveSocket.send({ type: 'attendance.changed', sectionId: '7' });
    vi.advanceTimersByTime(4_999);
    expect(asked(session)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(asked(session)).toBe(2);
  });

  test.each(['logs.changed', 'attendance.changed'] as const)(
    'are asked for again when a section was left, and 5 s after news of others: %s',
    async (type) => {
      const session = await opened();
      const announce = (sectionId: string) => session.liveSocket.send({ type, sectionId });
      session.liveSocket.send({ type: 'logs.changed', sectionId: '7' });
      vi.advanceTimersByTime(60_000);
      expect(asked(session)).toBe(1);
      announce('8');
      vi.advanceTimersByTime(4_999);
      announce('8');
      expect(asked(session)).toBe(1);
      vi.advanceTimersByTime(1);
      expect(asked(session)).toBe(2);
      announce('8');
      vi.advanceTimersByTime(5_000);
      expect(asked(session)).toBe(3);
      session.close('7');
      expect(asked(session)).toBe(4);
    },
  );

  test('are not asked for while the live channel is closed, and by itself when it opens', async () => {
    expect(started().statuses()).toBe('unheard');
    const session = await opened();
    session.liveSocket.send({ type: 'logs.changed', sectionId: '8' });
    expect(session.statuses()).toEqual({ heard: 'due' });
    session.liveSocket.send({ type: 'socket.closed', tokenRefused: false });
    expect(session.statuses()).toBe('unheard');
    vi.advanceTimersByTime(1_000);
    session.openChannel();
    expect([session.statuses(), asked(session)]).toEqual([{ heard: 'counted' }, 2]);
    // What was announced before is counted by then.
    vi.advanceTimersByTime(60_000);
    expect(asked(session)).toBe(2);
  });
});

const loading = { loading: 'asked' };

describe('2 the list of sections', () => {
  test('is asked for when a page needs it, one call at a time', async () => {
    const { call, context, fetchSections, list, refresh, submit } = started();
    submit('createSection', null);
    await call('createSection').answer(done());
    expect(list()).toBe('unasked');
    expect(fetchSections.calls).toEqual([]);
    expect(context().sections).toBeNull();
    refresh();
    refresh();
    expect(list()).toEqual(loading);
    expect(fetchSections.calls).toHaveLength(1);
  });

  test('stays while it is fetched again, and when that fails', async () => {
    const { context, fetchSections, list, refresh } = await loaded();
    refresh();
    expect(context().sections).toEqual([section, latin]);
    await fetchSections.last.fail();
    expect(list()).toBe('failed');
    expect(context().sections).toEqual([section, latin]);
    refresh();
    await fetchSections.last.answer([]);
    expect(context().sections).toEqual([]);
  });

  test('that is shown is asked for again 10 s after a failure: it may be old, and not every page says so', async () => {
    const { context, fetchSections, list, refresh } = await loaded();
    refresh();
    for (let count = 2; count < 5; count += 1) {
      await fetchSections.last.fail(unanswered);
      vi.advanceTimersByTime(9_999);
      expect(list()).toBe('failed');
      vi.advanceTimersByTime(1);
      expect(list()).toEqual(loading);
      expect(fetchSections.calls).toHaveLength(count + 1);
    }
    await fetchSections.last.answer([latin]);
    expect(context().sections).toEqual([latin]);
    vi.advanceTimersByTime(60_000);
    expect(list()).toBe('loaded');
  });

  test('that was never there is asked for again after a failure as soon as the live channel opens, and then only', async () => {
    const { fetchSections, list, openChannel, refresh } = started();
    refresh();
    await fetchSections.last.fail(unanswered);
    vi.advanceTimersByTime(60_000);
    expect(list()).toBe('failed');
    openChannel();
    expect(list()).toEqual(loading);
    expect(fetchSections.calls).toHaveLength(2);
    await fetchSections.last.answer([section]);
    expect(list()).toBe('loaded');
  });

  test('is fetched again when somebody else has changed it, also while a fetch is under way that may not know', async () => {
    const { fetchSections, list, liveSocket } = await loaded();
    liveSocket.send({ type: 'sections.changed' });
    expect(list()).toEqual(loading);
    liveSocket.send({ type: 'sections.changed' });
    expect(fetchSections.calls.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    await fetchSections.last.answer([latin]);
    expect(list()).toBe('loaded');
  });

  test('is asked for again when the live channel opens: nobody has told of what changed before', async () => {
    const { fetchSections, list, loseChannel, openChannel } = await loaded();
    loseChannel();
    vi.advanceTimersByTime(1_000);
    expect(list()).toBe('loaded');
    openChannel();
    expect(list()).toEqual(loading);
    expect(fetchSections.calls).toHaveLength(2);
  });

  test('is asked for once more where the live channel opens before the answer, which is shown meanwhile', async () => {
    const { context, fetchSections, list, openChannel, refresh } = started();
    refresh();
    openChannel();
    expect(list()).toEqual({ loading: 'outrun' });
    expect(fetchSections.calls.map(({ signal }) => signal.aborted)).toEqual([false]);
    await fetchSections.last.answer([section]);
    expect([context().sections, list()]).toEqual([[section], loading]);
    expect(fetchSections.calls).toHaveLength(2);
    await fetchSections.last.answer([section, latin]);
    expect([context().sections, list()]).toEqual([[section, latin], 'loaded']);
  });

  test('finds the section whose pages are open by the first answer, also where it is asked for once more', async () => {
    const { fetchSections, open, openChannel, shown } = started();
    open('7');
    openChannel();
    expect(shown()).toBe('finding');
    await fetchSections.last.answer([section]);
    expect(shown()).toBe('present');
  });

  test('is asked for again when the page is shown, also after a failure, and where a page has needed it only', async () => {
    const { actor, fetchSections, list, refresh } = started();
    const show = () => actor.send({ type: 'page.shown' });
    show();
    expect(list()).toBe('unasked');
    refresh();
    show();
    await fetchSections.last.fail(unanswered);
    show();
    expect(list()).toEqual(loading);
    await fetchSections.last.answer([section]);
    show();
    expect(list()).toEqual(loading);
    expect(fetchSections.calls).toHaveLength(3);
  });

  test('that is answered again is the very same, unless anything in it is another', async () => {
    const { context, fetchSections, refresh } = await loaded();
    const before = context().sections;
    const answer = async (...sections: Section[]) => {
      refresh();
      await fetchSections.last.answer(sections);
      return context().sections;
    };
    expect(await answer({ ...section }, { ...latin })).toBe(before);
    const renamed = { ...latin, name: '6a' };
    expect(await answer(section, renamed)).toEqual([section, renamed]);
  });

  test('8 a failure is told until the next success', async () => {
    const { context, fetchSections, list, refresh } = started();
    refresh();
    await fetchSections.last.fail();
    expect(list()).toBe('failed');
    refresh();
    expect(context().problem?.sentence).toBe('The server said no.');
    await fetchSections.last.answer([section]);
    expect(list()).toBe('loaded');
    expect(context().problem).toBeNull();
  });

  test('8 an error of our own is told as such, and logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { context, fetchSections, refresh } = started();
    const error = new Error('boom');
    refresh();
    await fetchSections.last.fail(error);
    expect(context().problem?.kind).toBe('defect');
    expect(logged).toHaveBeenCalledWith(error);
    logged.mockRestore();
  });

  test('a section is found in it by its id', async () => {
    const { context } = await loaded();
    expect(selectSection(context(), '8')).toEqual(latin);
    expect(selectSection(context(), '9')).toBeUndefined();
    expect(selectSection(started().context(), '8')).toBeUndefined();
  });
});

describe('2 the section whose pages are open', () => {
  test('is opened with what is known, while the list is asked for', async () => {
    const { actor, detection, fetchSections, open, say, shown } = await loaded();
    say(startOf('7'));
    open('7');
    expect(shown()).toBe('present');
    expect(detection()?.matches({ known: 'active' })).toBe(true);
    expect(fetchSections.calls).toHaveLength(2);
    expect(actor.system.get('section')).toBe(actor.getSnapshot().children.section);
  });

  test('waits for the list where it is not known yet, and is found in it, or not', async () => {
    for (const [id, state] of [
      ['7', 'present'],
      ['9', 'missing'],
    ] as const) {
      const { fetchSections, open, shown } = started();
      open(id);
      expect(shown()).toBe('finding');
      await fetchSections.last.answer([section, latin]);
      expect(shown()).toBe(state);
    }
  });

  test('hears of a list that could not be fetched, and Retry asks for it again', async () => {
    const { actor, fetchSections, open, shown } = started();
    open('7');
    await fetchSections.last.fail(unanswered);
    expect(shown()).toBe('failed');
    expect(actor.getSnapshot().children.section?.getSnapshot().context.problem?.kind).toBe('unanswered');
    actor.getSnapshot().children.section?.send({ type: 'section.retry' });
    await fetchSections.last.answer([section]);
    expect(shown()).toBe('present');
  });

  test('is looked for in a new list when the last one could not be fetched', async () => {
    const { fetchSections, open, refresh, shown } = started();
    refresh();
    await fetchSections.last.fail();
    open('7');
    expect(fetchSections.calls).toHaveLength(2);
    await fetchSections.last.answer([section]);
    expect(shown()).toBe('present');
  });

  test('is there no longer when it has been closed; closing another one changes nothing', async () => {
    const { close, context, fetchStatus, shown } = await opened();
    close('8');
    expect(shown()).toBe('present');
    close('7');
    expect(shown()).toBeUndefined();
    expect(context().openSectionId).toBeNull();
    expect(fetchStatus.last.signal.aborted).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(fetchStatus.calls).toHaveLength(1);
  });

  test('is replaced by another one that is opened, and closed late then', async () => {
    const { close, context, fetchStatus, open, shown } = await opened();
    open('8');
    close('7');
    expect(shown()).toBe('present');
    expect(context().openSectionId).toBe('8');
    expect(fetchStatus.calls.map(({ input, signal }) => [input.sectionId, signal.aborted])).toEqual([
      ['7', true],
      ['8', false],
    ]);
  });

  test('is gone when the list has it no more, and there again when it has', async () => {
    const { fetchSections, refresh, shown } = await opened();
    refresh();
    await fetchSections.last.answer([latin]);
    expect(shown()).toBe('gone');
    refresh();
    await fetchSections.last.answer([section, latin]);
    expect(shown()).toBe('present');
  });

  test('that the backend does not know any more lets the list decide', async () => {
    const { fetchSections, fetchStatus, shown } = await opened();
    await fetchStatus.last.fail(notFound);
    expect(fetchSections.calls).toHaveLength(3);
    await fetchSections.last.answer([latin]);
    expect(shown()).toBe('gone');
  });

  test('is told when the live channel is open again: what was missed is asked for', async () => {
    const { fetchStatus, loseChannel, openChannel } = await opened();
    loseChannel();
    vi.advanceTimersByTime(1_000);
    openChannel();
    expect(fetchStatus.calls).toHaveLength(2);
  });

  test('4 hears what the live channel says of it, and nothing of what it says of others', async () => {
    const { detection, say } = await opened();
    say(startOf('8'));
    say(updateOf('8', true));
    expect(detection()?.value.known).toBe('unknown');
    say(updateOf('7', false));
    expect(detection()?.matches({ known: 'inactive' })).toBe(true);
    say(startOf('7'));
    expect(detection()?.matches({ known: 'active' })).toBe(true);
    say(updateOf('8', false));
    expect(detection()?.matches({ known: 'active' })).toBe(true);
    say(updateOf('7', false));
    say(updateOf('7', true));
    expect(detection()?.matches({ known: 'active' })).toBe(true);
  });

  test('hears that its logs are others now, and nothing of the logs of others', async () => {
    const { fetchLogs, liveSocket } = await opened();
    await fetchLogs.last.answer(allOf([], 0));
    const before = fetchLogs.calls.length;
    liveSocket.send({ type: 'logs.changed', sectionId: '8' });
    expect(fetchLogs.calls).toHaveLength(before);
    liveSocket.send({ type: 'logs.changed', sectionId: '7' });
    expect(fetchLogs.calls).toHaveLength(before + 1);
  });
});

describe('4 the detection of each section', () => {
  test('lives from the first list that has it to the first that has it no more', async () => {
    const { detectionOf, fetchSections, refresh } = await loaded();
    expect([detectionOf('7'), detectionOf('8')].map((state) => state?.context.sectionId)).toEqual(['7', '8']);
    refresh();
    await fetchSections.last.answer([latin]);
    expect([detectionOf('7')?.status, detectionOf('8')?.status]).toEqual([undefined, 'active']);
  });

  test('hears what the live channel says of it, also before its section is listed, and nothing else', async () => {
    const { fetchSections, known, openChannel, refresh, running, say } = started();
    openChannel();
    say(startOf('7'));
    expect(running()).toEqual([{ id: '7', name: '' }]);
    refresh();
    await fetchSections.last.answer([section, latin]);
    say(updateOf('8', false));
    say(updateOf('9', true));
    expect(known()).toEqual({ 7: true, 8: false, 9: true });
    say(updateOf('7', false));
    say(updateOf('8', true));
    expect(known()).toEqual({ 7: false, 8: true, 9: true });
    expect(running()).toEqual([{ id: '8', name: '5a' }]);
  });

  test('takes a detection_start for a start as it happens', async () => {
    const { detectionOf, say } = await loaded();
    say(startOf('7', 7_000));
    say(updateOf('8', true, 7_000));
    expect(detectionOf('7')?.context.known).toMatchObject({ startedAt: 7_000 });
    expect(detectionOf('8')?.context.known).toMatchObject({ startedAt: null });
  });

  test('is asked for while a page of its section is open, and only then', async () => {
    const { close, fetchStatus, open } = await opened();
    expect(fetchStatus.calls.map(({ input }) => input.sectionId)).toEqual(['7']);
    close('7');
    open('8');
    expect(fetchStatus.calls.map(({ input, signal }) => [input.sectionId, signal.aborted])).toEqual([
      ['7', true],
      ['8', false],
    ]);
  });

  test('is known as long as the live channel is open, with a page or without', async () => {
    const { close, fetchStatus, known, loseChannel, running, say } = await opened();
    say(updateOf('8', true));
    await fetchStatus.last.answer(status(true));
    close('7');
    expect(known()).toEqual({ 7: true, 8: true });
    loseChannel();
    expect(known()).toEqual({ 7: null, 8: null });
    // What may run is asked about before the teacher is logged out.
    expect(running().map(({ id }) => id)).toEqual(['7', '8']);
  });

  test('is not known of a section that is polled, once it is left, where the channel has never opened', async () => {
    const { close, fetchSections, fetchStatus, known, open } = started();
    open('7');
    await fetchSections.last.answer([section, latin]);
    await fetchStatus.last.answer(status(true));
    expect(known()).toEqual({ 7: true });
    close('7');
    expect(known()).toEqual({ 7: null });
  });
});

describe('4 a start and a stop', () => {
  test('are writes of the session that its detection sends and waits for', async () => {
    const { call, change, context, detection, say } = await loaded();
    say(updateOf('7', false, 1_000));
    change('startDetection');
    expect(context().writes).toMatchObject([
      { kind: 'startDetection', sectionId: '7', sectionName: '4b', isWatched: false },
    ]);
    expect(detection()?.value.change).toEqual({ starting: 'fresh' });
    await call('startDetection').answer({ ...done(null, 9_000), clockOffset: -660_000 });
    expect(detection()?.value).toMatchObject({ known: 'active', change: 'none' });
    expect(detection()?.context.known).toMatchObject({ startedAt: -651_000 });
    change('stopDetection');
    await call('stopDetection').answer({ ...done(null, 9_500), clockOffset: -660_000 });
    expect(detection()?.value).toMatchObject({ known: 'inactive', change: 'none' });
    expect(detection()?.context.known?.ended).toEqual({
      startedAt: -651_000,
      endedAt: -650_500,
      isPlanned: false,
      isElsewhere: false,
    });
  });

  test('wait for the write before them, under way all the while', async () => {
    const { call, change, detection, say, sent, submit } = await loaded();
    say(updateOf('7', false));
    submit('addStudents');
    change('startDetection');
    expect([sent(), detection()?.value.change]).toEqual([['addStudents'], { starting: 'fresh' }]);
    await call('addStudents').fail();
    expect(sent()).toEqual(['addStudents', 'write-1']);
  });

  test('that were refused change nothing; those with an unknown outcome leave the status unknown', async () => {
    for (const [error, expected] of [
      [refused, false],
      [unanswered, null],
    ] as const) {
      const { call, change, known, say } = await loaded();
      say(updateOf('7', false));
      change('startDetection');
      await call('startDetection').fail(error);
      expect(known()).toEqual({ 7: expected });
    }
  });

  test.each([true, false])(
    'that were not answered leave it as a live message has said meanwhile: %j',
    async (isActive) => {
      const { call, change, known, notices, say, settled } = await opened();
      const kind = isActive ? 'startDetection' : 'stopDetection';
      say(updateOf('7', !isActive));
      change(kind);
      say(updateOf('7', isActive));
      await call(kind).fail(unanswered);
      expect(known()).toEqual({ 7: isActive });
      expect(settled.map(({ hasFailed }) => hasFailed)).toEqual([false]);
      expect(notices).toEqual([]);
    },
  );

  test('that failed are told in the section’s pages in their own words, elsewhere with its name', async () => {
    const { change, close, notices, say, sendWrite } = await opened();
    say(updateOf('7', false));
    change('startDetection');
    await sendWrite.last.fail();
    close('7');
    change('startDetection');
    await sendWrite.last.fail();
    expect(notices.map(({ sentence }) => sentence)).toEqual(['The server said no.', '4b: The server said no.']);
  });

  test('that did not end a pause are told, though detection is active', async () => {
    const { call, notices, say, settled, submit, unwatch } = await opened();
    const paused = { since: 0, reason: '' };
    say({ ...updateOf('7', true), status: { ...status(true), paused } });
    submit('resumeLesson');
    unwatch('resumeLesson');
    await call('resumeLesson').fail(refused);
    expect(settled.map(({ hasFailed }) => hasFailed)).toEqual([true]);
    expect(notices.map(({ sentence }) => sentence)).toEqual(['The server said no.']);
  });

  test('of a section that is gone are told to nobody else', async () => {
    const { call, change, fetchSections, refresh, say, settled } = await loaded();
    say(updateOf('7', false));
    change('startDetection');
    refresh();
    await fetchSections.last.answer([latin]);
    await call('startDetection').answer(done());
    expect(settled).toHaveLength(1);
  });
});

describe('logging out', () => {
  test('is told where detection is active, and whether changes are under way', async () => {
    const { actor, say, submit } = await loaded();
    const logout = () => actor.getSnapshot().children.logout?.getSnapshot();
    say(updateOf('7', true));
    say(updateOf('8', false));
    submit('addStudents');
    actor.send({ type: 'logout.ask' });
    expect(logout()?.value).toEqual({ open: 'asking' });
    expect(logout()?.context.running).toEqual([{ id: '7', name: '4b' }]);
    actor.send({ type: 'logout.keepRunning' });
    expect(logout()?.value).toEqual({ open: 'saving' });
  });
});

describe('4 a write', () => {
  test('is never given up once it is sent, whatever is closed, lost or fails meanwhile', async () => {
    const { call, close, context, fetchSections, loseChannel, open, refresh, submit, unwatch } = await opened();
    submit('addStudents');
    unwatch('addStudents');
    open('8');
    close('8');
    loseChannel();
    refresh();
    await fetchSections.last.fail();
    vi.advanceTimersByTime(3_600_000);
    expect(call('addStudents').signal.aborted).toBe(false);
    await call('addStudents').answer(done({ ...section, students: [ada, bob] }));
    expect(selectSection(context(), '7')?.students).toEqual([ada, bob]);
  });

  test('ends with the session of its teacher', async () => {
    const { actor, call, submit } = await loaded();
    submit('addStudents');
    actor.stop();
    expect(call('addStudents').signal.aborted).toBe(true);
  });

  test('of one section waits for the one before it, whichever way that ends', async () => {
    const { call, sent, submit } = await loaded();
    submit('addStudents');
    submit('removeStudent');
    submit('startDetection');
    expect(sent()).toEqual(['addStudents']);
    await call('addStudents').fail();
    expect(sent()).toEqual(['addStudents', 'removeStudent']);
    await call('removeStudent').answer(done());
    expect(sent()).toEqual(['addStudents', 'removeStudent', 'startDetection']);
  });

  test('of another section, and a new section, wait for nothing', async () => {
    const { sent, submit } = await loaded();
    submit('addStudents', '7');
    submit('addStudents', '8', 'elsewhere');
    submit('createSection', null);
    submit('createSection', null, 'another');
    expect(sent()).toEqual(['addStudents', 'elsewhere', 'createSection', 'another']);
  });

  test.each<WriteKind>(['addStudents', 'startDetection', 'deleteSection'])(
    'is forgotten when it has settled, its actor is gone, and the next one is sent: %s',
    async (kind) => {
      for (const end of ['answer', 'fail'] as const) {
        const { actor, call, context, sent, settled, submit } = await loaded();
        submit(kind);
        submit('removeStudent');
        submit('createSection', null);
        expect(context().writes.map(({ id, isSent }) => [id, isSent])).toEqual([
          [kind, true],
          ['removeStudent', false],
          ['createSection', true],
        ]);
        await (end === 'answer' ? call(kind).answer(done()) : call(kind).fail(unanswered));
        expect(settled.map(({ id }) => id)).toEqual([kind]);
        expect(context().writes.map(({ id, isSent }) => [id, isSent])).toEqual([
          ['removeStudent', true],
          ['createSection', true],
        ]);
        expect(sent()).toEqual([kind, 'createSection', 'removeStudent']);
        const children = Object.keys(actor.getSnapshot().children).filter(
          (id) => !/^fetchSections|^detection/.test(id),
        );
        expect(children).toEqual([
          'liveChannel',
          'watchLive',
          'desktop',
          'sound',
          'vibration',
          'logout',
          'reviews',
          'watchPage',
          'holdPage',
          'createSection',
          'removeStudent',
        ]);
      }
    },
  );

  test('lets the browser ask before the page is left, until the last one under way is settled', async () => {
    const { actor, call, context, holdPage, submit } = await loaded();
    expect(selectIsSaving(context())).toBe(false);
    expect(holdPage.runs).toEqual({ started: 0, stopped: 0 });
    submit('addStudents');
    submit('createSection', null);
    expect(selectIsSaving(context())).toBe(true);
    await call('createSection').answer(done());
    expect(holdPage.runs).toEqual({ started: 1, stopped: 0 });
    await call('addStudents').fail(unanswered);
    expect(selectIsSaving(context())).toBe(false);
    expect(holdPage.runs).toEqual({ started: 1, stopped: 1 });
    submit('removeStudent');
    expect(holdPage.runs).toEqual({ started: 2, stopped: 1 });
    actor.stop();
    expect(holdPage.isRunning).toBe(false);
  });

  test('of students tells who is being removed from where, as long as it is under way', async () => {
    const { call, context, submit } = await loaded();
    submit('addStudents');
    submit('removeStudent');
    expect(selectBeingRemoved(context(), '7')).toEqual(['ada']);
    expect(selectBeingRemoved(context(), '8')).toEqual([]);
    await call('addStudents').answer(done());
    expect(selectBeingRemoved(context(), '7')).toEqual(['ada']);
    await call('removeStudent').fail();
    expect(selectBeingRemoved(context(), '7')).toEqual([]);
  });
});

describe('4 a write that has settled', () => {
  test('brings the list up to date with the section that it answers, where there is a list', async () => {
    const { call, context, submit } = await loaded();
    submit('addStudents');
    await call('addStudents').answer(done({ ...section, students: [ada, bob] }));
    expect(context().sections).toEqual([{ ...section, students: [ada, bob] }, latin]);
    submit('removeStudent');
    await call('removeStudent').answer(done());
    expect(context().sections).toEqual([{ ...section, students: [ada, bob] }, latin]);

    const unasked = started();
    unasked.submit('addStudents');
    await unasked.call('addStudents').answer(done(section));
    expect(unasked.context().sections).toBeNull();
    unasked.submit('deleteSection');
    await unasked.call('deleteSection').answer(done());
    expect(unasked.context().sections).toBeNull();
  });

  test('a deletion takes the section from the list at once; one that failed does not', async () => {
    const { call, context, fetchSections, submit } = await loaded();
    submit('deleteSection', '8', 'refused');
    await call('refused').fail();
    expect(context().sections).toEqual([section, latin]);
    submit('deleteSection');
    await call('deleteSection').answer(done());
    expect(context().sections).toEqual([latin]);
    expect(fetchSections.calls).toHaveLength(1);
  });

  test('a new section makes the list be asked for, also after one that failed', async () => {
    const { call, context, fetchSections, refresh, submit } = await loaded([section]);
    refresh();
    await fetchSections.last.fail();
    submit('createSection', null);
    await call('createSection').answer(done());
    expect(fetchSections.calls).toHaveLength(3);
    await fetchSections.last.answer([section, latin]);
    expect(context().sections).toEqual([section, latin]);

    submit('createSection', null, 'another');
    await call('another').answer(done());
    expect(fetchSections.calls).toHaveLength(4);
  });

  test('makes a list that was under way be asked for again: it may not know of it yet', async () => {
    const { call, context, fetchSections, refresh, submit } = await loaded();
    refresh();
    submit('deleteSection');
    await call('deleteSection').answer(done());
    const [, underWay] = fetchSections.calls;
    expect(fetchSections.calls).toHaveLength(3);
    expect(underWay!.signal.aborted).toBe(true);
    await underWay!.answer([section, latin]);
    expect(context().sections).toEqual([latin]);
  });

  test('of detection leaves a list that is under way alone', async () => {
    const { call, fetchSections, refresh, submit } = await loaded();
    refresh();
    for (const kind of ['startDetection', 'stopDetection'] as const) {
      submit(kind);
      await call(kind).answer(done());
    }
    expect(fetchSections.calls).toHaveLength(2);
    expect(fetchSections.last.signal.aborted).toBe(false);
  });

  test.each([
    ['was not answered', unanswered],
    ['found its section gone', notFound],
    ['met an error of our own', new Error('boom')],
  ])('and %s makes the list tell what became of it', async (_, error) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { call, context, fetchSections, shown, submit } = await opened();
    submit('deleteSection');
    await call('deleteSection').fail(error);
    expect(context().sections).toEqual([section, latin]);
    expect(fetchSections.calls).toHaveLength(3);
    await fetchSections.last.answer([latin]);
    expect(shown()).toBe('gone');
    logged.mockRestore();
  });

  test('and was refused, or changed no more than students, asks for no list, failed or not', async () => {
    const { call, fetchSections, refresh, submit } = await loaded();
    submit('createSection', null);
    await call('createSection').fail();
    refresh();
    await fetchSections.last.fail();
    submit('addStudents');
    await call('addStudents').answer(done(section));
    submit('removeStudent');
    await call('removeStudent').fail();
    expect(fetchSections.calls).toHaveLength(2);
  });
});

describe('what a change from here makes of the logs', () => {
  const review = { state: 'seen' as const, note: '', reviewedAt: 0 };

  /** The pages of the section 7 are open, with the logs 2 and 1. */
  async function openedWithLogs() {
    const session = await opened();
    await session.fetchLogs.last.answer(allOf(logsOf(2)));
    return {
      ...session,
      /** What there is by now, each log by its id and its review. */
      logs: () =>
        session
          .detection()
          ?.children.logs?.getSnapshot()
          .context.logs.map((log) => [log.id, log.review]),
    };
  }

  test.each<[WriteKind, WriteAnswer['logs'], unknown]>([
    [
      'reviewLogs',
      { kind: 'reviewed', reviews: { 1: review } },
      [
        ['2', undefined],
        ['1', review],
      ],
    ],
    ['deleteLogs', { kind: 'deleted', ids: ['2'] }, [['1', undefined]]],
  ])('is seen at once, without another fetch: %s', async (kind, change, left) => {
    const { call, fetchLogs, fetchSections, logs, submit } = await openedWithLogs();
    submit(kind);
    await call(kind).answer({ ...done(), logs: change });
    expect(logs()).toEqual(left);
    expect([fetchLogs.calls.length, fetchSections.calls.length]).toEqual([1, 2]);
  });

  test('that nobody knows is asked for; a refusal has changed nothing', async () => {
    const { call, fetchLogs, submit } = await openedWithLogs();
    for (const [id, error, calls] of [
      ['one', refused, 1],
      ['two', unanswered, 2],
      ['three', notFound, 3],
    ] as const) {
      submit('deleteLogs', '7', id);
      await call(id).fail(error);
      expect(fetchLogs.calls).toHaveLength(calls);
    }
  });

  test('that was made in part is seen at once, and what is left is asked for and told', async () => {
    const { call, fetchLogs, logs, notices, submit, unwatch } = await openedWithLogs();
    submit('deleteLogs');
    unwatch('deleteLogs');
    await call('deleteLogs').answer({ ...deleted('2'), left: refused.problem });
    expect(logs()).toEqual([['1', undefined]]);
    expect(fetchLogs.calls).toHaveLength(2);
    expect(notices).toEqual([{ kind: 'error', sentence: '4b: The server said no.' }]);
  });

  test('is nothing to the logs of another section, nor after any other change, nor where none are open', async () => {
    const { call, close, fetchLogs, logs, submit } = await openedWithLogs();
    const change = deleted('2');
    submit('deleteLogs', '8', 'elsewhere');
    await call('elsewhere').answer(change);
    submit('removeStudent');
    await call('removeStudent').fail(unanswered);
    expect(logs()).toHaveLength(2);
    submit('deleteLogs');
    close('7');
    await call('deleteLogs').answer(change);
    expect(fetchLogs.calls).toHaveLength(1);
  });
});

describe('8 the teacher is told of a write exactly once', () => {
  test('by the screen that watches it, while one does', async () => {
    const { call, context, notices, settled, submit } = await loaded();
    submit('addStudents');
    const [added] = context().writes;
    await call('addStudents').answer(done(section));
    submit('createSection', null);
    const [created] = context().writes;
    await call('createSection').fail();
    const type = 'write.settled';
    expect(settled).toEqual([
      { type, id: 'addStudents', write: added, hasFailed: false, outcome: { type: 'done', ...done(section) } },
      {
        type,
        id: 'createSection',
        write: created,
        hasFailed: true,
        outcome: { type: 'failed', problem: refused.problem },
      },
    ]);
    expect(notices).toEqual([]);
  });

  const sentences: Record<WriteKind, string> = {
    createSection: '5a was created.',
    renameSection: '4b was renamed.',
    askForPictures: 'Your choice about pictures in 4b was saved.',
    chooseReportedKind: 'Your choice about reports in 4b was saved.',
    arrangeRoom: 'The seats of 4b were saved.',
    deleteSection: '4b was deleted.',
    shareSection: 'The teachers of 4b were changed.',
    removeTeacher: 'A teacher was removed from 4b.',
    leaveSection: 'You have left 4b.',
    giveStudentEmail: 'A student’s email was saved in 4b.',
    addStudents: '3 students were added to 4b.',
    removeStudent: '1 student was removed from 4b.',
    startDetection: 'Detection was started in 4b.',
    stopDetection: 'Detection was stopped in 4b.',
    pauseLesson: 'The lesson in 4b was paused.',
    resumeLesson: 'The lesson in 4b was resumed.',
    extendLesson: 'The lesson in 4b was extended.',
    reviewLogs: 'Your review in 4b was saved.',
    replyToAnswer: 'Your reply in 4b was saved.',
    describeLesson: 'The title and note of a lesson in 4b were saved.',
    deleteLogs: '2 detections were deleted from 4b.',
    deleteLesson: 'A lesson in 4b was deleted.',
    inviteStudents: 'Students can now join 4b.',
    admitStudents: 'Students were admitted to 4b.',
    refuseStudents: 'Students were turned away from 4b.',
    excuseStudent: 'A student in 4b was excused.',
    endExcuse: 'A student’s excuse in 4b was ended.',
    correctRegister: 'The register of 4b was corrected.',
    sendLinks: 'Links were mailed to students in 4b.',
    revokeLink: 'A student’s link to 4b was revoked.',
    makeBadges: 'Badges for 4b were made, but can no longer be printed. Please make them again.',
    revokeBadges: 'Badges for 4b were revoked.',
    changePassword: 'Your password was changed.',
    administer: '4b: done.',
  };
  const isKind = (kind: string): kind is WriteKind => kind in sentences;
  test.each(Object.keys(sentences).filter(isKind))('by a notice once nobody is waiting: %s', async (kind) => {
    const { call, notices, submit, unwatch } = await loaded();
    submit(kind, kind === 'createSection' ? null : '7');
    unwatch(kind);
    await call(kind).answer(kind === 'deleteLogs' ? deleted('1', '2') : done());
    expect(notices).toEqual([{ kind: 'success', sentence: sentences[kind] }]);
  });

  test('by a watcher that starts while it is in flight', async () => {
    const { call, notices, submit, unwatch, watch } = await loaded();
    submit('stopDetection');
    unwatch('stopDetection');
    watch('stopDetection');
    await call('stopDetection').fail();
    expect(notices).toEqual([]);
  });

  test('by how many students the server has taken, not by how many were sent', async () => {
    const { call, notices, submit, unwatch } = await loaded();
    submit('addStudents');
    unwatch('addStudents');
    await call('addStudents').answer({ ...done(), takenCount: 2 });
    expect(notices).toEqual([
      { kind: 'error', sentence: '2 of 3 students were added to 4b. Please check its student list.' },
    ]);
  });

  test.each([
    ['failed', refused, '4b: The server said no.'],
    ['was not answered', unanswered, '4b: Nothing came back.'],
  ])('by a notice when nobody waits any more, and it %s', async (_, error, sentence) => {
    for (const kind of ['deleteSection', 'startDetection'] as const) {
      const { call, notices, submit, unwatch } = await loaded();
      submit(kind);
      unwatch(kind);
      await call(kind).fail(error);
      expect(notices).toEqual([{ kind: 'error', sentence }]);
    }
  });

  test.each<[WriteKind, string]>([
    ['deleteSection', 'One of your sections was deleted.'],
    ['addStudents', '3 students were added to one of your sections.'],
    ['removeStudent', '1 student was removed from one of your sections.'],
    ['startDetection', 'Detection was started in one of your sections.'],
    ['stopDetection', 'Detection was stopped in one of your sections.'],
    ['reviewLogs', 'Your review in one of your sections was saved.'],
    ['deleteLogs', '1 detection was deleted from one of your sections.'],
    ['deleteLesson', 'A lesson in one of your sections was deleted.'],
  ])('in words without a name while the list of sections is not known: %s', async (kind, sentence) => {
    const { call, context, notices, submit, unwatch } = started();
    expect(context().sections).toBeNull();
    for (const id of ['first', 'second', 'third']) {
      submit(kind, '7', id);
      unwatch(id);
    }
    const answer = kind === 'deleteLogs' ? deleted('1') : done();
    await call('first').answer(answer);
    await call('second').fail(refused);
    await call('third').answer({ ...answer, takenCount: 1 });
    expect(notices.map((notice) => notice.sentence)).toEqual([
      sentence,
      'One of your sections: The server said no.',
      kind === 'addStudents'
        ? '1 of 3 students were added to one of your sections. Please check its student list.'
        : sentence,
    ]);
  });

  describe('by the badge of the section’s open pages', () => {
    test.each<WriteKind>(['startDetection', 'stopDetection'])('after a %s that is done', async (kind) => {
      const { call, notices, submit, unwatch } = await opened();
      submit(kind);
      unwatch(kind);
      await call(kind).answer(done());
      expect(notices).toEqual([]);
    });

    test('but not of another section, nor after any other change', async () => {
      const { call, notices, submit, unwatch } = await opened();
      submit('startDetection', '8');
      submit('addStudents');
      unwatch('startDetection');
      unwatch('addStudents');
      await call('startDetection').answer(done());
      await call('addStudents').answer(done(section));
      expect(notices.map(({ sentence }) => sentence)).toEqual([
        'Detection was started in 5a.',
        '3 students were added to 4b.',
      ]);
    });
  });

  test('by the logs of the section’s open pages after a review that is kept, and only there', async () => {
    const { call, notices, submit, unwatch } = await opened();
    for (const [id, sectionId] of [
      ['reviewLogs', '7'],
      ['elsewhere', '8'],
    ] as const) {
      submit('reviewLogs', sectionId, id);
      unwatch(id);
      await call(id).answer(done());
    }
    expect(notices.map(({ sentence }) => sentence)).toEqual(['Your review in 5a was saved.']);
    submit('reviewLogs', '7', 'left');
    unwatch('left');
    await call('left').answer({ ...done(), isOnItsPage: false });
    expect(notices.splice(1).map(({ sentence }) => sentence)).toEqual(['Your review in 4b was saved.']);
    submit('reviewLogs', '7', 'again');
    unwatch('again');
    await call('again').fail();
    submit('deleteLogs');
    unwatch('deleteLogs');
    await call('deleteLogs').answer(deleted('1'));
    expect(notices.slice(1).map(({ sentence }) => sentence)).toEqual([
      '4b: The server said no.',
      '1 detection was deleted from 4b.',
    ]);
  });

  test('each by itself: that nobody waits for one says nothing of another', async () => {
    const { call, notices, submit, unwatch } = await loaded();
    submit('addStudents');
    submit('createSection', null);
    unwatch('createSection');
    await call('addStudents').answer(done(section));
    expect(notices).toEqual([]);
    await call('createSection').answer(done());
    expect(notices).toHaveLength(1);
  });

  test('a deletion that is done is told by a notice even then, and leads away from the section’s pages', async () => {
    const { call, leaveSection, notices, settled, shown, submit } = await opened();
    submit('deleteSection');
    expect(leaveSection).not.toHaveBeenCalled();
    await call('deleteSection').answer(done());
    expect(notices).toEqual([{ kind: 'success', sentence: '4b was deleted.' }]);
    expect(settled).toHaveLength(1);
    expect(leaveSection).toHaveBeenCalledOnce();
    expect(shown()).toBe('gone');
  });

  test('a deletion leads nobody away from another page, nor from anywhere when it failed', async () => {
    const { call, leaveSection, notices, submit } = await opened();
    submit('addStudents');
    submit('deleteSection', '8', 'elsewhere');
    await call('elsewhere').answer(done());
    await call('addStudents').answer(done(section));
    submit('deleteSection');
    await call('deleteSection').fail();
    expect(leaveSection).not.toHaveBeenCalled();
    expect(notices.map(({ sentence }) => sentence)).toEqual(['5a was deleted.']);
  });
});

test.each<WriteRequest>([
  { kind: 'deleteSection', sectionId: '7', password: 'correct horse' },
  {
    kind: 'changePassword',
    passwords: { old_password: 'correct horse', new_password: 'other horse', confirm_password: 'other horse' },
  },
])('6 no password is in any context, from the change that asks for it to its end: $kind', async (request) => {
  const contexts: string[] = [];
  const bodies: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.text());
    return Response.json({});
  });
  let session: ActorRefFrom<typeof sessionMachine> | undefined;
  const writes = writesOf(() => session);
  const inspect = (inspected: InspectionEvent) =>
    void contexts.push(JSON.stringify('snapshot' in inspected ? inspected.snapshot : {}));
  const { actor, notices, open } = started({
    write: writeMachine({ ...writes, watchNetwork: () => () => {} }),
    inspect,
  });
  session = actor;
  open('7');
  const { signal } = new AbortController();
  await writes.send(request, signal);
  expect(bodies.join()).toContain('correct horse');
  expect(notices).toHaveLength(request.kind === 'deleteSection' ? 1 : 0);
  expect(contexts.join()).toContain(request.kind);
  expect(contexts.join()).not.toContain('horse');
});

describe('a changed password', () => {
  test('is told where nobody waits for it any more, and the list of sections is not asked for it', async () => {
    const { call, fetchSections, list, notices, refresh, submit, unwatch } = await loaded();
    const asked = fetchSections.calls.length;
    for (const id of ['done', 'refused', 'unknown', 'watched']) submit('changePassword', null, id);
    for (const id of ['done', 'refused', 'unknown']) unwatch(id);
    refresh();
    await call('done').answer(done());
    expect(fetchSections.calls).toHaveLength(asked + 1);
    await fetchSections.last.answer([section, latin]);
    await call('refused').fail(refused);
    await call('unknown').fail(unanswered);
    await call('watched').fail(unanswered);
    expect(notices.map(({ kind, sentence }) => [kind, sentence])).toEqual([
      ['success', 'Your password was changed.'],
      ['error', 'Change Password: The server said no.'],
      ['error', `Change Password: ${unanswered.problem.sentence}`],
    ]);
    expect(list()).toBe('loaded');
    expect(fetchSections.calls).toHaveLength(asked + 1);
  });

  test('goes its own way beside the changes of sections', async () => {
    const { sent, submit } = await loaded();
    submit('createSection', null);
    submit('addStudents');
    submit('changePassword', null);
    expect(sent()).toEqual(['createSection', 'addStudents', 'changePassword']);
  });
});

describe('a lesson that is deleted', () => {
  test.each<[string, unknown]>([
    ['when it is done', null],
    ['when nobody knows', unanswered],
    ['when somebody else was faster', notFound],
  ])('has the lessons and logs of the open section asked for again: %s', async (_, failure) => {
    const { call, fetchLessons, fetchLogs, fetchStatus, submit } = await opened();
    await fetchStatus.last.answer(status(false, 0, null));
    submit('deleteLesson');
    expect([fetchLessons.calls.length, fetchLogs.calls.length]).toEqual([1, 1]);
    if (failure === null) await call('deleteLesson').answer(done());
    else await call('deleteLesson').fail(failure);
    expect([fetchLessons.calls.length, fetchLogs.calls.length]).toEqual([2, 2]);
  });

  test('takes its logs along at once, whatever becomes of their next fetch', async () => {
    const { call, detection, fetchLogs, submit } = await opened();
    const logs = logsOf(2).map((log) => ({ ...log, sessionId: log.id === '2' ? '12' : '11' }));
    await fetchLogs.last.answer(allOf(logs));
    submit('deleteLesson');
    await call('deleteLesson').answer({ ...done(), logs: { kind: 'lessonDeleted', lessonId: '12' } });
    await fetchLogs.last.fail(unanswered);
    expect(detection()?.children.logs?.getSnapshot().context.logs).toEqual(logs.slice(1));
  });

  test('is forgotten when it has settled, its actor is gone, and the next change of the section is sent', async () => {
    const { actor, call, sent, settled, submit } = await opened();
    submit('deleteLesson');
    submit('startDetection');
    expect(sent()).toEqual(['deleteLesson']);
    await call('deleteLesson').answer(done());
    expect(settled.map(({ id }) => id)).toEqual(['deleteLesson']);
    expect(sent()).toEqual(['deleteLesson', 'startDetection']);
    expect(Object.keys(actor.getSnapshot().children)).not.toContain('deleteLesson');
  });

  test('of another section leaves those alone, and the list of sections is not asked for it', async () => {
    const { call, fetchLogs, fetchSections, submit } = await opened();
    const asked = fetchSections.calls.length;
    submit('deleteLesson', '8');
    await call('deleteLesson').answer(done());
    expect([fetchLogs.calls.length, fetchSections.calls.length]).toEqual([1, asked]);
  });

  test('while the list is fetched does not make it be fetched again', async () => {
    const { call, fetchSections, refresh, submit } = await opened();
    refresh();
    const asked = fetchSections.calls.length;
    submit('deleteLesson');
    await call('deleteLesson').answer(done());
    expect(fetchSections.calls).toHaveLength(asked);
  });

  test('is told with its section, as its report is gone, also when the dialog has waited for it', async () => {
    const { call, notices, submit } = await opened();
    submit('deleteLesson');
    await call('deleteLesson').answer(done());
    expect(notices).toEqual([{ kind: 'success', sentence: 'A lesson in 4b was deleted.' }]);
  });

  test('or not, is told by the dialog as long as that waits', async () => {
    const { call, notices, submit, unwatch } = await opened();
    submit('deleteLesson');
    await call('deleteLesson').fail(refused);
    expect(notices).toEqual([]);
    submit('deleteLesson', '7', 'again');
    unwatch('again');
    await call('again').fail(refused);
    expect(notices).toEqual([{ kind: 'error', sentence: '4b: The server said no.' }]);
  });
});
