import type { Language } from '@vigil/languages';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { paths } from './paths';
import { loadGuide } from './services/app/guideTexts';
import { preferredLanguage } from './services/app/language';
import { type Lazy, lazy } from './services/app/lazy';

/** A page in a chunk of its own. */
export type LazyPage = Lazy<ComponentType>;

/** The public pages. The sign-in page is part of the entry. */
export const pages = {
  register: lazy(async () => (await import('./screens/account/RegisterScreen')).RegisterScreen),
  verifyOtp: lazy(async () => (await import('./screens/account/VerifyOtpScreen')).VerifyOtpScreen),
  verifyEmail: lazy(async () => (await import('./screens/account/VerifyOtpScreen')).VerifyEmailAlias),
  forgotPassword: lazy(async () => (await import('./screens/account/ForgotPasswordScreen')).ForgotPasswordScreen),
  resetPassword: lazy(async () => (await import('./screens/account/ResetPasswordScreen')).ResetPasswordScreen),
  inspect: lazy(async () => (await import('./screens/inspect/InspectScreen')).InspectScreen),
  notFound: lazy(async () => (await import('./screens/app/NotFoundScreen')).NotFoundScreen),
};

const guideIn = (language: Language): LazyPage =>
  lazy(async () => {
    const [{ guideScreen }, guide] = await Promise.all([
      import('./screens/app/HowDetectionWorksScreen'),
      loadGuide(language),
    ]);
    return guideScreen(guide);
  });

/** `/how-detection-works` with its texts, in each language. */
export const guidePages: Record<Language, LazyPage> = {
  ...{ en: guideIn('en'), de: guideIn('de'), fr: guideIn('fr'), es: guideIn('es') },
  ...{ tr: guideIn('tr'), uk: guideIn('uk'), ar: guideIn('ar') },
};

/** The frame of the signed-in pages. */
export const frame = lazy(async () => (await import('./screens/session/AppFrame')).AppFrame);

/** A page with its frame, which shows the failure if the page's chunk fails to load. */
const framed = (importPage: () => Promise<ComponentType>): LazyPage =>
  lazy(async () => {
    const [page] = await Promise.all([importPage(), frame.load()]);
    return page;
  });

/** The signed-in pages. */
export const protectedPages = {
  dashboard: framed(async () => (await import('./screens/sections/DashboardScreen')).DashboardScreen),
  changePassword: framed(async () => (await import('./screens/session/ChangePasswordScreen')).ChangePasswordScreen),
  section: framed(async () => (await import('./screens/sections/SectionLayout')).SectionLayout),
  overview: lazy(async () => (await import('./screens/sections/SectionScreen')).SectionScreen),
  addStudents: lazy(async () => (await import('./screens/roster/AddStudentsScreen')).AddStudentsScreen),
  detectionLogs: lazy(async () => (await import('./screens/logs/DetectionLogsScreen')).DetectionLogsScreen),
  lessons: lazy(async () => (await import('./screens/reports/LessonsScreen')).LessonsScreen),
  lesson: lazy(async () => (await import('./screens/reports/LessonScreen')).LessonScreen),
  studentRecord: lazy(async () => (await import('./screens/reports/StudentScreen')).StudentScreen),
};

/** Only for administrators, so that it is not preloaded for others. */
export const adminPage = framed(async () => (await import('./screens/admin/AdminScreen')).AdminScreen);

const inSection = (path: string) => `${paths.section}/${path}`;

/** The pages of each route. */
const pagesByPath: readonly (readonly [path: string, ...pages: LazyPage[]])[] = [
  [paths.register, pages.register],
  [paths.verifyOtp, pages.verifyOtp],
  [paths.verifyEmail, pages.verifyEmail],
  [paths.forgotPassword, pages.forgotPassword],
  [paths.resetPassword, pages.resetPassword],
  [paths.dashboard, protectedPages.dashboard],
  [paths.changePassword, protectedPages.changePassword],
  [paths.admin, adminPage],
  [paths.adminPart, adminPage],
  [paths.section, protectedPages.section, protectedPages.overview],
  [inSection(paths.addStudents), protectedPages.section, protectedPages.addStudents],
  [inSection(paths.detectionLogs), protectedPages.section, protectedPages.detectionLogs],
  [inSection(paths.lessons), protectedPages.section, protectedPages.lessons],
  [inSection(paths.lesson), protectedPages.section, protectedPages.lesson],
  [inSection(paths.studentRecord), protectedPages.section, protectedPages.studentRecord],
];

/** Returns the pages of a route, and of the guide the one in the reader's language. */
function pagesAt(pathname: string): readonly LazyPage[] {
  if (matchPath(paths.howDetectionWorks, pathname) !== null)
    return [guidePages[preferredLanguage(window.location.search)]];
  const [, ...found] = pagesByPath.find(([path]) => matchPath(path, pathname) !== null) ?? [''];
  return found;
}

/**
 * Preloads the page at an address. Failures are ignored: the page retries and reports them.
 *
 * @returns whether the page can be rendered at once
 */
export async function preloadPageAt(pathname: string): Promise<boolean> {
  const found = pagesAt(pathname);
  await Promise.allSettled(found.filter(({ loaded }) => loaded === undefined).map((page) => page.load()));
  return found.every(({ loaded }) => loaded !== undefined);
}
