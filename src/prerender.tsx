import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AppContent } from './App';
import { createAppSystem } from './appSystem';
import { AppLayout } from './components/AppLayout';
import { TopBar } from './components/TopBar';
import { messages } from './messages';
import { guidePages, pages } from './pages';
import { paths } from './paths';
import { SystemContext } from './screens/app/system';

/** The document of a page: what it shows before any script has run. */
export interface PrerenderedPage {
  name: string;
  title: string;
  html: string;
  /** Only the frame around the page, which differs for each teacher. */
  isFrame: boolean;
  /** The modules to preload, relative to the repository. */
  modules: readonly string[];
}

const { login, register, verifyOtp, forgotPassword, resetPassword, howDetectionWorks } = messages;
const screen = (name: string) => `src/screens/${name}.tsx`;

const publicPages = [
  { name: 'login', path: paths.login, title: login.title, modules: [] },
  { name: 'register', path: paths.register, title: register.title, modules: ['account/RegisterScreen'] },
  { name: 'verifyOtp', path: paths.verifyOtp, title: verifyOtp.title, modules: ['account/VerifyOtpScreen'] },
  {
    name: 'forgotPassword',
    path: paths.forgotPassword,
    title: forgotPassword.title,
    modules: ['account/ForgotPasswordScreen'],
  },
  {
    name: 'resetPassword',
    path: paths.resetPassword,
    title: resetPassword.title,
    modules: ['account/ResetPasswordScreen'],
  },
  {
    name: 'howDetectionWorks',
    path: paths.howDetectionWorks,
    title: howDetectionWorks.title,
    modules: ['app/HowDetectionWorksScreen'],
  },
];

const signedInPages = [
  { name: 'dashboard', modules: ['sections/DashboardScreen'] },
  { name: 'changePassword', modules: ['session/ChangePasswordScreen'] },
  { name: 'admin', modules: ['admin/AdminScreen'] },
  { name: 'section', modules: ['sections/SectionLayout', 'sections/SectionScreen'] },
  { name: 'addStudents', modules: ['sections/SectionLayout', 'roster/AddStudentsScreen'] },
  { name: 'detectionLogs', modules: ['sections/SectionLayout', 'logs/DetectionLogsScreen'] },
  { name: 'lessons', modules: ['sections/SectionLayout', 'reports/LessonsScreen'] },
  { name: 'lesson', modules: ['sections/SectionLayout', 'reports/LessonScreen'] },
  { name: 'studentRecord', modules: ['sections/SectionLayout', 'reports/StudentScreen'] },
];

await Promise.all(
  [pages.register, pages.verifyOtp, pages.forgotPassword, pages.resetPassword, guidePages.en].map((page) =>
    page.load(),
  ),
);

/** Rendered as for a browser without a session. */
const renderedPages = publicPages.map(({ name, path, title, modules }) => {
  // Never started, so it calls nothing.
  const nowhere = 'http://localhost';
  const system = createAppSystem({ apiUrl: nowhere, googleApiUrl: nowhere, googleClientId: '' });
  const html = renderToString(
    <SystemContext value={system}>
      <StaticRouter location={path}>
        <AppContent />
      </StaticRouter>
    </SystemContext>,
  );
  return { name, title: messages.pageTitle(title), html, isFrame: false, modules: modules.map(screen) };
});

/** The part of the frame that is the same for every teacher. */
const renderedFrame = renderToString(
  <StaticRouter location={paths.dashboard}>
    <AppLayout topBar={<TopBar homePath={paths.dashboard} />} pageFoot={null}>
      {null}
    </AppLayout>
  </StaticRouter>,
);

export const prerenderedPages: PrerenderedPage[] = [
  ...renderedPages,
  ...signedInPages.map(({ name, modules }) => ({
    name,
    title: messages.brand.name,
    html: renderedFrame,
    isFrame: true,
    modules: ['src/sessionSystem.ts', ...['session/AppFrame', ...modules].map(screen)],
  })),
];
