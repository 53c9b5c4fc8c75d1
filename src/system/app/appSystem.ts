import {
  type Actor,
  type ActorRefFrom,
  type ActorSystem,
  createActor,
  fromCallback,
  type InspectionEvent,
} from 'xstate';
import type { Code } from '../../code';
import type { authMachine } from '../../machines/account/authMachine';
import { appMachine } from '../../machines/app/appMachine';
import type { Notice, noticeMachine } from '../../machines/app/noticeMachine';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { kindOf, ProblemError, refusal, unanswered } from '../../model/app/problem';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import type * as Rest from '../../rest';
import type { AccountService } from '../../services/accountService';
import { whenIdle, whenUsed } from '../../services/pageEvents';
import { createPreference, createSeed, type Preference } from '../../services/preferences';
import { createSiteStorage, type SiteStorage } from '../../services/siteStorage';
import { type Teacher, teacherOf } from '../../services/teacher';
import { createTokenStore, type TokenStore } from '../../services/tokenStore';
import type { Tokens } from '../../services/types';
import { isOfSession, provideAuth } from '../account/authSystem';
import type { createSessionSystem, SessionSystem } from '../session/sessionSystem';
import type { Calls } from './calls';
import { fetchCode } from './fetchCode';
import { createRecording } from './recording';

/** Where the backend is. Absolute addresses. */
export interface AppSettings {
  apiUrl: string;
  googleApiUrl: string;
  googleClientId: string;
  /** What is not needed before the first page has been painted. */
  laterCode: {
    /** What anything needs that a teacher does. */
    rest: Code<typeof Rest>;
    /** What only a signed-in teacher needs. */
    session: Code<typeof createSessionSystem>;
  };
  /** Watches all actors beside the flight recorder. */
  inspector?: ((inspected: InspectionEvent) => void) | undefined;
}

/** The actors that are reached by name (`systemId`), wherever they stand. */
type NamedActors = {
  auth: ActorRefFrom<typeof authMachine>;
  notice: ActorRefFrom<typeof noticeMachine>;
  failureNotice: ActorRefFrom<typeof noticeMachine>;
  session: ActorRefFrom<typeof sessionMachine>;
};

/** Those that live as long as the page. */
type LastingName = 'auth' | 'notice' | 'failureNotice';

/** What lives as long as the page: the app's actor with its real services, and what the routes' systems build on. */
export interface AppSystem extends Pick<SessionSystem, 'sectionService' | 'sendWrite'> {
  actor: Actor<typeof appMachine>;
  /**
   * The calls about an account, whose code is fetched with the first of them.
   *
   * @param failure what is said when that gets no answer: the sentence of the call that is about to be made
   * @throws a {@link ProblemError} then, as the call itself would
   */
  account(failure: string): Promise<AccountService>;
  /** Fetches what Google's popup takes, once the browser has nothing else to do. Call the result to stop. */
  prepareGoogle(): () => void;
  /** @throws as `account` does when its code gets no answer */
  requestGoogleCode(signal: AbortSignal): Promise<string>;
  tokens: TokenStore;
  storage: Pick<SiteStorage, 'isKept' | 'watchKept'>;
  /** An actor that always runs. */
  get<Name extends LastingName>(name: Name): NamedActors[Name];
  isSignedIn(): boolean;
  /** The session of the signed-in teacher; nothing when nobody is signed in, or its code is not there yet. */
  session(): NamedActors['session'] | undefined;
  /** Fetches the code of a session, as far as it is not there; the session of who is signed in starts then. */
  fetchSession(): Promise<void>;
  /** Section 4, login success: keeps the tokens, signs in, and fetches the current user. */
  signIn(tokens: Tokens, signal: AbortSignal): Promise<void>;
  showNotice(notice: Notice): void;
  /**
   * Whether the class sees the screen: then nothing on it, printed or saved from it, tells who a student is. One choice for
   * the whole page, whoever is signed in.
   */
  projectorMode: Preference;
  /** Seeds the numbers that stand for students in projector mode. */
  projectorSeed(): string;
  navigate(to: string): void;
  /** Loads the document anew at the address where the browser is, as if it were opened there. */
  loadDocument(): void;
  /** Given by the router's bridge: how to go to an address of the product. */
  connectRouter(navigate: (to: string) => void): void;
  /** For every actor that is started by itself: what it does is recorded. */
  inspect(inspected: InspectionEvent): void;
  /** Offers the recording so far as a file, and says so. */
  saveReport(): Promise<void>;
  /** The signed-in teacher, as far as the stored user tells; nothing of another, whose session this page does not show yet. */
  teacher(): Teacher;
  /** Calls back when the stored user may be another one, until the returned function is called. */
  watchTeacher(onChange: () => void): () => void;
}

