import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import { pages } from './pages';
import { type AppSettings, type AppSystem, createAppSystem } from './system/appSystem';
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
    inspector,
  });
  system.actor.start();

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const app = <App system={system} onShown={window.releaseHeld} />;
  if (await canTakeOver(root, system)) hydrateRoot(root, app);
  else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
}

/** Whether the document holds the page already, as it would be rendered first, and its code is here, too. */
async function canTakeOver({ dataset: { page }, firstChild }: HTMLElement, system: AppSystem): Promise<boolean> {
  if (firstChild === null || page === undefined) return false;
  // Another window may have signed in since the document was opened.
  if (page === 'login') return system.session() === undefined;
  const code = Object.entries(pages).find(([name]) => name === page)?.[1];
  if (code === undefined) return false;
  return code.fetch().then(
    () => true,
    () => false,
  );
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
