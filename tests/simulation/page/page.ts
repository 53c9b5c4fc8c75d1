import type { InspectionEvent } from 'xstate';
import { createRecorder } from '../../../src/recorder/recorder';
import { type AppSystem, createAppSystem, lazySession } from '../../../src/system/app/appSystem';
import { Router } from './router';
import { createRoutes, isSignedIn, openScreen, shownChannel, teacherId } from './screens';
import type { Button, Shown, SimulatedPage, SimulatedPageSettings, Typist } from './shown';

/** What a screen needs of the page around it. */
export interface Around {
  system: AppSystem;
  typist: Typist;
  go(to: string): void;
  /** Another one wherever the teacher has gone: what was asked before is asked no more. */
  visit(): string;
}

/** A screen that is open, from its first render to its last. */
export interface Screen {
  /** Opens and ends what comes and goes within it. Tells whether anything did. */
  settle(path: string): boolean;
  buttons(): Button[];
  shown(): Shown;
  /** Where there are pictures: they cannot be loaded. */
  losePictures?(): void;
  /** It was rendered for the last time: what it started stops. */
  close(): void;
}

// A session starts in the step in which its teacher signs in.
await lazySession.load();

/** More rounds than any chain of redirects has. */
const MOST_ROUNDS = 10;

/** Opens the product: the real system, and the routes with what their screens start, without React. */
export function openPage({ apiUrl, history, inspector, typist }: SimulatedPageSettings): SimulatedPage {
  const recorder = createRecorder();
  const watch = (inspected: InspectionEvent) => {
    recorder.inspect(inspected);
    inspector?.(inspected);
  };
  const system = createAppSystem({ apiUrl, googleApiUrl: apiUrl, googleClientId: '', inspector: watch });
  const router = new Router(history);
  system.connectRouter(router.go);
  const around: Around = { system, typist, go: router.go, visit: () => router.key };
  const routes = createRoutes(system, router);
  let open: { key: string; screen: Screen } | undefined;

  return {
    start: () => system.actor.start(),

    settle() {
      let hasMoved = false;
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const { path } = router;
        const { key, redirect } = routes(open?.key);
        if (redirect !== undefined) router.replace(redirect);
        else if (open?.key !== key) {
          open?.screen.close();
          open = { key, screen: openScreen(key, around) };
        } else if (!open.screen.settle(path)) return hasMoved;
        hasMoved = true;
      }
      throw new Error(`${router.path} never comes to rest`);
    },

    path: () => router.path,
    isSignedIn: () => isSignedIn(system),
    teacherId: () => teacherId(system),
    buttons: () => open?.screen.buttons() ?? [],
    shown: () => open?.screen.shown() ?? { blank: true, dialogs: [] },
    channel: () => shownChannel(system),
    losePictures: () => open?.screen.losePictures?.(),
    report: () => recorder.report(),
  };
}

export { writesOf } from './screens';
