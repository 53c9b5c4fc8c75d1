import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AppContent } from './App';
import { messages } from './messages';
import { pages } from './pages';
import { paths, verifyOtpPath } from './paths';
import { SystemContext } from './screens/parts/system';
import { createAppSystem } from './system/appSystem';

/** A public page as it stands in its document before any script has run. */
export interface PrerenderedPage {
  /** `login`, or the name of its code in `pages`. */
  name: string;
  title: string;
  html: string;
}

/** Stands for whatever address the page is opened with, which src/early.ts puts in its place. */
const anyEmail = 'name@school.example';

const { login, register, verifyOtp, forgotPassword, resetPassword } = messages;
const prerendered = [
  { name: 'login', path: paths.login, title: login.title },
  { name: 'register', path: paths.register, title: register.title },
  { name: 'verifyOtp', path: verifyOtpPath(anyEmail), title: verifyOtp.title },
  { name: 'forgotPassword', path: paths.forgotPassword, title: forgotPassword.title },
  { name: 'resetPassword', path: paths.resetPassword, title: resetPassword.title },
];

const nothing: Storage = {
  length: 0,
  clear() {},
  getItem: () => null,
  key: () => null,
  removeItem() {},
  setItem() {},
};

await Promise.all(
  [pages.register, pages.verifyOtp, pages.forgotPassword, pages.resetPassword].map((page) => page.fetch()),
);

/** The public pages as a browser shows them in which nobody is signed in; rendered as this module is loaded. */
export const prerenderedPages: PrerenderedPage[] = prerendered.map(({ name, path, title }) => {
  // It is not started: nothing may happen.
  const system = createAppSystem({ apiUrl: '', googleApiUrl: '', googleClientId: '', storage: nothing });
  const html = renderToString(
    <SystemContext value={system}>
      <StaticRouter location={path}>
        <AppContent />
      </StaticRouter>
    </SystemContext>,
  );
  return { name, title: messages.pageTitle(title), html };
});
