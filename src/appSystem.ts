import { type Actor, type ActorRefFrom, type ActorSystem, createActor, type InspectionEvent, waitFor } from 'xstate';
import { createCalls } from './calls';
import { createDrafts, type Drafts } from './drafts';
import type { authMachine } from './machines/account/authMachine';
import type { namesMachine } from './machines/app/namesMachine';
import type { Notice, noticeMachine } from './machines/app/noticeMachine';
import type { Review } from './machines/records/reviewsMachine';
import { appMachine } from './machines/session/appMachine';
import type { sessionMachine } from './machines/session/sessionMachine';
import { type PagePorts, pagePorts } from './pagePorts';
import { paths } from './paths';
import { kindOf, refusal } from './problem';
import { messages } from './publicMessages';
import { downloadReport } from './recorder/downloadReport';
import { createRecorder } from './recorder/recorder';
import type { AccountService } from './services/account/accountService';
import { loadGoogleClient, requestGoogleCode } from './services/account/googleSignIn';
import { type Teacher, teacherOf } from './services/account/teacher';
import { createTokenStore, type TokenStore } from './services/account/tokenStore';
import type { AdminService } from './services/admin/adminService';
import { lazy, loadPart } from './services/app/lazy';
import { whenIdle } from './services/app/pageEvents';
import {
  createKeptLists,
  createPreference,
  createSeed,
  type KeptLists,
  type Preference,
} from './services/app/preferences';
import type { Retention } from './services/app/retention';
import { createSiteStorage, type SiteStorage } from './services/app/siteStorage';
import type { Tokens } from './services/app/types';
import type { RegisterService } from './services/reports/registerService';
import type { SessionSystem } from './sessionSystem';

/** Absolute addresses of the backend. */
export interface AppSettings {
  apiUrl: string;
  googleApiUrl: string;
  googleClientId: string;
  /** Watches all actors beside the flight recorder. */
  inspector?: ((inspected: InspectionEvent) => void) | undefined;
}

/** The actors with a `systemId`. */
type NamedActors = {
  auth: ActorRefFrom<typeof authMachine>;
  notice: ActorRefFrom<typeof noticeMachine>;
  failureNotice: ActorRefFrom<typeof noticeMachine>;
  names: ActorRefFrom<ReturnType<typeof namesMachine>>;
  session: ActorRefFrom<typeof sessionMachine>;
};

/** Those of them that live as long as the page. */
type LastingName = 'auth' | 'notice' | 'failureNotice' | 'names';

/** Lives as long as the page: the app's actor with its real services, and the base of the routes' systems. */
export interface AppSystem extends Omit<SessionSystem, 'machine'>, PagePorts {
  actor: Actor<ReturnType<typeof appMachine>>;
  account: AccountService;
  /** Loads the calls of the administrator's page. */
  admin(): Promise<AdminService>;
  /** Returns how long records are kept, or null if the server does not say. */
  fetchRetention(signal: AbortSignal): Promise<Retention | null>;
  /** Loads the calls that read registers and students' records. */
  registers(): Promise<RegisterService>;
  /** Loads Google's client once the browser is idle, so that a press can open its popup at once. Call the result to stop. */
  prepareGoogle(): () => void;
  requestGoogleCode(signal: AbortSignal): Promise<string>;
  tokens: TokenStore;
  drafts: Drafts;
  storage: Pick<SiteStorage, 'isKept' | 'watchKept'>;
  /** An actor that always runs. */
  get<Name extends LastingName>(name: Name): NamedActors[Name];
  isSignedIn(): boolean;
  /** The session of the signed-in teacher, once its chunk is loaded. */
  session(): NamedActors['session'] | undefined;
  /** Waits until no write is in flight. */
  settleWrites(signal: AbortSignal): Promise<void>;
  /** Loads the chunk of the session, and starts the session of the signed-in teacher. */
  loadSession(): Promise<void>;
  /** Section 4, login success: keeps the tokens, signs in, and fetches the current user. */
  signIn(tokens: Tokens, signal: AbortSignal): Promise<void>;
  showNotice(notice: Notice): void;
  /** Hands a saved review to the session, which can undo it. */
  noteReview(review: Review): void;
  /**
   * Projector mode, for when the class sees the screen: screens, prints and files hide students' identities. One setting
   * per page, independent of the session.
   */
  projectorMode: Preference;
  /** The chosen layout and order of the students, by section. */
  classView: KeptLists;
  /** Whether the keys of Look now work on the whole page. */
  pageKeys: Preference;
  /** Seeds the numbers that stand for students in projector mode. */
  projectorSeed(): string;
  navigate(to: string): void;
  /** Reloads the document as if it had just been opened at the current address. */
  loadDocument(): void;
  /** Connects the router's `navigate`. */
  connectRouter(navigate: (to: string) => void): void;
  /** Records an actor. Pass it to every root actor besides the app's. */
  inspect(inspected: InspectionEvent): void;
  /** Downloads the recording so far and shows a notice. */
  saveReport(): void;
  /** Returns the signed-in teacher's stored user. Empty while another teacher's user is stored. */
  teacher(): Teacher;
  /** Calls back when the stored user may have changed, until the returned function is called. */
  watchTeacher(onChange: () => void): () => void;
}

/** For signed-in teachers only. */
export const lazySession = lazy(async () => (await import('./sessionSystem')).createSessionSystem);

