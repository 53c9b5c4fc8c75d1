import { lazy, type ReactNode, useState } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { paths } from './paths';
import { LoginScreen } from './screens/LoginScreen';
import { useAppChild, useSignedIn } from './screens/parts/system';
import { useNavigation } from './screens/parts/useNavigation';

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
const InspectScreen = lazy(async () => ({ default: (await import('./inspect/InspectScreen')).InspectScreen }));
const NotFoundScreen = lazy(async () => ({ default: (await import('./screens/NotFoundScreen')).NotFoundScreen }));

/** Section 2: without a session every protected page leads to /login, also when the session ends meanwhile. */
function ProtectedPages() {
  return useSignedIn() ? <Outlet /> : <Navigate to={paths.login} replace />;
}

/**
 * A teacher who is already signed in and opens the sign-in page is taken to /dashboard, and so is one who signs in in
 * another tab meanwhile. A sign-in that is under way on the page finishes its own way there.
 */
function SignInPage({ children }: { children: ReactNode }) {
  useNavigation(useAppChild('auth'));
  const signedIn = useSignedIn();
  const [openedSignedIn] = useState(signedIn);
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
