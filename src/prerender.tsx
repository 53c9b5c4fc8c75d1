import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AppContent } from './App';
import { AppLayout } from './components/AppLayout';
import { TopBar } from './components/TopBar';
import { messages } from './messages';
import { laterCode, pages } from './pages';
import { paths, verifyOtpPath } from './paths';
import { SystemContext } from './screens/app/system';
import { signedInPages } from './signedInPages';
import { createAppSystem } from './system/app/appSystem';

/** What stands in the document of a page before any script has run. */
export interface PrerenderedPage {
  /** The document's, and that of the page's code in `pages`. */
  name: string;
  title: string;
  html: string;
  /** Only what stands around the page. */
  isFrame: boolean;
  /** The modules of its code, from the repository's folder. */
  modules: readonly string[];
}

/** Stands for whatever address the page is opened with, which src/early.ts puts in its place. */
const anyEmail = 'name@school.example';

const { login, register, verifyOtp, forgotPassword, resetPassword } = messages;
const publicPages = [
  { name: 'login', path: paths.login, title: login.title, modules: [] },
  { name: 'register', path: paths.register, title: register.title, modules: ['RegisterScreen'] },
  { name: 'verifyOtp', path: verifyOtpPath(anyEmail), title: verifyOtp.title, modules: ['VerifyOtpScreen'] },
  {
    name: 'forgotPassword',
    path: paths.forgotPassword,
    title: forgotPassword.title,
    modules: ['ForgotPasswordScreen'],
  },
  { name: 'resetPassword', path: paths.resetPassword, title: resetPassword.title, modules: ['ResetPasswordScreen'] },
];

const filesOf = (modules: readonly string[]) => modules.map((name) => `src/screens/account/${name}.tsx`);

/** Nothing is asked of it. */
const nowhere = 'http://localhost';

await Promise.all(
  [pages.register, pages.verifyOtp, pages.forgotPassword, pages.resetPassword].map((page) => page.fetch()),
);

/** As a browser shows them in which nobody is signed in. */
const renderedPages = publicPages.map(({ name, path, title, modules }) => {
  // It is not started: nothing may happen.
  const system = createAppSystem({
    apiUrl: nowhere,
    googleApiUrl: nowhere,
    googleClientId: '',
    laterCode,
  });
  const html = renderToString(
    <SystemContext value={system}>
      <StaticRouter location={path}>
        <AppContent />
      </StaticRouter>
    </SystemContext>,
  );
  return { name, title: messages.pageTitle(title), html, isFrame: false, modules: filesOf(modules) };
});

/** What is the same for every teacher. */
const renderedFrame = renderToString(
  <StaticRouter location={paths.dashboard}>
    <AppLayout topBar={<TopBar homePath={paths.dashboard} />} pageFoot={null}>
      {null}
    </AppLayout>
  </StaticRouter>,
);

/** All of them; rendered as this module is loaded. */
export const prerenderedPages: PrerenderedPage[] = [
  ...renderedPages,
  ...signedInPages.map(({ name, modules }) => ({
    name,
    title: messages.brand.name,
    html: renderedFrame,
    isFrame: true,
    modules,
  })),
];
