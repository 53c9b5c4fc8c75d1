import { type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate';
import type { FormMachine } from '../../../src/machines/app/formMachine';
import type { questionMachine } from '../../../src/machines/app/questionMachine';
import { selectLogsProblem } from '../../../src/machines/logs/logsMachine';
import type { logsViewMachine, Neighbours } from '../../../src/machines/logs/logsViewMachine';
import { type detectionMachine, isActive, isDoubtful, isUnknown } from '../../../src/machines/section/detectionMachine';
import type { offerMachine } from '../../../src/machines/section/offerMachine';
import { overviewMachine } from '../../../src/machines/section/overviewMachine';
import type { LogoutEvent } from '../../../src/machines/session/logoutMachine';
import {
  selectDetection,
  selectIsSaving,
  selectRunning,
  selectSection,
  type sessionMachine,
} from '../../../src/machines/session/sessionMachine';
import { selectFound } from '../../../src/machines/students/pasteMachine';
import { selectableOf, standingOf } from '../../../src/machines/students/rosterMachine';
import { messages } from '../../../src/messages';
import { lookAtOf, reviewableIn } from '../../../src/model/logs/episodes';
import { changeAddress } from '../../../src/model/logs/logFilters';
import { addStudentsPath, detectionLogsPath, lessonLogsPath, lessonPath, paths, sectionPath } from '../../../src/paths';
import type { Review, Section } from '../../../src/services/types';
import { provideChangePassword } from '../../../src/system/account/changePasswordSystem';
import { provideLogin } from '../../../src/system/account/loginSystem';
import type { AppSystem } from '../../../src/system/app/appSystem';
import { provideStart } from '../../../src/system/app/startSystem';
import { provideLogsView } from '../../../src/system/logs/logsViewSystem';
import { provideOffer } from '../../../src/system/section/offerSystem';
import {
  provideCreateSection,
  provideDeleteLesson,
  provideDeleteSection,
} from '../../../src/system/section/sectionForms';
import { providePaste } from '../../../src/system/students/pasteSystem';
import { provideRoster } from '../../../src/system/students/rosterSystem';
import type { Around, Screen } from './page';
import type { Router } from './router';
import {
  type Button,
  type DialogName,
  reviewInWords,
  type Shown,
  type ShownChannel,
  type ShownSection,
  type WriteKind,
  writeKinds,
} from './shown';

/*
 * The table of the routes: which actors each screen starts, what it shows of them and what can be pressed, as
 * `src/screens` has it. What React would have rendered and unmounted is followed faithfully; nothing else is here.
 */

type Session = ActorRefFrom<typeof sessionMachine>;

const sessionIn = ({ session }: AppSystem): Session | undefined => session();

export const isSignedIn = (system: AppSystem) => sessionIn(system) !== undefined;

/** By what the charts tell the signed-in teacher from another. */
export const teacherId = (system: AppSystem) => sessionIn(system)?.getSnapshot().context.teacher ?? undefined;

const lessonAt = (path: string) => /^\/sections\/[^/]+\/lessons\/([^/?]+)/.exec(path)?.[1];

const sectionOf = (path: string) => /^\/sections\/([^/]+)/.exec(path)?.[1];

/** Which screen the address leads to; another key is another screen. */
export function createRoutes(system: AppSystem, router: Router) {
  let opened: { session: Session | undefined; key: string } | undefined;

  return (openKey: string | undefined): { key: string; redirect?: string } => {
    const { path, key } = router;
    const section = sectionOf(path);
    const session = sessionIn(system);
    if (opened?.key !== key) opened = { session, key };
    const isProtected = section !== undefined || path === paths.dashboard || path === paths.changePassword;
    if (isProtected && session === undefined) return { key: '', redirect: paths.login };
    // What was open in another session waits until the router has gone where this one begins.
    if (isProtected && opened?.session !== session) return { key: 'loading' };
    if (isProtected) return { key: `${session?.sessionId} ${section === undefined ? path : `section ${section}`}` };
    // Only who opens the sign-in page signed in is led away by it; a sign-in under way goes its own way.
    if (openKey !== 'login' && session !== undefined) return { key: '', redirect: paths.dashboard };
    return { key: 'login' };
  };
}

/** While there is nothing to show yet. */
const loading: Screen = {
  settle: () => false,
  buttons: () => [],
  shown: () => ({ blank: false, isLoading: true, dialogs: [] }),
  close() {},
};

export function openScreen(key: string, around: Around): Screen {
  const session = sessionIn(around.system);
  if (key === 'loading') return loading;
  if (session === undefined || key === 'login') return openLogin(around);
  if (key.endsWith(paths.dashboard)) return openDashboard(around, session);
  if (key.endsWith(paths.changePassword)) return openChangePassword(around, session);
  return openSection(around, session, key.replace(/.* section /, ''));
}

/* What screens have in common. */

type Form = ActorRefFrom<FormMachine>;

const isInert = (form: Form) => {
  const state = form.getSnapshot();
  return state.matches('submitting') || state.matches('redirectDelay') || state.matches('done');
};

function submit(form: Form, values: Record<string, string>): void {
  form.send({ type: 'form.change' });
  form.send({ type: 'form.submit', values });
}

/** A form in a dialog, as `useFormDialog` holds it. */
function createDialog({ inspect }: AppSystem, machine: FormMachine) {
  let form: Form | undefined;
  return {
    form: () => form,
    open() {
      const opened = createActor(machine, { inspect }).start();
      opened.subscribe({ complete: () => (form = form === opened ? undefined : form) });
      form = opened;
    },
    stop: () => form?.stop(),
  };
}

/** What closes the dialog around a form, when it may be left. */
const cancelOf = (form: Form, name: string): Button[] =>
  form.getSnapshot().can({ type: 'form.cancel' }) ? [{ name, press: () => form.send({ type: 'form.cancel' }) }] : [];

/** The bar on top of every protected page: what the live channel has to say, and the way out. */
function openFrame({ system, go, visit }: Around, session: Session) {
  let visited = visit();
  const { logout } = session.getSnapshot().children;
  const send = (event: LogoutEvent) => logout?.send(event);
  const isIn = (state: 'asking' | 'stopping' | 'saving') => logout?.getSnapshot().matches({ open: state }) === true;
  const words = messages.logout;
  return {
    /** What was asked goes with the page that it was asked on. */
    settle(): boolean {
      if (visited === visit()) return false;
      visited = visit();
      send({ type: 'page.left' });
      return true;
    },
    dialogs: (): DialogName[] => (logout?.getSnapshot().matches('open') ? ['logout'] : []),
    /** Those of its dialog, when that is open. */
    buttons(): Button[] {
      const running = logout?.getSnapshot().context.running ?? [];
      const isSaving = selectIsSaving(session.getSnapshot().context);
      if (isIn('asking')) {
        return [
          {
            name: words.stopFirst,
            press: () => send({ type: 'logout.stopFirst' }),
            write: 'stop',
            sections: running.map(({ id }) => Number(id)),
            logsOut: true,
          },
          {
            name: words.keepRunning,
            press: () => session.send({ type: 'logout.keepRunning' }),
            logsOut: true,
          },
          { name: words.cancel, press: () => send({ type: 'logout.cancel' }), logsOut: false },
        ];
      }
      if (isIn('saving')) {
        return [
          { name: words.now, press: () => send({ type: 'logout.now' }), logsOut: true, givesUp: true },
          { name: words.stay, press: () => send({ type: 'logout.cancel' }), logsOut: false },
        ];
      }
      if (isIn('stopping')) return [];
      const active = selectRunning(session.getSnapshot());
      const channel = session.getSnapshot().children.liveChannel;
      const notices = [system.get('notice'), system.get('failureNotice')];
      return [
        ...notices
          .filter((notice) => notice.getSnapshot().matches('shown'))
          .map((notice) => ({ name: messages.notice.dismiss, press: () => notice.send({ type: 'notice.dismiss' }) })),
        { name: messages.brand.name, press: () => go(paths.dashboard) },
        { name: messages.topBar.changePassword, press: () => go(paths.changePassword) },
        {
          name: messages.topBar.logout,
          press: () => session.send({ type: 'logout.ask' }),
          ...(active.length === 0 ? { logsOut: true } : {}),
          ...(active.length > 0 || isSaving ? { opens: 'logout' } : {}),
        },
        ...(channel?.getSnapshot().matches('gaveUp')
          ? [{ name: messages.liveChannel.reconnect, press: () => channel.send({ type: 'reconnect.submit' }) }]
          : []),
      ];
    },
    close: () => send({ type: 'page.left' }),
  };
}

export function shownChannel(system: AppSystem): ShownChannel {
  const channel = sessionIn(system)?.getSnapshot().children.liveChannel?.getSnapshot();
  if (channel === undefined) return { state: 'off', says: undefined };
  const words = messages.liveChannel;
  if (channel.matches('offline')) return { state: 'silent', says: words.offline };
  if (channel.matches('gaveUp')) return { state: 'silent', says: words.gaveUp };
  if (channel.matches({ attached: 'open' })) return { state: 'open', says: undefined };
  return { state: 'onItsWay', says: channel.context.reconnects === 0 ? undefined : words.lost };
}

const shownSection = ({ id, name, students }: Section): ShownSection => ({
  id: Number(id),
  name,
  students: students.map(({ email }) => email).sort(),
});

/** What is known now of whether detection is active. */
const knownIn = (detection: SnapshotFrom<typeof detectionMachine> | undefined) =>
  detection === undefined || isUnknown(detection) ? undefined : { isActive: isActive(detection) };

const badgeOf = (known: { isActive: boolean } | undefined) =>
  known === undefined ? 'unknown' : known.isActive ? 'active' : 'inactive';

const {
  writes: told,
  changePassword,
  createSection,
  deleteLesson,
  deleteSection,
  roster: rosterWords,
  detection: detectionWords,
  review: reviewWords,
} = messages;

/** A section's name, and what is said before and after it. */
const anySection = 'Any section';
const before = (sentence: string) => sentence.split(anySection)[0] ?? '';
const after = (sentence: string) => sentence.split(anySection)[1] ?? '';

/** What is said of each kind of write, up to the names in it. */
const sayings: [WriteKind, string][] = [
  // Of a deleted section it is said likewise, by its name.
  ['review', before(told.reviewLogs(anySection))],
  ['review', reviewWords.failed],
  ['discard', before(told.deleteLog(anySection))],
  ['discard', reviewWords.deleted],
  ['discard', reviewWords.deleteFailed],
  ['create', after(told.createSection(anySection))],
  ['create', createSection.failed],
  // Before those of a section, of whose words some are the same.
  ['deleteLesson', before(told.deleteLesson(anySection))],
  ['deleteLesson', deleteLesson.failed],
  ['delete', after(told.deleteSection(anySection))],
  ['delete', deleteSection.failed],
  ['delete', deleteSection.incorrectPassword],
  ['add', before(told.addStudents(anySection, 1)).slice(1)],
  ['add', before(told.addStudents(anySection, 2)).slice(1)],
  ['add', rosterWords.added],
  ['add', rosterWords.addFailed],
  ['remove', before(told.removeStudent(anySection))],
  ['remove', rosterWords.removed],
  ['remove', rosterWords.removeFailed(0, '')],
  ['start', before(told.startDetection(anySection))],
  ['start', detectionWords.startFailed],
  ['stop', before(told.stopDetection(anySection))],
  ['stop', detectionWords.stopFailed],
  ['password', told.changePassword()],
  ['password', told.failed(changePassword.title, '')],
  // The backend's own word on a section that is gone, which only a deletion passes on as it is.
  ['delete', 'Section not found.'],
  ['deleteLesson', 'Lesson not found.'],
];

/** The kinds of write that a sentence may speak of, if it speaks of any; each of them could have met an ended session. */
export function writesOf(sentence: string): readonly WriteKind[] {
  const [kind] = sayings.find(([, saying]) => sentence.includes(saying)) ?? [];
  if (kind !== undefined) return [kind];
  if (sentence.includes(reviewWords.gone)) return ['review', 'discard'];
  return sentence.includes(messages.session.expiredLogIn) || sentence.includes(messages.defect) ? writeKinds : [];
}

/* The screens. */

/** Why a teacher who was signed in is on the sign-in page, if it says so. */
function explanationIn(system: AppSystem): string | null {
  const auth = system.get('auth').getSnapshot();
  if (auth.matches({ signedOut: 'expired' })) return messages.session.expiredLogIn;
  return auth.matches({ signedOut: 'elsewhere' }) ? messages.session.endedElsewhere : null;
}

function openLogin({ system, typist }: Around): Screen {
  const login = createActor(provideLogin(system), { inspect: system.inspect }).start();
  const signIn = (name: string, teacher: 'Noor' | 'Mika', right: boolean): Button => ({
    name,
    press: () => submit(login, typist.credentials(teacher, right)),
  });
  return {
    settle: () => false,
    buttons: () =>
      isInert(login)
        ? []
        : [
            signIn('Sign in as Noor', 'Noor', true),
            signIn('Sign in as Mika', 'Mika', true),
            signIn('Sign in with a wrong password', 'Noor', false),
          ],
    shown: () => ({ blank: false, dialogs: [], explanation: explanationIn(system) }),
    close: () => login.stop(),
  };
}

function openChangePassword(around: Around, session: Session): Screen {
  const { system, typist } = around;
  const frame = openFrame(around, session);
  const change = createActor(provideChangePassword(system), { inspect: system.inspect }).start();
  const send = () => {
    const wanted = typist.newPassword();
    submit(change, { old_password: typist.password(true), new_password: wanted, confirm_password: wanted });
  };
  return {
    settle: frame.settle,
    buttons: () => [
      ...(isInert(change) || frame.dialogs().length > 0
        ? []
        : [{ name: messages.changePassword.submit, press: send, write: 'password' as const }]),
      ...frame.buttons(),
    ],
    shown: () => ({ blank: false, dialogs: frame.dialogs() }),
    close() {
      change.stop();
      frame.close();
    },
  };
}

function openDashboard(around: Around, session: Session): Screen {
  const { system, typist, go } = around;
  const words = messages.createSection;
  const frame = openFrame(around, session);
  const dialog = createDialog(system, provideCreateSection(system));
  session.send({ type: 'sections.refresh' });

  return {
    settle: frame.settle,
    buttons() {
      const form = dialog.form();
      if (form !== undefined) {
        return [
          ...(isInert(form)
            ? []
            : [
                { name: words.submit, press: () => submit(form, typist.newSection()), write: 'create' as const },
                { name: `${words.submit}, with nothing typed`, press: () => submit(form, { name: '', subject: '' }) },
              ]),
          ...cancelOf(form, words.cancel),
        ];
      }
      if (frame.dialogs().length > 0) return frame.buttons();
      const { sections, problem } = session.getSnapshot().context;
      return [
        ...frame.buttons(),
        { name: words.title, opens: 'create', press: () => dialog.open() },
        ...(problem === null
          ? []
          : [{ name: messages.dashboard.retry, press: () => session.send({ type: 'sections.refresh' }) }]),
        ...(sections ?? [])
          .slice(0, 3)
          .map(({ id }, index) => ({ name: `The section at place ${index + 1}`, press: () => go(sectionPath(id)) })),
      ];
    },
    shown() {
      const { sections, problem } = session.getSnapshot().context;
      const shownOf = ({ id }: Section) => knownIn(selectDetection(session.getSnapshot(), id)?.getSnapshot());
      return {
        blank: false,
        badges: new Map(sections?.map((section) => [Number(section.id), badgeOf(shownOf(section))])),
        dialogs: dialog.form() === undefined ? frame.dialogs() : ['create'],
        sections: problem === null && sections !== null ? sections.map(shownSection) : null,
      };
    },
    close() {
      dialog.stop();
      frame.close();
    },
  };
}

type Dialog = ReturnType<typeof createDialog>;
type LogsView = ActorRefFrom<typeof logsViewMachine>;
type Roster = ActorRefFrom<ReturnType<typeof provideRoster>>;
type Paste = ActorRefFrom<ReturnType<typeof providePaste>>;

interface Bar {
  visit: string;
  detection: ActorRefFrom<typeof detectionMachine>;
  start: ActorRefFrom<typeof questionMachine>;
  offer: ActorRefFrom<typeof offerMachine>;
}

/** What a page of a section starts for itself. */
type SectionPage = OverviewPage | { kind: 'logs'; view: LogsView } | LessonPage | RosterPage;

interface LessonPage {
  kind: 'lesson';
  id: string;
  dialog: Dialog;
  view: LogsView;
}

interface OverviewPage {
  kind: 'overview';
  dialog: Dialog;
  view: LogsView;
  overview: ActorRefFrom<typeof overviewMachine>;
}

interface RosterPage {
  kind: 'roster';
  roster: Roster;
  paste: Paste;
}

function openSection(around: Around, session: Session, sectionId: string): Screen {
  const { system, typist, go } = around;
  const { inspect } = system;
  const frame = openFrame(around, session);
  session.send({ type: 'section.open', sectionId });
  let page: SectionPage | undefined;
  /** The bar, which lives as long as the detection that it tells of. */
  let bar: Bar | undefined;

  const section = () => {
    const { context, children } = session.getSnapshot();
    return context.openSectionId === sectionId ? children.section?.getSnapshot() : undefined;
  };
  /** What the pages of the section are given; undefined while there is nothing to give. */
  const given = () => {
    const state = section();
    const found = selectSection(session.getSnapshot().context, sectionId);
    const detection = selectDetection(session.getSnapshot(), sectionId);
    const logs = detection?.getSnapshot().children.logs;
    const lessons = detection?.getSnapshot().children.lessons;
    const arrivals = state?.children.arrivals;
    const lookNow = state?.children.lookNow;
    return state?.matches('present') && found && arrivals && detection && lessons && logs && lookNow
      ? { section: found, arrivals, detection, lessons, logs, lookNow }
      : undefined;
  };
  /** The lessons, newest first, as far as they are known. */
  const lessonsIn = ({ lessons }: NonNullable<ReturnType<typeof given>>) => lessons.getSnapshot().context.lessons ?? [];
  /** The lesson whose report is shown. */
  const reported = () => {
    const parts = given();
    if (parts === undefined || page?.kind !== 'lesson') return undefined;
    const { id } = page;
    const isThere = parts.logs.getSnapshot().context.fetchedAt !== null;
    return isThere ? lessonsIn(parts).find((lesson) => lesson.id === id) : undefined;
  };

  const isLoadingReport = (parts: NonNullable<ReturnType<typeof given>>, lessonId: string) => {
    const known = parts.lessons.getSnapshot();
    const logs = parts.logs.getSnapshot();
    if (known.matches('absent')) return false;
    if (known.context.lessons === null) return known.context.problem === null;
    const isThere = lessonsIn(parts).some(({ id }) => id === lessonId);
    return isThere && logs.context.fetchedAt === null && selectLogsProblem(logs) === null;
  };

  const kindAt = (path: string): SectionPage['kind'] => {
    const [page] = path.split('?');
    if (lessonAt(path) !== undefined) return 'lesson';
    return page === addStudentsPath(sectionId) ? 'roster' : page === detectionLogsPath(sectionId) ? 'logs' : 'overview';
  };
  const openPage = (path: string, parts: NonNullable<ReturnType<typeof given>>): SectionPage => {
    const kind = kindAt(path);
    if (kind === 'roster') {
      return {
        kind,
        roster: createActor(provideRoster(system), { input: { section: parts.section }, inspect }).start(),
        paste: createActor(providePaste(system), { input: { sectionId }, inspect }).start(),
      };
    }
    const view = createActor(provideLogsView(system), { input: { sectionId }, inspect }).start();
    if (kind === 'logs') return { kind, view };
    if (kind === 'lesson') {
      const id = lessonAt(path) ?? '';
      const dialog = createDialog(system, provideDeleteLesson(system, sectionId, id));
      return { kind, id, dialog, view };
    }
    return {
      kind,
      view,
      dialog: createDialog(system, provideDeleteSection(system, sectionId)),
      overview: createActor(overviewMachine, { inspect }).start(),
    };
  };
  const closePage = () => {
    if (page?.kind === 'roster') {
      page.roster.stop();
      page.paste.stop();
    } else page?.view.stop();
    if (page?.kind === 'lesson') page.dialog.stop();
    if (page?.kind === 'overview') {
      page.dialog.stop();
      page.overview.stop();
    }
    page = undefined;
  };

  const openBar = (detection: Bar['detection']): Bar => ({
    visit: around.visit(),
    detection,
    start: createActor(provideStart(detection)(), { inspect }).start(),
    offer: createActor(provideOffer(detection)(), { inspect }).start(),
  });
  const closeBar = () => {
    bar?.start.stop();
    bar?.offer.stop();
    bar = undefined;
  };
  const asks = () => bar?.start.getSnapshot().matches('asking') === true;

  const dialogs = (): DialogName[] => {
    if (frame.dialogs().length > 0) return frame.dialogs();
    if (asks()) return ['start'];
    if (page === undefined) return [];
    if (page.kind === 'roster') {
      return [
        ...(page.roster.getSnapshot().matches({ removal: 'none' }) ? [] : (['remove'] as const)),
        ...(page.paste.getSnapshot().matches('open') ? (['paste'] as const) : []),
      ];
    }
    return [
      ...(page.kind === 'overview' && page.dialog.form() ? (['delete'] as const) : []),
      ...(isAsking(page.view) && (page.kind !== 'lesson' || reported()) ? (['discard'] as const) : []),
      // It goes with the lesson, as its form does not.
      ...(page.kind === 'lesson' && reported() && page.dialog.form() ? (['deleteLesson'] as const) : []),
      ...(page.view.getSnapshot().context.enlarged && (page.kind !== 'lesson' || reported())
        ? (['screenshot'] as const)
        : []),
      ...(page.kind === 'overview' && page.overview.getSnapshot().matches({ student: 'open' })
        ? (['student'] as const)
        : []),
    ];
  };

  const deleteButtons = (dialog: Dialog): Button[] => {
    const form = dialog.form();
    if (form === undefined) return [];
    const words = messages.deleteSection;
    const send = (right: boolean) => () => submit(form, { password: typist.password(right) });
    return [
      ...(isInert(form)
        ? []
        : [
            { name: words.submit, press: send(true), write: 'delete' as const },
            { name: `${words.submit}, with a wrong password`, press: send(false), write: 'delete' as const },
          ]),
      ...cancelOf(form, words.cancel),
    ];
  };

  const deleteLessonButtons = (dialog: Dialog): Button[] => {
    const form = dialog.form();
    if (form === undefined) return [];
    const press = () => form.send({ type: 'form.submit', values: { section_id: sectionId } });
    return [
      ...(isInert(form) ? [] : [{ name: deleteLesson.submit, press, write: 'deleteLesson' as const }]),
      ...cancelOf(form, deleteLesson.cancel),
    ];
  };

  const reportButtons = (
    { lessons, logs }: NonNullable<ReturnType<typeof given>>,
    { id, dialog, view }: LessonPage,
  ): Button[] => {
    const lesson = reported();
    const log = logs.getSnapshot().context.logs.find(({ sessionId, screenshot }) => sessionId === id && screenshot);
    const words = messages.lessonReport;
    return [
      { name: words.backToLogs, press: () => go(detectionLogsPath(sectionId)) },
      ...(lessons.getSnapshot().matches('failed') && lesson === undefined
        ? [{ name: words.retry, press: () => lessons.send({ type: 'lessons.refresh' }) }]
        : []),
      ...(lesson && log
        ? [
            {
              name: 'Show the screenshot',
              opens: 'screenshot' as const,
              press: () => view.send({ type: 'screenshot.open', log }),
            },
          ]
        : []),
      ...(lesson ? [{ name: words.showLogs, press: () => go(lessonLogsPath(sectionId, id)) }] : []),
      ...(lesson && lesson.endedAt !== null
        ? [
            {
              name: deleteLesson.open,
              opens: 'deleteLesson' as const,
              press: () => dialog.open(),
            },
          ]
        : []),
    ];
  };

  const deleteButton = (dialog: Dialog): Button => ({
    name: messages.section.delete,
    opens: 'delete',
    press: () => dialog.open(),
  });

  const removeButtons = (roster: Roster): Button[] => {
    const state = roster.getSnapshot();
    const words = messages.roster;
    const confirm = {
      name: `${words.confirmTitle}: ${words.remove}`,
      press: () => roster.send({ type: 'remove.confirm' }),
      write: 'remove' as const,
    };
    return [
      ...(state.can({ type: 'remove.confirm' }) ? [confirm] : []),
      ...(state.can({ type: 'remove.cancel' })
        ? [{ name: words.cancel, press: () => roster.send({ type: 'remove.cancel' }) }]
        : []),
    ];
  };

  const pasteButtons = ({ roster, paste }: RosterPage): Button[] => {
    const state = paste.getSnapshot();
    const words = messages.paste;
    const selectable = selectableOf(roster.getSnapshot().context, selectFound(state.context));
    const select: Button = {
      name: words.select(2),
      press() {
        roster.send({ type: 'students.select', students: selectable });
        paste.send({ type: 'paste.close' });
      },
    };
    return [
      { name: words.close, press: () => paste.send({ type: 'paste.close' }) },
      ...(state.matches({ open: 'editing' })
        ? [{ name: words.check, press: () => paste.send({ type: 'list.submit', emails: typist.pastedEmails() }) }]
        : []),
      ...(state.matches({ open: 'reviewed' }) && selectable.length > 0 ? [select] : []),
      ...(state.can({ type: 'lookups.retry' })
        ? [{ name: words.retry, press: () => paste.send({ type: 'lookups.retry' }) }]
        : []),
    ];
  };

  const rosterButtons = ({ roster, paste }: RosterPage): Button[] => {
    const state = roster.getSnapshot();
    const { context } = state;
    const words = messages.roster;
    const selectable = context.results.find((student) => standingOf(context, student) === 'selectable');
    const [selected] = context.selected;
    const [first] = context.students;
    return [
      { name: messages.paste.open, opens: 'paste', press: () => paste.send({ type: 'paste.open' }) },
      { name: words.search, press: () => roster.send({ type: 'query.change', query: 'io' }) },
      { name: `${words.search}, for others`, press: () => roster.send({ type: 'query.change', query: 'ri' }) },
      ...(selectable && state.can({ type: 'student.select', student: selectable })
        ? [
            { name: 'Tick a student', press: () => roster.send({ type: 'student.select', student: selectable }) },
            {
              name: 'Select all shown',
              press: () => roster.send({ type: 'students.select', students: context.results }),
            },
          ]
        : []),
      ...(selected
        ? [{ name: 'Take a student off', press: () => roster.send({ type: 'student.unselect', student: selected }) }]
        : []),
      ...(state.can({ type: 'add.submit' })
        ? [{ name: words.add, press: () => roster.send({ type: 'add.submit' }), write: 'add' as const }]
        : []),
      ...(first && state.can({ type: 'remove.open', student: first })
        ? [
            {
              name: words.remove,
              opens: 'remove' as const,
              press: () => roster.send({ type: 'remove.open', student: first }),
            },
          ]
        : []),
    ];
  };

  const logsButtons = ({ logs }: NonNullable<ReturnType<typeof given>>, view: LogsView): Button[] => {
    const state = logs.getSnapshot();
    const [log] = state.context.logs;
    return [
      ...(state.can({ type: 'logs.refresh' })
        ? [{ name: messages.logs.refresh, press: () => logs.send({ type: 'logs.refresh' }) }]
        : []),
      ...(log?.screenshot
        ? [
            {
              name: 'Show the screenshot',
              opens: 'screenshot' as const,
              press: () => view.send({ type: 'screenshot.open', log }),
            },
          ]
        : []),
    ];
  };

  const isAsking = (view: LogsView) => view.getSnapshot().matches({ enlarging: { change: 'asking' } });

  /** What can be made of the log that is shown large. */
  const reviewButtons = (view: LogsView, review: Review | null, neighbours: Neighbours): Button[] => {
    const state = view.getSnapshot();
    const { enlarged, notes } = state.context;
    if (!state.matches({ enlarging: { change: 'none' } })) return [];
    const note = notes[enlarged?.id ?? ''] ?? review?.note ?? '';
    return [
      ...([null, 'seen', 'dismissed'] as const).map((wanted) => ({
        name: messages.logFilters.reviews[wanted ?? 'none'],
        press: () => view.send({ type: 'review.submit', state: wanted, note, neighbours }),
        write: 'review' as const,
      })),
      { name: reviewWords.note, press: () => view.send({ type: 'note.change', note: typist.note() }) },
      { name: reviewWords.delete, opens: 'discard', press: () => view.send({ type: 'deletion.ask' }) },
    ];
  };

  /** What is looked for among the logs is in the address alone. */
  const filterButtons = (): Button[] => {
    const filtered = changeAddress(new URLSearchParams(), { type: 'no_face' });
    return [
      { name: messages.logFilters.type, press: () => go(`${detectionLogsPath(sectionId)}?${filtered}`) },
      { name: messages.logFilters.clear, press: () => go(detectionLogsPath(sectionId)) },
    ];
  };

  const overviewButtons = (
    { logs, lookNow }: NonNullable<ReturnType<typeof given>>,
    { overview }: OverviewPage,
  ): Button[] => {
    const { seen } = lookNow.getSnapshot().context;
    const [first] = lookAtOf(logs.getSnapshot().context.logs, null, seen, Date.now());
    const rows = { logIds: [], keys: [] };
    const words = messages.lookNow;
    return [
      { name: 'Move the pointer on the rows', press: () => overview.send({ type: 'rows.touched', rows }) },
      { name: messages.lesson.allTime, press: () => overview.send({ type: 'allTime.select' }) },
      { name: messages.lesson.list, press: () => overview.send({ type: 'list.select' }) },
      ...(first
        ? [
            {
              name: words.seen,
              ...(reviewableIn(first).length > 0 && { write: 'review' as const }),
              press: () =>
                lookNow.send({
                  type: 'episode.see',
                  key: first.key,
                  last: first.last,
                  logIds: reviewableIn(first),
                }),
            },
            {
              name: 'Open the student',
              opens: 'student' as const,
              press: () => overview.send({ type: 'student.open', key: first.student, logIds: [] }),
            },
          ]
        : []),
    ];
  };

  const barButtons = (parts: NonNullable<ReturnType<typeof given>>): Button[] => {
    const { section, detection } = parts;
    const state = detection.getSnapshot();
    const words = messages.detection;
    const isBusy = !state.matches({ change: 'none' }) || bar?.offer.getSnapshot().matches('resting');
    if (isBusy) return [];
    if (isActive(state)) {
      return [{ name: words.stop, press: () => detection.send({ type: 'stop.submit' }), write: 'stop' }];
    }
    const isDoubtful = section.students.length === 0;
    const [last] = lessonsIn(parts);
    return [
      ...(last && !isUnknown(state)
        ? [{ name: messages.lessons.report, press: () => go(lessonPath(sectionId, last.id)) }]
        : []),
      ...(state.can({ type: 'start.submit' })
        ? [
            {
              name: words.start,
              press: () => bar?.start.send({ type: 'question.ask', isDoubtful }),
              ...(isDoubtful ? ({ opens: 'start' } as const) : ({ write: 'start' } as const)),
            },
          ]
        : []),
    ];
  };

  const questionButtons = (): Button[] => {
    const words = messages.startWithoutStudents;
    const cancel = () => bar?.start.send({ type: 'question.cancel' });
    // It may have been started elsewhere since it was asked.
    const starts = given()?.detection.getSnapshot().can({ type: 'start.submit' });
    return [
      {
        name: words.confirm,
        press: () => bar?.start.send({ type: 'question.confirm' }),
        ...(starts && { write: 'start' }),
      },
      { name: words.cancel, press: cancel },
      {
        name: words.addStudents,
        press() {
          cancel();
          go(addStudentsPath(sectionId));
        },
      },
    ];
  };

  return {
    settle(path) {
      const parts = given();
      const kind = parts && kindAt(path);
      const isFrameRight = !frame.settle();
      const isBarRight = bar?.detection === parts?.detection && (bar === undefined || bar.visit === around.visit());
      if (!isBarRight) {
        closeBar();
        if (parts) bar = openBar(parts.detection);
      }
      // Whoever goes on leaves what was shown large.
      if (!isFrameRight && page && page.kind !== 'roster') page.view.send({ type: 'screenshot.close' });
      const isRight = page?.kind === kind && (page?.kind !== 'lesson' || page.id === lessonAt(path));
      if (isRight) return !isBarRight || !isFrameRight;
      closePage();
      if (parts) page = openPage(path, parts);
      return true;
    },

    buttons() {
      const parts = given();
      const [dialog] = dialogs();
      if (dialog === 'logout') return frame.buttons();
      if (dialog === 'start') return questionButtons();
      if (page?.kind === 'overview' && dialog === 'delete') return deleteButtons(page.dialog);
      if (page?.kind === 'lesson' && dialog === 'deleteLesson') return deleteLessonButtons(page.dialog);
      if (page?.kind === 'roster' && dialog === 'remove') return removeButtons(page.roster);
      if (page?.kind === 'roster' && dialog === 'paste') return pasteButtons(page);
      if (page?.kind === 'overview' && dialog === 'student') {
        const { overview } = page;
        return [{ name: messages.logs.close, press: () => overview.send({ type: 'student.close' }) }];
      }
      if (page && page.kind !== 'roster' && dialog === 'discard') {
        const { view } = page;
        const neighbours = { previous: undefined, next: undefined };
        return [
          {
            name: reviewWords.confirmDelete,
            press: () => view.send({ type: 'deletion.confirm', neighbours }),
            write: 'discard',
          },
          { name: reviewWords.cancel, press: () => view.send({ type: 'deletion.cancel' }) },
        ];
      }
      if (page && page.kind !== 'roster' && dialog === 'screenshot') {
        const { view } = page;
        const { context } = view.getSnapshot();
        const known = parts?.logs.getSnapshot().context.logs.find(({ id }) => id === context.enlarged?.id);
        const lesson = page.kind === 'lesson' ? page.id : null;
        const pictures = (parts?.logs.getSnapshot().context.logs ?? []).filter(
          ({ screenshot, sessionId }) => screenshot !== null && (lesson === null || sessionId === lesson),
        );
        const at = pictures.findIndex(({ id }) => id === view.getSnapshot().context.enlarged?.id);
        const next = at < 0 ? undefined : pictures[at + 1];
        const neighbours = at < 0 ? context.neighbours : { previous: pictures[at - 1], next };
        return [
          ...(known?.review === undefined ? [] : reviewButtons(view, known.review, neighbours)),
          ...(next
            ? [{ name: messages.viewer.next, press: () => view.send({ type: 'screenshot.step', log: next }) }]
            : []),
          { name: messages.logs.close, press: () => view.send({ type: 'screenshot.close' }) },
        ];
      }
      const failed = section()?.matches('failed');
      return [
        ...frame.buttons(),
        { name: messages.section.overview, press: () => go(sectionPath(sectionId)) },
        { name: messages.section.manageStudents, press: () => go(addStudentsPath(sectionId)) },
        { name: messages.section.detectionLogs, press: () => go(detectionLogsPath(sectionId)) },
        { name: messages.section.backToDashboard, press: () => go(paths.dashboard) },
        ...(failed
          ? [
              {
                name: messages.section.retry,
                press: () => session.getSnapshot().children.section?.send({ type: 'section.retry' }),
              },
            ]
          : []),
        ...(parts && bar ? barButtons(parts) : []),
        ...(page?.kind === 'overview' ? [deleteButton(page.dialog)] : []),
        ...(parts && page?.kind === 'overview' ? overviewButtons(parts, page) : []),
        ...(parts && page?.kind === 'lesson' ? reportButtons(parts, page) : []),
        ...(parts && (page?.kind === 'overview' || page?.kind === 'logs') ? logsButtons(parts, page.view) : []),
        ...(page?.kind === 'logs' ? filterButtons() : []),
        ...(page?.kind === 'roster' ? rosterButtons(page) : []),
      ];
    },

    shown(): Shown {
      const state = section();
      const parts = given();
      if (!parts) {
        const isSaid = state?.matches('notFound') || state?.matches('gone') || state?.matches('failed');
        // `present` without its parts is what has nothing to show; everything else says that it is loading.
        const isBlank = state?.matches('present') ?? false;
        const isLoading = !isBlank && !isSaid;
        return { blank: isBlank, isLoading, dialogs: frame.dialogs(), ...(isSaid ? { section: null } : {}) };
      }
      const detection = parts.detection.getSnapshot();
      const logs = parts.logs.getSnapshot();
      return {
        blank: false,
        dialogs: dialogs(),
        section: shownSection(parts.section),
        ...(page?.kind === 'roster'
          ? {
              roster: page.roster
                .getSnapshot()
                .context.students.map(({ email }) => email)
                .sort(),
            }
          : {}),
        ...(page?.kind === 'logs' ? { lessons: lessonsIn(parts).map(({ id }) => id) } : {}),
        isLoading: page?.kind === 'lesson' && isLoadingReport(parts, page.id),
        badges: new Map([[Number(sectionId), badgeOf(knownIn(detection))]]),
        logs: new Map(logs.context.logs.map(({ id, review }) => [id, reviewInWords(review)])),
        saysLogsFailed: selectLogsProblem(logs) !== null,
        saysUnchecked: isDoubtful(detection),
      };
    },

    losePictures() {
      const logs = given()?.logs;
      const [address] = logs?.getSnapshot().context.logs.flatMap(({ screenshot }) => screenshot ?? []) ?? [];
      if (address !== undefined && page && page.kind !== 'roster') logs?.send({ type: 'picture.failed', address });
    },

    close() {
      closePage();
      closeBar();
      frame.close();
      session.send({ type: 'section.close', sectionId });
    },
  };
}
