import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import { fetchCodeAt, isFetched, laterCode } from './pages';
import { watchLinks } from './services/pageEvents';
import { type AppSettings, type AppSystem, createAppSystem } from './system/app/appSystem';
import './public.css';

const { VITE_API_URL, VITE_GOOGLE_API_URL, VITE_GOOGLE_CLIENT_ID } = import.meta.env;

/** An absolute address without a slash at its end; unset, the page's own origin. */
const address = (setting: string | undefined, fallback: string) =>
  setting ? new URL(setting, window.location.origin).href.replace(/\/$/, '') : fallback;

const apiUrl = address(VITE_API_URL, window.location.origin);

/** Outside React: what lives as long as the page is started once, whatever React mounts and unmounts. */
async function start(inspector?: AppSettings['inspector']) {
  const system = createAppSystem({
    apiUrl,
    googleApiUrl: address(VITE_GOOGLE_API_URL, apiUrl),
    googleClientId: VITE_GOOGLE_CLIENT_ID ?? '',
    laterCode,
    inspector,
  });
  system.actor.start();

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // What stands there meanwhile is the page itself, or its frame.
  if (root.firstChild !== null) await fetchCodeAt(window.location.pathname);
  const app = <App system={system} onShown={window.releaseHeld} />;
  // In pieces, between which the browser can do something else.
  startTransition(() => {
    if (holdsPage(root, system)) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  watchLinks((pathname) => void fetchCodeAt(pathname));
}

/** Whether the document holds the page already as it will be rendered first. */
function holdsPage(root: HTMLElement, system: AppSystem): boolean {
  const {
    firstChild,
    dataset: { page },
  } = root;
  if (firstChild === null || page === undefined) return false;
  // A browser's translation has replaced the texts.
  if (root.querySelector('font') !== null) return false;
  // Another window may have signed in since the document was opened.
  if (page === 'login') return !system.isSignedIn();
  return isFetched(page);
}

// An inspector comes only to who asks for it by the address, and then before anything has happened.
const wanted = new URLSearchParams(window.location.search).get('inspect');
if (wanted === null) void start();
else {
  void import('./recorder/startInspector').then(
    ({ startInspector }) => start(startInspector(wanted)),
    (error) => {
      console.error(error);
      return start();
    },
  );
}
