import { directionOf } from '@vigil/languages';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { matchPath } from 'react-router-dom';
import { App } from './App';
import { type AppSettings, type AppSystem, createAppSystem } from './appSystem';
import { preloadPageAt } from './pages';
import { paths } from './paths';
import { isTestable, TESTER } from './recorder/tester/testable';
import { preferredLanguage } from './services/app/language';
import { watchLinks } from './services/app/pageEvents';
import { teachersLanguage } from './teachersLanguage';
import './styles.css';

if (!teachersLanguage.startsWith('en')) {
  const [language = ''] = teachersLanguage.split('-');
  document.documentElement.lang = teachersLanguage;
  document.documentElement.dir = directionOf(language);
}

const { VITE_API_URL, VITE_GOOGLE_API_URL, VITE_GOOGLE_CLIENT_ID } = import.meta.env;

/** Returns an absolute address without a slash at its end. */
const address = (setting: string | undefined, fallback: string) =>
  setting ? new URL(setting, window.location.origin).href.replace(/\/$/, '') : fallback;

const apiUrl = address(VITE_API_URL, window.location.origin);

/** Starts outside React what lives as long as the page, so that no remount starts it twice. */
async function start(inspector?: AppSettings['inspector']) {
  const system = createAppSystem({
    apiUrl,
    googleApiUrl: address(VITE_GOOGLE_API_URL, apiUrl),
    googleClientId: VITE_GOOGLE_CLIENT_ID ?? '',
    inspector,
  });
  system.actor.start();

  // Both addresses have the same document, which can only be hydrated as the page that it holds.
  if (matchPath(paths.verifyEmail, window.location.pathname) !== null)
    window.history.replaceState(null, '', paths.verifyOtp + window.location.search);

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // A prerendered page or frame stays until the page can replace it in one step.
  const isLoaded = root.firstChild === null || (await preloadPageAt(window.location.pathname));
  const app = <App system={system} />;
  let rendered: Root | undefined;
  // As a transition, React lets the browser work in between.
  startTransition(() => {
    if (isLoaded && holdsPage(root, system)) rendered = hydrateRoot(root, app);
    else {
      rendered = createRoot(root);
      rendered.render(app);
    }
  });
  // Shows changed texts while one works on them; see scripts/lib/keep-state.ts.
  import.meta.hot?.on('vite:afterUpdate', () => rendered?.render(<App system={system} />));
  watchLinks((pathname) => void preloadPageAt(pathname));
}

/** Whether the document still holds the markup that React will render first. */
function holdsPage(root: HTMLElement, system: AppSystem): boolean {
  const { page } = root.dataset;
  if (root.firstChild === null || page === undefined) return false;
  // A browser's translation has replaced the texts.
  if (root.querySelector('font') !== null) return false;
  // The documents are in English.
  if (!teachersLanguage.startsWith('en')) return false;
  if (page === 'howDetectionWorks' && preferredLanguage(window.location.search) !== 'en') return false;
  // Another window may have signed in since the document was opened.
  return page !== 'login' || !system.isSignedIn();
}

/** What loads only for `?inspect` and `?tester` has to be there before the first actor starts. */
async function loadInspector(inspect: string | null, tester: string | null): Promise<AppSettings['inspector']> {
  if (inspect !== null) return (await import('./recorder/startInspector')).startInspector(inspect);
  return tester === null ? undefined : (await import('./recorder/tester/startTester')).startTester(tester);
}

const wanted = new URLSearchParams(window.location.search);
const inspect = wanted.get('inspect');
const tester = isTestable() ? wanted.get(TESTER) : null;
if (inspect === null && tester === null) void start();
else {
  void loadInspector(inspect, tester).then(start, (error) => {
    console.error(error);
    return start();
  });
}
