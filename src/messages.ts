/**
 * Every text a teacher reads, once. Those that the specification gives word for word stand first in their group;
 * charts, screens and tests' drivers take them from here.
 */
export const messages = {
  brand: { name: 'Vigil', abbreviation: 'VGL', tagline: 'Calm, clear oversight for every lesson.' },

  pageTitle: (title: string) => `${title} · Vigil`,

  session: {
    expiredLogIn: 'Session expired. Please log in again.',
    endedElsewhere: 'You were signed out in another window.',
  },

  /** Below a call's own sentence when nothing came back. */
  unanswered: 'No answer from the server',
  /** Of an error that nobody foresaw. */
  defect: 'Something went wrong in Vigil itself. Please reload the page and try again.',

  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    confirmNewPassword: 'Confirm new password',
    code: 'Verification code',
    codePlaceholder: '6-digit code',
    sectionName: 'Section name',
    sectionSubject: 'Subject',
  },

  validation: {
    emailRequired: 'Email is required',
    emailInvalid: 'Please enter a valid email address',
    passwordRequired: 'Password is required',
    firstNameRequired: 'First name is required',
    lastNameRequired: 'Last name is required',
    confirmPasswordRequired: 'Please confirm your password',
    passwordsDoNotMatch: 'Passwords do not match',
    newPasswordsDoNotMatch: 'New passwords do not match',
    allFieldsRequired: 'All fields are required',
    newPasswordTooShort: 'New password must be at least 8 characters long',
    passwordTooShort: 'Password must be at least 8 characters long',
    otpRequired: 'Please enter the OTP sent to your email',
    sectionNameRequired: 'Section name is required',
    sectionSubjectRequired: 'Subject is required',
  },

  login: {
    title: 'Sign in',
    lead: 'Welcome back. Sign in to your classes.',
    submit: 'Sign in',
    submitting: 'Signing in…',
    google: 'Or continue with Google',
    googleSubmitting: 'Waiting for Google…',
    forgot: 'Forgot your password?',
    noAccount: 'New to Vigil?',
    register: 'Register here',
    verify: 'Verify your email',
    notVerified: 'Please verify your account first',
    invalidCredentials: 'Invalid credentials',
    noAccessToken: 'Login successful but no access token received.',
    userFetchFailed: 'Failed to fetch user data',
  },

  google: {
    noCode: 'Failed to get authorization code from Google.',
    noAccessToken: 'Google login successful, but no access token received.',
    failed: 'Google login failed. Please try again.',
    notSetUp: 'Google sign-in is not set up here. Please sign in with your email and password.',
  },

  register: {
    title: 'Create your account',
    lead: 'A few details, then you are ready to teach.',
    submit: 'Create account',
    submitting: 'Creating your account…',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    succeeded: 'Registration successful! Please check your email for the verification code.',
    failed: 'Registration failed. Please try again.',
  },

  verifyOtp: {
    title: 'Verify your email',
    lead: (email: string) => (email === '' ? 'Enter the code we sent to you.' : `Enter the code we sent to ${email}.`),
    submit: 'Verify',
    submitting: 'Verifying…',
    backToLogin: 'Back to login',
    succeeded: 'Email verified successfully! You can now sign in.',
    failed: 'Invalid OTP. Please try again.',
    resend: 'Resend code',
    resending: 'Sending a new code…',
    resendIn: (seconds: number) => `Resend code in ${seconds} s`,
    resent: 'OTP has been resent to your email.',
    resendFailed: 'Failed to resend OTP. Please try again.',
  },

  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'Enter your email, and we will send you instructions to reset your password.',
    submit: 'Send instructions',
    submitting: 'Sending…',
    backToLogin: 'Back to Login',
    succeeded: 'If an account has this email, reset instructions are on their way.',
    failed: 'Failed to send password reset instructions. Please try again.',
  },

  resetPassword: {
    title: 'Choose a new password',
    hint: 'At least 8 characters.',
    submit: 'Reset password',
    submitting: 'Saving…',
    backToLogin: 'Back to Login',
    succeeded: 'Password reset successfully! You can now sign in.',
    failed: 'Failed to reset password. Please try again or request a new reset link.',
  },

  changePassword: {
    title: 'Change Password',
    hint: 'At least 8 characters.',
    submit: 'Change password',
    submitting: 'Saving…',
    backToDashboard: 'Back to Dashboard',
    succeeded: 'Password changed successfully!',
    failed: 'Password change failed. Please try again.',
  },

  topBar: {
    skipToContent: 'Skip to content',
    userMenu: 'Account menu',
    changePassword: 'Change Password',
    logout: 'Logout',
    projector: 'Projector mode',
    projectorHint: 'Projector mode: hides names, emails and pictures on this screen',
  },

  liveChannel: {
    offline: 'You are offline',
    lost: 'Live updates lost',
    /** After it, every second anew. */
    retryIn: (seconds: number, attempt: number) => `, trying again in ${seconds} s (${attempt} of 5)`,
    retrying: (attempt: number) => `, trying again now (${attempt} of 5)`,
    gaveUp: 'Live updates off',
    gaveUpInSection: 'Live updates off · checking every 10 s',
    reconnect: 'Reconnect',
  },

  notice: {
    dismiss: 'Dismiss this message',
  },

  dashboard: {
    title: 'Dashboard',
    createCard: 'Create New Section',
    createCardHint: 'A class with a name and a subject',
    loading: 'Loading sections...',
    empty: 'No sections created yet. Create your first section!',
    failed: 'Failed to fetch sections.',
    retry: 'Try again',
    sections: 'Your sections',
    students: (count: number) => (count === 1 ? '1 student' : `${count} students`),
  },

  createSection: {
    title: 'Create New Section',
    submit: 'Create section',
    submitting: 'Creating…',
    cancel: 'Cancel',
    succeeded: 'Section created successfully!',
    failed: 'Failed to create section.',
  },

  section: {
    title: 'Section',
    overview: 'Overview',
    manageStudents: 'Manage Students',
    detectionLogs: 'Detection Logs',
    backToDashboard: 'Back to Dashboard',
    loading: 'Loading section...',
    notFound: 'Section not found.',
    gone: 'This section has been deleted.',
    failed: 'Failed to fetch section details.',
    retry: 'Retry',
    students: 'Students',
    studentsCount: (count: number) => `Students (${count})`,
    noStudents: 'No students in this section yet.',
    addStudents: 'Add students',
    delete: 'Delete Section',
    deleteTitle: 'Delete this section',
    deleteHint: 'Its student list and its detection logs go with it. This cannot be undone.',
  },

  detection: {
    active: 'Detection Active',
    inactive: 'Detection Inactive',
    checking: 'Checking status…',
    unchecked: 'Status could not be checked',
    start: 'Start Detection',
    starting: 'Starting…',
    stop: 'Stop Detection',
    stopping: 'Stopping…',
    startFailed: 'Failed to start detection. Please try again.',
    stopFailed: 'Failed to stop detection. Please try again.',
    statusFailed: 'The status could not be checked just now. Vigil keeps trying.',
    bar: 'Detection',
    since: (time: string, length: string) => `since ${time} (${length})`,
    sinceTime: (time: string) => `since ${time}`,
    sinceOpened: 'since you opened this page',
    confirmed: (age: string) => `confirmed ${age} ago`,
    stoppedElsewhere: 'Stopped elsewhere',
    lastKnown: (isActive: boolean, time: string) => `last known: ${isActive ? 'active' : 'not active'} at ${time}`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
  },

  startWithoutStudents: {
    title: 'Start with no students?',
    lead: 'Nobody is in this section yet, so nothing can be detected.',
    confirm: 'Start anyway',
    addStudents: 'Add students',
    cancel: 'Cancel',
  },

  logout: {
    title: 'Detection is still running',
    lead: (sections: readonly string[]) =>
      sections.every((name) => name !== '')
        ? `Detection is active in ${sections.join(', ')}.`
        : 'Detection is active in one of your sections.',
    stopFirst: 'Stop and log out',
    stopping: 'Stopping…',
    keepRunning: 'Log out, keep it running',
    cancel: 'Cancel',
  },

  /** Told of a change when the teacher is no longer where she made it. */
  writes: {
    createSection: (section: string) => `${section} was created.`,
    deleteSection: (section: string) => `${section} was deleted.`,
    addStudents: (section: string, count: number) =>
      count === 1 ? `1 student was added to ${section}.` : `${count} students were added to ${section}.`,
    removeStudent: (section: string) => `1 student was removed from ${section}.`,
    startDetection: (section: string) => `Detection was started in ${section}.`,
    stopDetection: (section: string) => `Detection was stopped in ${section}.`,
    failed: (section: string, { sentence, hint }: { sentence: string; hint?: string }) =>
      [`${section}: ${sentence}`, ...(hint === undefined ? [] : [hint])].join(' '),
  },

  deleteSection: {
    title: 'Delete Section',
    lead: (name: string) =>
      `“${name}”, its student list and its detection logs will be deleted. Enter your password to confirm.`,
    running: 'Detection is running in this section. It ends when the section is deleted.',
    submit: 'Delete section',
    submitting: 'Deleting…',
    cancel: 'Cancel',
    incorrectPassword: 'Incorrect password',
    failed: 'Failed to delete section. Please try again.',
  },

  roster: {
    title: 'Manage Students',
    addTitle: 'Add students',
    backToSection: 'Back to Section',
    search: 'Search students',
    searchHint: 'Type at least 2 characters of a name or email.',
    searching: 'Searching…',
    searchFailed: 'Failed to search students. Please try again.',
    nobodyFound: (query: string) => `Nobody found for “${query}”.`,
    results: 'Search results',
    shown: (shown: number, total: number) => (shown < total ? `${shown} of ${total} shown` : `${shown} shown`),
    shownOfMore: (shown: number) => `${shown} shown. There may be more.`,
    selectShown: (count: number) => (count === 1 ? 'Select the 1 shown' : `Select all ${count} shown`),
    selectName: (name: string) => `Select ${name}`,
    enrolled: 'In this section',
    selected: 'Selected',
    selection: (count: number) => `Selected students (${count})`,
    nobodySelected: 'Nobody selected yet.',
    unselect: (name: string) => `Remove ${name} from the selection`,
    add: 'Add Selected Students',
    adding: 'Adding…',
    added: 'Students added successfully!',
    addFailed: 'Failed to add students. Please try again.',
    partlyAdded: (asked: number, notTaken: readonly string[]) =>
      `${asked - notTaken.length} of ${asked} ${asked === 1 ? 'student was' : 'students were'} added. Not taken: ${notTaken.join(', ')}`,
    current: (count: number) => `Current Students (${count})`,
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    removing: 'Removing…',
    confirmTitle: 'Remove student',
    confirm: 'Are you sure you want to remove this student from the section?',
    cancel: 'Cancel',
    removed: 'Student removed from the section.',
    removeFailed: (status: number, sentence: string) =>
      [
        'Failed to remove student',
        ...(status > 0 ? [String(status)] : []),
        ...(sentence === '' ? [] : [sentence]),
      ].join(': '),
  },

  paste: {
    open: 'Paste a list',
    title: 'Paste a list of students',
    list: 'Emails of the students',
    hint: 'One below the other or with anything between them; names beside them do no harm. You can also drop a CSV file here.',
    chooseFile: 'Choose a CSV file',
    reading: 'Reading the file…',
    fileTooLarge: 'This file is too large for a list of students. Please paste the emails instead.',
    fileUnreadable: 'This file could not be read. Please paste the emails instead.',
    noEmails: 'There is no email in this list.',
    tooMany: (count: number, most: number) =>
      `This list has ${count} emails. Up to ${most} can be checked at once; please paste it in parts.`,
    check: 'Check the list',
    checking: (count: number) => (count === 1 ? 'Checking 1 email…' : `Checking ${count} emails…`),
    progress: (checked: number, count: number) => `${checked} of ${count} checked`,
    reviewed: (found: number, count: number) => `${found} of ${count} found`,
    found: (count: number) => `Found (${count})`,
    enrolled: (count: number) => `Already in this section (${count})`,
    missing: (count: number) => `Not found (${count})`,
    failed: (count: number) => `Not checked (${count})`,
    failedHint: 'The server did not answer for these.',
    retry: 'Try again',
    select: (count: number) => (count === 1 ? 'Select 1 student' : `Select ${count} students`),
    close: 'Close',
  },

  logs: {
    title: 'Detection Logs',
    allLogs: 'All logs',
    loading: 'Loading detection logs...',
    empty: 'No detection logs available.',
    waiting: 'Waiting for the first detection',
    failed: (reason: string) => `Failed to fetch detection logs: ${reason}`,
    noReason: 'the server did not answer.',
    status: (status: number) => `the server answered with ${status}.`,
    retry: 'Retry',
    refresh: 'Refresh Logs',
    viewAll: (count: number) => `View All Logs (${count})`,
    backToSection: 'Back to Section',
    updated: (time: string) => `Last checked at ${time}`,
    time: 'Time',
    student: 'Student',
    activity: 'Activity',
    details: 'Details',
    screenshot: 'Screenshot',
    unknownTime: 'Unknown time',
    unknownDay: 'Unknown date',
    unknownStudent: 'Unknown student',
    noDetails: '—',
    noScreenshot: 'None',
    showScreenshot: (student: string) => `Show the screenshot of ${student}`,
    screenshotOf: (student: string) => `Screenshot of ${student}`,
    close: 'Close',
    pages: 'Pages of the detection logs',
    range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  },

  logFilters: {
    title: 'Filters',
    day: 'Day',
    anyDay: 'All days',
    type: 'Activity',
    anyType: 'All activities',
    student: 'Student',
    anyStudent: 'All students',
    review: 'Review',
    reviews: { '': 'All', none: 'Not reviewed', seen: 'Seen', dismissed: 'Dismissed' },
    text: 'Search the logs',
    sort: 'Sort by',
    sorts: { newest: 'Newest first', oldest: 'Oldest first', student: 'Student', type: 'Activity' },
    choice: (label: string, count: number) => `${label} (${count})`,
    matching: (found: number, total: number) => `${found} of ${total} logs match these filters.`,
    none: 'No logs match these filters',
    clear: 'Clear filters',
  },

  viewer: {
    previous: 'Previous',
    next: 'Next',
    position: (position: number, total: number) => `${position} of ${total}`,
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    ownSize: '100 %',
    picture: 'Picture',
  },

  activities: {
    multiple_faces: 'Multiple Faces',
    no_face: 'No Face Detected',
    suspicious_application: 'Suspicious Application',
    unknown: 'Unknown',
  },

  notFound: {
    title: 'Page not found',
    lead: 'There is no page at this address. It may have been mistyped, or the page has moved.',
    home: 'Go to Vigil',
  },

  report: {
    link: 'Report a problem',
    hint: 'Vigil can save a file that shows your support team what it did in the last minutes: which pages and buttons you used, and how the server answered. Passwords, codes, names and emails are covered. Nothing is sent by itself.',
    save: 'Save the file',
    saved: (file: string) => `Saved as ${file}. Please send it to your support team.`,
  },

  crash: {
    title: 'Something went wrong',
    lead: 'Vigil ran into an unexpected problem. Your data is safe.',
    reload: 'Reload the page',
  },

  loadingPage: 'Loading…',

  pageCode: {
    title: 'Page not loaded',
    failed: 'This page could not be loaded. Please check your connection.',
    retry: 'Try again',
    retrying: 'Trying again…',
  },
} as const;