/** Builds the app with its real services. `actor.start()` starts it. */
export function createAppSystem({ apiUrl, googleApiUrl, googleClientId, inspector }: AppSettings): AppSystem {
  const recorder = createRecorder();
  const inspect = (inspected: InspectionEvent) => {
    recorder.inspect(inspected);
    inspector?.(inspected);
  };
  const storage = createSiteStorage(() => window.localStorage);
  const projectorMode = createPreference(storage, 'projectorMode');
  const tokens = createTokenStore(storage);

  const named = <Name extends keyof NamedActors>(name: Name): NamedActors[Name] | undefined => {
    const system: ActorSystem<{ actors: NamedActors }> = actor.system;
    return system.get(name);
  };
  const get = <Name extends LastingName>(name: Name) => {
    const ref = named(name);
    if (ref === undefined) throw new Error(`The app's ${name} is not running`);
    return ref;
  };
  const session = () => named('session');

  // Until the router is connected, a navigation loads the document.
  let goTo = (to: string) => window.location.assign(to);
  const navigate = (to: string) => goTo(to);
  const goToDashboard = () => navigate(paths.dashboard);
  const showNotice = (notice: Notice) =>
    get(notice.kind === 'error' ? 'failureNotice' : 'notice').send({ type: 'notice.show', notice });

  const calls = createCalls({ apiUrl, googleApiUrl, tokens, auth: () => get('auth') });
  const { account, isOfSession } = calls;
  let loadedSession: SessionSystem | undefined;
  const ofSession = () => {
    if (loadedSession === undefined) throw new Error('The session is not loaded');
    return loadedSession;
  };
  const loadSession = async () => {
    // An already loaded session starts in the same step.
    const createSessionSystem = lazySession.loaded ?? (await lazySession.load());
    const logOut = () => get('auth').send({ type: 'logout.submit' });
    loadedSession ??= createSessionSystem({
      ...calls,
      apiUrl,
      storage,
      projectorMode,
      tokens,
      session,
      showNotice,
      goToDashboard,
      logOut,
    });
    actor.send({ type: 'session.loaded' });
  };

  const actor = createActor(
    appMachine({
      ...{ ...pagePorts, ...calls, tokens, goToDashboard },
      // The page that waits for it reports a failure.
      loadSession: () => void loadSession().catch(() => {}),
      sessionMachine: () => ofSession().machine,
    }),
    {
      input: {
        hasAccessToken: tokens.access() !== null,
        teacher: tokens.teacher(),
        signIn: tokens.signIn(),
      },
      inspect,
    },
  );

  const drafts = createDrafts(() => named('auth')?.getSnapshot());
  actor.subscribe(drafts.look);

  return {
    ...pagePorts,
    actor,
    account,
    drafts,
    get attendanceService() {
      return ofSession().attendanceService;
    },
    live: () => ofSession().live(),
    // Imported here, by the entry: elsewhere, Vite would preload the entry's stylesheet, which is in the documents.
    admin: async () => (await loadPart(() => import('./services/admin/adminService'))).createAdminService(calls.api),
    fetchRetention: (signal) =>
      import('./services/app/retention').then(
        ({ fetchRetention }) => fetchRetention(calls.api, signal),
        () => null,
      ),
    registers: async () =>
      (await loadPart(() => import('./services/reports/registerService'))).createRegisterService(calls.api),
    watchLesson: (...given) => ofSession().watchLesson(...given),
    watchSharing: (...given) => ofSession().watchSharing(...given),
    get enrolled() {
      return ofSession().enrolled;
    },
    get sectionService() {
      return ofSession().sectionService;
    },
    noteReview: (review) =>
      session()
        ?.getSnapshot()
        .children.reviews?.send({ type: 'review.done', ...review }),
    get sendWrite() {
      return ofSession().sendWrite;
    },
    get submitWrite() {
      return ofSession().submitWrite;
    },
    prepareGoogle: () =>
      whenIdle(() => {
        // A press retries and reports the failure.
        if (googleClientId !== '' && navigator.onLine) loadGoogleClient(googleClientId).catch(() => {});
      }),
    requestGoogleCode: (signal) => requestGoogleCode(googleClientId, signal),
    tokens,
    storage,
    get,
    isSignedIn: () => actor.getSnapshot().matches('signedIn'),
    session,
    async settleWrites(signal) {
      const writing = session();
      if (writing) await waitFor(writing, ({ context }) => context.writes.length === 0, { signal });
    },
    loadSession,
    async signIn(received, signal) {
      tokens.begin(received);
      get('auth').send({ type: 'session.started', teacher: tokens.teacher(), signIn: tokens.signIn() });
      try {
        tokens.keepUser(await account.fetchCurrentUser(signal));
        get('auth').send({ type: 'session.identified', teacher: tokens.teacher() });
      } catch (error) {
        throw kindOf(error) === 'sessionExpired' ? refusal(messages.login.userFetchFailed) : error;
      }
    },
    teacher: () => teacherOf(isOfSession(tokens.access()) ? tokens.user() : null),
    watchTeacher(onChange) {
      const identified = get('auth').subscribe(onChange);
      // Another tab stores the user after the tokens, which may already identify the teacher.
      const stopStorage = tokens.watch(onChange);
      return () => {
        identified.unsubscribe();
        stopStorage();
      };
    },
    inspect,
    saveReport() {
      const name = downloadReport(recorder.report());
      showNotice({ kind: 'success', sentence: messages.report.saved(name) });
    },
    showNotice,
    projectorMode,
    pageKeys: createPreference(storage, 'pageKeys'),
    classView: createKeptLists(storage, 'classView'),
    projectorSeed: createSeed(storage, 'projectorSeed'),
    navigate,
    loadDocument() {
      // Without the router's state the new document counts as freshly opened.
      window.history.replaceState(null, '');
      window.location.reload();
    },
    connectRouter(router) {
      goTo = router;
    },
  };
}