/** Builds the app with its real services; `actor.start()` sets it going. */
export function createAppSystem({
  apiUrl,
  googleApiUrl,
  googleClientId,
  laterCode,
  inspector,
}: AppSettings): AppSystem {
  const recording = createRecording(laterCode.rest);
  const inspect = (inspected: InspectionEvent) => {
    recording.inspect(inspected);
    inspector?.(inspected);
  };
  const storage = createSiteStorage(() => window.localStorage);
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

  // Until the router is there, an address is opened as any other.
  let goTo = (to: string) => window.location.assign(to);
  const navigate = (to: string) => goTo(to);
  const goToDashboard = () => navigate(paths.dashboard);
  const showNotice = (notice: Notice) =>
    get(notice.kind === 'error' ? 'failureNotice' : 'notice').send({ type: 'notice.show', notice });

  const ofAuth = { tokens, auth: () => get('auth') };
  let made: Calls | undefined;
  const makeCalls = ({ createCalls }: typeof Rest) => {
    made ??= createCalls({ apiUrl, googleApiUrl, ...ofAuth });
    return made;
  };
  const rest = async (failure: string) => {
    if (laterCode.rest.loaded) return laterCode.rest.loaded;
    const outcome = await fetchCode(laterCode.rest).catch(() => {
      throw new ProblemError(unanswered(failure));
    });
    // The server has answered: only a document that is loaded anew can get its code, and what was typed is in this one.
    if (laterCode.rest.loaded === undefined) throw new Error(`The code of the calls is ${outcome}`);
    return laterCode.rest.loaded;
  };
  const account = async (failure: string) => makeCalls(await rest(failure)).account;

  let ofSession: SessionSystem | undefined;
  const theSession = () => {
    if (ofSession === undefined) throw new Error('The code of a session is not there');
    return ofSession;
  };
  const prepareSession = (create: typeof createSessionSystem, loadedRest: typeof Rest) => {
    const page = { showNotice, goToDashboard, logOut: () => get('auth').send({ type: 'logout.submit' }) };
    ofSession ??= create({ ...makeCalls(loadedRest), ...page, apiUrl, storage, tokens, session });
    app.implementations.actors.session = ofSession.machine;
  };
  const fetchSession = async () => {
    // Where all of it is there, the session starts in the same step.
    const [loadedRest, createSession] =
      laterCode.rest.loaded && laterCode.session.loaded
        ? ([laterCode.rest.loaded, laterCode.session.loaded] as const)
        : await Promise.all([laterCode.rest.fetch(), laterCode.session.fetch()]);
    prepareSession(createSession, loadedRest);
    actor.send({ type: 'session.fetched' });
  };

  const fetchRest = () => {
    // Offline it would fail, and some browsers do not fetch again what has failed once.
    if (navigator.onLine) recording.start().catch(() => {});
  };

  const app = appMachine.provide({
    actors: {
      auth: provideAuth({
        ...ofAuth,
        calls: async () => makeCalls(laterCode.rest.loaded ?? (await laterCode.rest.fetch())),
        goToDashboard,
      }),
      fetchSession: fromCallback(() => {
        // Where the teacher waits for it, the page says what is wrong and tries again.
        fetchSession().catch(() => {});
      }),
      fetchRestWhenUsed: fromCallback(() => whenUsed(fetchRest)),
      fetchRestWhenIdle: fromCallback(() => whenIdle(fetchRest)),
    },
  });
  const actor = createActor(app, {
    input: {
      hasAccessToken: tokens.access() !== null,
      teacher: tokens.teacher(),
      signIn: tokens.signIn(),
    },
    inspect,
  });

  return {
    actor,
    account,
    get sectionService() {
      return theSession().sectionService;
    },
    get sendWrite() {
      return theSession().sendWrite;
    },
    prepareGoogle: () =>
      whenIdle(async () => {
        if (googleClientId === '' || !navigator.onLine) return;
        // What fails now is fetched again, and told, when the teacher presses.
        const loaded = await laterCode.rest.fetch().catch(() => undefined);
        await loaded?.loadGoogleClient(googleClientId).catch(() => {});
      }),
    requestGoogleCode: async (signal) => (await rest(messages.google.failed)).requestGoogleCode(googleClientId, signal),
    tokens,
    storage,
    get,
    isSignedIn: () => actor.getSnapshot().matches('signedIn'),
    session,
    fetchSession,
    async signIn(received, signal) {
      tokens.begin(received);
      get('auth').send({ type: 'session.started', teacher: tokens.teacher(), signIn: tokens.signIn() });
      try {
        const { fetchCurrentUser } = await account(messages.login.userFetchFailed);
        tokens.keepUser(await fetchCurrentUser(signal));
        get('auth').send({ type: 'session.identified', teacher: tokens.teacher() });
      } catch (error) {
        throw kindOf(error) === 'sessionExpired' ? refusal(messages.login.userFetchFailed) : error;
      }
    },
    teacher: () => teacherOf(isOfSession(ofAuth, tokens.access()) ? tokens.user() : null),
    watchTeacher(onChange) {
      const identified = get('auth').subscribe(onChange);
      // Another tab stores the user after the tokens, which may have told already whose they are.
      const stopStorage = tokens.watch(onChange);
      return () => {
        identified.unsubscribe();
        stopStorage();
      };
    },
    inspect,
    async saveReport() {
      try {
        const name = await recording.save();
        showNotice({ kind: 'success', sentence: messages.report.saved(name) });
      } catch (error) {
        console.error(error);
        showNotice({ kind: 'error', sentence: messages.report.failed });
      }
    },
    showNotice,
    projectorMode: createPreference(storage, 'projectorMode'),
    projectorSeed: createSeed(storage, 'projectorSeed'),
    navigate,
    loadDocument() {
      // What the router keeps there would say that the teacher has moved within the document.
      window.history.replaceState(null, '');
      window.location.reload();
    },
    connectRouter(router) {
      goTo = router;
    },
  };
}
