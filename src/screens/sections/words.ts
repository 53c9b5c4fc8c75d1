import { isolated } from '../../machines/app/isolated';

export const words = {
  dashboard: {
    title: 'Dashboard',
    createCard: 'Create New Section',
    createCardHint: 'A class with a name and a subject',
    loading: 'Loading sections...',
    empty: 'No sections created yet. Create your first section!',
    failed: 'Failed to fetch sections.',
    retry: 'Try again',
    sections: 'Your sections',
    /** @param section undefined for a page of the account */
    goOn: (page: string, section: string | undefined) =>
      `Continue in ${page}${section === undefined ? '' : ` · ${isolated(section)}`}`,
    running: 'Running now',
    runningName: (section: string) => `${isolated(section)}, running now`,
    /** In place of what runs: the section that one would start now. */
    usual: 'Usually at this time',
    usualAt: (time: string) => `usually starts at ${time}`,
    start: 'Start',
    /** After a lesson. */
    toReview: (count: number) => `${count} to review`,
    noneRuns: 'Detection is not active in any section.',
    unknown: 'Not known yet.',
    ofSection: (action: string, section: string) => `${action}: ${isolated(section)}`,
    search: 'Search sections and students',
    searchSections: 'Search your sections',
    noneFound: (text: string) => `Nothing matches “${isolated(text)}”.`,
    students: (count: number) => (count === 1 ? '1 student' : `${count} students`),
  },

  firstRun: {
    title: 'Your first lesson in three steps',
    create: { title: 'Create a section', hint: 'A section is a class with a name and a subject.' },
    addStudents: {
      title: 'Add students',
      hint: 'Choose the students of the class.',
      action: 'Add students',
    },
    start: {
      title: 'Start detection',
      hint: 'When the lesson begins, open the section and press Start Detection. Students join with the code shown then.',
      action: 'Open section',
    },
    done: 'Done',
  },

  createSection: {
    title: 'Create New Section',
    lead: 'Name the class and what you teach it. You can add students next.',
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
    /** It was another teacher's. */
    ended: (owner: string) =>
      `This section is no longer shared with you. If you still need it, please ask ${isolated(owner)}.`,
    taughtUntil: (time: string, owner: string) =>
      `You taught this section until ${time}. ${isolated(owner)} can share it with you again.`,
    failed: 'Failed to fetch section details.',
    retry: 'Retry',
    students: 'Students',
    studentsCount: (count: number) => `Students (${count})`,
    noStudents: 'No students in this section yet.',
    addStudents: 'Add students',
    delete: 'Delete Section',
    deleteTitle: 'Delete this section',
    deleteHint: 'Its student list and detection logs will be deleted too. This cannot be undone.',
  },

  renameSection: {
    open: 'Rename',
    title: 'Rename this section',
    lead: 'Its students, lessons and logs stay as they are.',
    submit: 'Rename section',
    submitting: 'Renaming…',
    cancel: 'Cancel',
    succeeded: 'Section renamed.',
    failed: 'Failed to rename section. Please try again.',
  },

  teachers: {
    title: 'Teachers',
    hint: 'A co-teacher can do everything except delete the section. A substitute can run lessons, but does not see earlier ones.',
    failed: 'Failed to fetch the teachers of this section.',
    retry: 'Retry',
    owner: (email: string) => `${email} · Owner`,
    invite: 'Invite a teacher',
    change: 'Change',
    changeOf: (email: string) => `Change: ${email}`,
    remove: 'Remove',
    removeOf: (email: string) => `Remove: ${email}`,
    removeTitle: 'Remove this teacher',
    confirmRemove: (email: string) =>
      `${email} loses access to this section and gets an email about it. A lesson that they started keeps running.`,
    removeFailed: 'Failed to remove the teacher. Please try again.',
    leaveTitle: 'Leave this section',
    leaveHint: 'If you leave, it is no longer on your dashboard.',
    leave: 'Leave section',
    confirmLeave: (owner: string) => `Only ${isolated(owner)} or a co-teacher can invite you again.`,
    cancel: 'Cancel',
  },

  shareSection: {
    title: 'Invite a teacher',
    changeTitle: 'Change a teacher',
    lead: 'Vigil sends them an email. If they have no account yet, they first register with this address.',
    role: 'Role',
    roles: { 'co-teacher': 'Co-teacher', substitute: 'Substitute' },
    until: 'Until',
    ends: { tonight: 'Tonight', day: 'A date', open: 'No end date' },
    day: 'Last day',
    dayMissing: 'Choose a day from today on.',
    invite: { submit: 'Send invitation', submitting: 'Sending…', cancel: 'Cancel' },
    change: { submit: 'Save', submitting: 'Saving…', cancel: 'Cancel' },
    invited: 'Invitation sent.',
    changed: 'Saved.',
    failed: 'Failed to share the section. Please try again.',
  },

  pictureSetting: {
    title: 'Pictures from students’ devices',
    label: 'Ask students for a picture with each report',
    hint: 'Each student can agree or decline. If they agree, a report of no face or several faces comes with one small picture.',
    running: 'Turning this off takes effect at once. Turning it on applies to students who agree from now on.',
    failed: 'Failed to save your choice about pictures. Please try again.',
  },

  kindSetting: {
    title: 'What students’ devices report',
    hint: 'Students are told. Changes take effect at once. Reports from the school’s programs are not affected.',
    kinds: {
      no_face: 'No face was found for 8 seconds.',
      multiple_faces: 'Somebody else was in view for 5 seconds. Turn it off if your students sit close together.',
      left_page: 'Another window or tab was in use for 3 seconds.',
    },
    mistakes: (mistakes: number, reviewed: number, name: string) =>
      `In this section, ${mistakes} of ${reviewed} “${name}” were dismissed as mistakes.`,
    switchOff: 'Switch it off?',
    failed: 'Failed to save your choice about reports. Please try again.',
  },

  startWithoutStudents: {
    title: 'Start with no students?',
    lead: 'There are no students in this section yet, so nothing can be detected.',
    confirm: 'Start anyway',
    addStudents: 'Add students',
    cancel: 'Cancel',
  },

  stillRunning: {
    title: (section: string) => `${section} is still running`,
    lead: 'Is its lesson over?',
    stop: 'Stop it and start',
    stopAndResume: 'Stop it and resume',
    keep: 'Let both run',
    cancel: 'Cancel',
  },

  deleteSection: {
    title: 'Delete Section',
    lead: (name: string) =>
      `“${isolated(name)}”, its student list and its detection logs will be deleted. Enter your password to confirm.`,
    running: 'Detection is running in this section. It ends when the section is deleted.',
    submit: 'Delete section',
    submitting: 'Deleting…',
    cancel: 'Cancel',
    incorrectPassword: 'Incorrect password',
    failed: 'Failed to delete section. Please try again.',
  },
} as const;
