/** The routes of the specification's section 2: patterns for the router and addresses for links. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  verifyOtp: '/verify-otp',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token',
  dashboard: '/dashboard',
  changePassword: '/change-password',
  section: '/sections/:sectionId',
  addStudents: 'add-students',
  detectionLogs: 'detection-logs',
  /** Not in the specification: the list of lessons, and the report of one. */
  lessons: 'lessons',
  lesson: 'lessons/:lessonId',
  /** The same of what is kept of one student. */
  studentRecord: 'students/:studentId',
  /** Not in the specification: the administrator's page, and its parts. */
  admin: '/admin',
  adminPart: '/admin/:part',
  /** Not in the specification: the inspector, and the page that explains detection. */
  inspect: '/inspect',
  howDetectionWorks: '/how-detection-works',
} as const;

/** Public pages that stay open when someone signs in elsewhere. */
const accountPages = [
  ...[paths.register, paths.verifyOtp, paths.verifyEmail, paths.forgotPassword, '/reset-password/'],
  ...[paths.inspect, paths.howDetectionWorks],
];

export const isAccountPage = (pathname: string): boolean => accountPages.some((page) => pathname.startsWith(page));

export const verifyOtpPath = (email: string) => `${paths.verifyOtp}?email=${encodeURIComponent(email)}`;
export const verifyEmailPath = (email: string) => `${paths.verifyEmail}?email=${encodeURIComponent(email)}`;
export const sectionPath = (sectionId: string) => `/sections/${encodeURIComponent(sectionId)}`;
/** The hash of the overview that leads to Look now. */
export const lookNowHash = '#look-now';
export const lookNowPath = (sectionId: string) => `${sectionPath(sectionId)}${lookNowHash}`;
export const addStudentsPath = (sectionId: string) => `${sectionPath(sectionId)}/${paths.addStudents}`;
export const detectionLogsPath = (sectionId: string) => `${sectionPath(sectionId)}/${paths.detectionLogs}`;
/** Returns the address of some of the logs. @param filters by name; see `LogFilters` */
export const filteredLogsPath = (sectionId: string, filters: Readonly<Record<string, string>>) =>
  `${detectionLogsPath(sectionId)}?${new URLSearchParams(filters)}`;
/** Returns the address of a student's logs. */
export const studentLogsPath = (sectionId: string, student: string) => filteredLogsPath(sectionId, { student });
export const adminPath = (part: string) => `${paths.admin}/${part}`;
export const lessonsPath = (sectionId: string) => `${sectionPath(sectionId)}/${paths.lessons}`;
export const lessonPath = (sectionId: string, lessonId: string) =>
  `${lessonsPath(sectionId)}/${encodeURIComponent(lessonId)}`;
export const studentRecordPath = (sectionId: string, studentId: string) =>
  `${sectionPath(sectionId)}/students/${encodeURIComponent(studentId)}`;
