import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { codeOf } from './code';
import { paths } from './paths';
import type { PageCode } from './screens/app/Page';

/** What is fetched on demand. The sign-in page comes with the entry; every other page, and what only it needs, does not. */
export const pages = {
  register: codeOf(async () => (await import('./screens/account/RegisterScreen')).RegisterScreen),
  verifyOtp: codeOf(async () => (await import('./screens/account/VerifyOtpScreen')).VerifyOtpScreen),
  verifyEmail: codeOf(async () => (await import('./screens/account/VerifyOtpScreen')).VerifyEmailAlias),
  forgotPassword: codeOf(async () => (await import('./screens/account/ForgotPasswordScreen')).ForgotPasswordScreen),
  resetPassword: codeOf(async () => (await import('./screens/account/ResetPasswordScreen')).ResetPasswordScreen),
  inspect: codeOf(async () => (await import('./screens/inspect/InspectScreen')).InspectScreen),
  notFound: codeOf(async () => (await import('./screens/app/NotFoundScreen')).NotFoundScreen),
};

/** Whether the code of a public page, by its name, is there. */
export const isFetched = (name: string): boolean =>
  Object.entries(pages).some(([key, { loaded }]) => key === name && loaded !== undefined);

/** What is not needed before the first page has been painted. */
export const laterCode = {
  rest: codeOf(() => import('./rest')),
  /** What only a signed-in teacher needs: her session, with all that lives in it and all that it calls. */
  session: codeOf(async () => (await import('./system/session/sessionSystem')).createSessionSystem),
};

/** The frame of the signed-in pages. */
export const frame = codeOf(async () => (await import('./screens/app/AppFrame')).AppFrame);

/** A page that needs the frame, whose code is then there when the page's own cannot be fetched. */
const framed = (load: () => Promise<ComponentType>) =>
  codeOf(async () => {
    const [page] = await Promise.all([load(), frame.fetch()]);
    return page;
  });

/** The signed-in pages. */
export const protectedPages = {
  dashboard: framed(async () => (await import('./screens/session/DashboardScreen')).DashboardScreen),
  changePassword: framed(async () => (await import('./screens/account/ChangePasswordScreen')).ChangePasswordScreen),
  section: framed(async () => (await import('./screens/section/SectionLayout')).SectionLayout),
  overview: codeOf(async () => (await import('./screens/section/SectionScreen')).SectionScreen),
  addStudents: codeOf(async () => (await import('./screens/students/AddStudentsScreen')).AddStudentsScreen),
  detectionLogs: codeOf(async () => (await import('./screens/logs/DetectionLogsScreen')).DetectionLogsScreen),
  lesson: codeOf(async () => (await import('./screens/lessons/LessonScreen')).LessonScreen),
};

const inSection = (path: string) => `${paths.section}/${path}`;

/** What is shown where. The sign-in page is there already. */
const codes: readonly (readonly [path: string, ...codes: PageCode[]])[] = [
  [paths.register, pages.register],
  [paths.verifyOtp, pages.verifyOtp],
  [paths.forgotPassword, pages.forgotPassword],
  [paths.resetPassword, pages.resetPassword],
  [paths.dashboard, protectedPages.dashboard],
  [paths.changePassword, protectedPages.changePassword],
  [paths.section, protectedPages.section, protectedPages.overview],
  [inSection(paths.addStudents), protectedPages.section, protectedPages.addStudents],
  [inSection(paths.detectionLogs), protectedPages.section, protectedPages.detectionLogs],
  [inSection(paths.lesson), protectedPages.section, protectedPages.lesson],
];

/**
 * Fetches the code of the page at an address, as far as it is not there. What fails is of no concern yet: the page
 * itself asks again, and tells.
 */
export async function fetchCodeAt(pathname: string): Promise<void> {
  const [, ...found] = codes.find(([path]) => matchPath(path, pathname) !== null) ?? [''];
  await Promise.allSettled(found.filter(({ loaded }) => loaded === undefined).map((code) => code.fetch()));
}
