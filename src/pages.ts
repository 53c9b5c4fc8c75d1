import type { ComponentType } from 'react';
import { codeOf } from './screens/parts/Page';

/** What is fetched on demand. The sign-in page comes with the entry; every other page, and what only it needs, does not. */
export const pages = {
  register: codeOf(async () => (await import('./screens/RegisterScreen')).RegisterScreen),
  verifyOtp: codeOf(async () => (await import('./screens/VerifyOtpScreen')).VerifyOtpScreen),
  verifyEmail: codeOf(async () => (await import('./screens/VerifyOtpScreen')).VerifyEmailAlias),
  forgotPassword: codeOf(async () => (await import('./screens/ForgotPasswordScreen')).ForgotPasswordScreen),
  resetPassword: codeOf(async () => (await import('./screens/ResetPasswordScreen')).ResetPasswordScreen),
  inspect: codeOf(async () => (await import('./screens/inspect/InspectScreen')).InspectScreen),
  notFound: codeOf(async () => (await import('./screens/NotFoundScreen')).NotFoundScreen),
};

/** The frame of the signed-in pages. */
export const frame = codeOf(async () => (await import('./screens/parts/AppFrame')).AppFrame);

/** A page that needs the frame, whose code is then there when the page's own cannot be fetched. */
const framed = (load: () => Promise<ComponentType>) =>
  codeOf(async () => {
    const [page] = await Promise.all([load(), frame.fetch()]);
    return page;
  });

/** The signed-in pages. */
export const protectedPages = {
  dashboard: framed(async () => (await import('./screens/DashboardScreen')).DashboardScreen),
  changePassword: framed(async () => (await import('./screens/ChangePasswordScreen')).ChangePasswordScreen),
  section: framed(async () => (await import('./screens/SectionLayout')).SectionLayout),
  overview: codeOf(async () => (await import('./screens/SectionScreen')).SectionScreen),
  addStudents: codeOf(async () => (await import('./screens/AddStudentsScreen')).AddStudentsScreen),
  detectionLogs: codeOf(async () => (await import('./screens/DetectionLogsScreen')).DetectionLogsScreen),
  lesson: codeOf(async () => (await import('./screens/LessonScreen')).LessonScreen),
};
