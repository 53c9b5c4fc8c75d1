import { createRoot } from 'react-dom/client';
import { App } from './App';
import { type AppSettings, createAppSystem } from './system/appSystem';
import './styles.css';

const { VITE_API_URL, VITE_GOOGLE_API_URL, VITE_GOOGLE_CLIENT_ID } = import.meta.env;

/** An absolute address without a slash at its end; unset, the page's own origin. */
const address = (setting: string | undefined, fallback: string) =>
  setting ? new URL(setting, window.location.origin).href.replace(/\/$/, '') : fallback;

const apiUrl = address(VITE_API_URL, window.location.origin);

/** Outside React: what lives as long as the page is started once, whatever React mounts and unmounts. */
function start(inspector?: AppSettings['inspector']) {
  const system = createAppSystem({
    apiUrl,
    googleApiUrl: address(VITE_GOOGLE_API_URL, apiUrl),
    googleClientId: VITE_GOOGLE_CLIENT_ID ?? '',
    inspector,
  });
  system.actor.start();

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(<App system={system} />);
}

// An inspector comes only to who asks for it by the address, and then before anything has happened.
const wanted = new URLSearchParams(window.location.search).get('inspect');
if (wanted === null) start();
else {
  void import('./recorder/startInspector').then(
    ({ startInspector }) => start(startInspector(wanted)),
    (error) => {
      console.error(error);
      start();
    },
  );
}
