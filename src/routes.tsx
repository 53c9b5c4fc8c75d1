import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { LoadingText } from './components/LoadingText';
import { adminPage, frame, guidePages, pages, preloadPageAt, protectedPages } from './pages';
import { paths } from './paths';
import { messages } from './publicMessages';
import { LoginScreen } from './screens/account/LoginScreen';
import { BareFrame } from './screens/app/BareFrame';
import { Page } from './screens/app/Page';
import { SessionContext, useIsSignedIn, useSessionIfAny, useSystem } from './screens/app/system';
import { preferredLanguage } from './services/app/language';
import { lazy } from './services/app/lazy';

/** Renders the frame of the signed-in pages, or a bare one until it is loaded. */
function Framed({ children }: { children: ReactNode }) {
  const Frame = frame.loaded ?? BareFrame;
  return <Frame>{children}</Frame>;
}

const publicPage = (name: keyof typeof pages) => <Page key={name} page={pages[name]} Around={BareFrame} />;

const ahead = Object.values(protectedPages);
const protectedPage = (name: keyof typeof protectedPages) => (
  <Page key={name} page={protectedPages[name]} ahead={ahead} Around={Framed} />
);
/** Rendered inside the section's page, which has the frame. */
const sectionPage = (name: keyof typeof protectedPages) => (
  <Page key={name} page={protectedPages[name]} Around={Fragment} />
);

/**
 * Section 2: without a session every protected page leads to /login. After another sign-in, nothing is shown until the
 * router has navigated to the new session's first page.
 */
function ProtectedPages() {
  const isSignedIn = useIsSignedIn();
  const session = useSessionIfAny();
  const { key, pathname, search, hash } = useLocation();
  const { drafts } = useSystem();
  const [opened, setOpened] = useState({ session, key });
  const isFirst = opened.session === undefined && session !== undefined;
  if (opened.key !== key || isFirst) setOpened({ session, key });
  const address = `${pathname}${search}${hash}`;
  useEffect(() => {
    if (!isSignedIn) drafts.keepAddress(address);
    else if (address === drafts.own().address) drafts.dropAddress();
  }, [drafts, isSignedIn, address]);
  if (!isSignedIn) return <Navigate to={paths.login} replace />;
  if (session === undefined) return <LoadingSession />;
  if (opened.session !== session) return <LoadingText>{messages.loadingPage}</LoadingText>;
  return (
    <SessionContext value={session} key={session.sessionId}>
      <Outlet />
    </SessionContext>
  );
}

/** Replaces the page while the session is loading. */
function LoadingSession() {
  const system = useSystem();
  const [page] = useState(() =>
    lazy(async () => {
      await Promise.all([system.loadSession(), preloadPageAt(window.location.pathname)]);
      return () => null;
    }),
  );
  return <Page page={page} Around={BareFrame} />;
}

/** Redirects a teacher who opens the sign-in page while signed in to /dashboard. */
function SignInPage({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  const [openedSignedIn] = useState(isSignedIn);
  return openedSignedIn ? <Navigate to={paths.dashboard} replace /> : children;
}

/** `/how-detection-works`, in the language of the address or the browser. */
function GuidePage() {
  const language = preferredLanguage(useLocation().search);
  return <Page key={language} page={guidePages[language]} Around={BareFrame} />;
}

/** The routes of the specification's section 2. */
export function AppRoutes() {
  const login = (
    <SignInPage>
      <LoginScreen />
    </SignInPage>
  );
  // The same element, so that its page stays from part to part.
  const admin = <Page key="admin" page={adminPage} Around={Framed} />;
  return (
    <Routes>
      <Route path={paths.home} element={login} />
      <Route path={paths.login} element={login} />
      <Route path={paths.register} element={publicPage('register')} />
      <Route path={paths.verifyOtp} element={publicPage('verifyOtp')} />
      <Route path={paths.verifyEmail} element={publicPage('verifyEmail')} />
      <Route path={paths.forgotPassword} element={publicPage('forgotPassword')} />
      <Route path={paths.resetPassword} element={publicPage('resetPassword')} />
      <Route path={paths.howDetectionWorks} element={<GuidePage />} />
      <Route element={<ProtectedPages />}>
        <Route path={paths.dashboard} element={protectedPage('dashboard')} />
        <Route path={paths.changePassword} element={protectedPage('changePassword')} />
        <Route path={paths.admin} element={admin} />
        <Route path={paths.adminPart} element={admin} />
        <Route path={paths.section} element={protectedPage('section')}>
          <Route index element={sectionPage('overview')} />
          <Route path={paths.addStudents} element={sectionPage('addStudents')} />
          <Route path={paths.detectionLogs} element={sectionPage('detectionLogs')} />
          <Route path={paths.lessons} element={sectionPage('lessons')} />
          <Route path={paths.lesson} element={sectionPage('lesson')} />
          <Route path={paths.studentRecord} element={sectionPage('studentRecord')} />
        </Route>
      </Route>
      <Route path={paths.inspect} element={publicPage('inspect')} />
      <Route path="*" element={publicPage('notFound')} />
    </Routes>
  );
}
