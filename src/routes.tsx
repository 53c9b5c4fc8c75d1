import { lazy, type ReactNode, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { LoadingText } from './components/LoadingText';
import { messages } from './messages';
import { paths } from './paths';
import { LoginScreen } from './screens/LoginScreen';
import { SessionContext, useSessionIfAny } from './screens/parts/system';

// The sign-in page comes with the entry; every other page, and what only it needs, when it is opened.
const RegisterScreen = lazy(async () => ({ default: (await import('./screens/RegisterScreen')).RegisterScreen }));
const VerifyOtpScreen = lazy(async () => ({ default: (await import('./screens/VerifyOtpScreen')).VerifyOtpScreen }));
const VerifyEmailAlias = lazy(async () => ({ default: (await import('./screens/VerifyOtpScreen')).VerifyEmailAlias }));
const ForgotPasswordScreen = lazy(async () => ({
  default: (await import('./screens/ForgotPasswordScreen')).ForgotPasswordScreen,
}));
const ResetPasswordScreen = lazy(async () => ({
  default: (await import('./screens/ResetPasswordScreen')).ResetPasswordScreen,
}));
const ChangePasswordScreen = lazy(async () => ({
  default: (await import('./screens/ChangePasswordScreen')).ChangePasswordScreen,
}));
const DashboardScreen = lazy(async () => ({ default: (await import('./screens/DashboardScreen')).DashboardScreen }));
const SectionLayout = lazy(async () => ({ default: (await import('./screens/SectionLayout')).SectionLayout }));
const SectionScreen = lazy(async () => ({ default: (await import('./screens/SectionScreen')).SectionScreen }));
const AddStudentsScreen = lazy(async () => ({
  default: (await import('./screens/AddStudentsScreen')).AddStudentsScreen,
}));
const DetectionLogsScreen = lazy(async () => ({
  default: (await import('./screens/DetectionLogsScreen')).DetectionLogsScreen,
}));
const InspectScreen = lazy(async () => ({ default: (await import('./screens/inspect/InspectScreen')).InspectScreen }));
const NotFoundScreen = lazy(async () => ({ default: (await import('./screens/NotFoundScreen')).NotFoundScreen }));

/**
 * Section 2: without a session every protected page leads to /login. Another session's pages are other pages: until the
 * router has gone where that session begins, the page that was open is not opened in it.
 */
function ProtectedPages() {
  const session = useSessionIfAny();
  const { key } = useLocation();
  const [opened, setOpened] = useState({ session, key });
  if (opened.key !== key) setOpened({ session, key });
  if (session === undefined) return <Navigate to={paths.login} replace />;
  if (opened.session !== session) return <LoadingText>{messages.loadingPage}</LoadingText>;
  return (
    <SessionContext value={session} key={session.sessionId}>
      <Outlet />
    </SessionContext>
  );
}

/** A teacher who is already signed in and opens the sign-in page is taken to /dashboard. */
function SignInPage({ children }: { children: ReactNode }) {
  const session = useSessionIfAny();
  const [openedSignedIn] = useState(session !== undefined);
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
      <Route path={paths.register} element={<RegisterScreen />} />
      <Route path={paths.verifyOtp} element={<VerifyOtpScreen />} />
      <Route path={paths.verifyEmail} element={<VerifyEmailAlias />} />
      <Route path={paths.forgotPassword} element={<ForgotPasswordScreen />} />
      <Route path={paths.resetPassword} element={<ResetPasswordScreen />} />
      <Route element={<ProtectedPages />}>
        <Route path={paths.dashboard} element={<DashboardScreen />} />
        <Route path={paths.changePassword} element={<ChangePasswordScreen />} />
        <Route path={paths.section} element={<SectionLayout />}>
          <Route index element={<SectionScreen />} />
          <Route path={paths.addStudents} element={<AddStudentsScreen />} />
          <Route path={paths.detectionLogs} element={<DetectionLogsScreen />} />
        </Route>
      </Route>
      <Route path={paths.inspect} element={<InspectScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
