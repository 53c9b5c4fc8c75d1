import { Fragment, type ReactNode, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { codeOf } from './code';
import { LoadingText } from './components/LoadingText';
import { fetchCodeAt, frame, pages, protectedPages } from './pages';
import { paths } from './paths';
import { messages } from './publicMessages';
import { LoginScreen } from './screens/account/LoginScreen';
import { BareFrame } from './screens/app/BareFrame';
import { Page } from './screens/app/Page';
import { SessionContext, useIsSignedIn, useSessionIfAny, useSystem } from './screens/app/system';

/** The frame of the signed-in pages, as soon as it is there. */
function Framed({ children }: { children: ReactNode }) {
  const Frame = frame.loaded ?? BareFrame;
  return <Frame>{children}</Frame>;
}

const publicPage = (name: keyof typeof pages) => <Page key={name} code={pages[name]} Around={BareFrame} />;

const ahead = Object.values(protectedPages);
const protectedPage = (name: keyof typeof protectedPages) => (
  <Page key={name} code={protectedPages[name]} ahead={ahead} Around={Framed} />
);
/** The frame is there already. */
const sectionPage = (name: keyof typeof protectedPages) => (
  <Page key={name} code={protectedPages[name]} Around={Fragment} />
);

/**
 * Section 2: without a session every protected page leads to /login. Another session's pages are other pages: until the
 * router has gone where that session begins, the page that was open is not opened in it.
 */
function ProtectedPages() {
  const isSignedIn = useIsSignedIn();
  const session = useSessionIfAny();
  const { key } = useLocation();
  const [opened, setOpened] = useState({ session, key });
  const isFirst = opened.session === undefined && session !== undefined;
  if (opened.key !== key || isFirst) setOpened({ session, key });
  if (!isSignedIn) return <Navigate to={paths.login} replace />;
  if (session === undefined) return <AwaitedSession />;
  if (opened.session !== session) return <LoadingText>{messages.loadingPage}</LoadingText>;
  return (
    <SessionContext value={session} key={session.sessionId}>
      <Outlet />
    </SessionContext>
  );
}

/** Stands where a page will, until the code of the session is there. */
function AwaitedSession() {
  const system = useSystem();
  const [code] = useState(() =>
    codeOf(async () => {
      await Promise.all([system.fetchSession(), fetchCodeAt(window.location.pathname)]);
      return () => null;
    }),
  );
  return <Page code={code} Around={BareFrame} />;
}

/** A teacher who is already signed in and opens the sign-in page is taken to /dashboard. */
function SignInPage({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  const [openedSignedIn] = useState(isSignedIn);
  return openedSignedIn ? <Navigate to={paths.dashboard} replace /> : children;
}

/** The routes of the specification's section 2. */
export function AppRoutes() {
  const login = (
    <SignInPage>
      <LoginScreen />
    </SignInPage>
  );
  return (
    <Routes>
      <Route path={paths.home} element={login} />
      <Route path={paths.login} element={login} />
      <Route path={paths.register} element={publicPage('register')} />
      <Route path={paths.verifyOtp} element={publicPage('verifyOtp')} />
      <Route path={paths.verifyEmail} element={publicPage('verifyEmail')} />
      <Route path={paths.forgotPassword} element={publicPage('forgotPassword')} />
      <Route path={paths.resetPassword} element={publicPage('resetPassword')} />
      <Route element={<ProtectedPages />}>
        <Route path={paths.dashboard} element={protectedPage('dashboard')} />
        <Route path={paths.changePassword} element={protectedPage('changePassword')} />
        <Route path={paths.section} element={protectedPage('section')}>
          <Route index element={sectionPage('overview')} />
          <Route path={paths.addStudents} element={sectionPage('addStudents')} />
          <Route path={paths.detectionLogs} element={sectionPage('detectionLogs')} />
          <Route path={paths.lesson} element={sectionPage('lesson')} />
        </Route>
      </Route>
      <Route path={paths.inspect} element={publicPage('inspect')} />
      <Route path="*" element={publicPage('notFound')} />
    </Routes>
  );
}
