/** The texts of a change's dialog. */
interface ChangeWords {
  /** Names the change, on buttons and above the dialog. */
  title: string;
  /** What happens. */
  lead: (about: string) => string;
  /** Makes the change; the title if unset. */
  submit?: string;
}

const changes = {
  invite: {
    title: 'Invite a teacher',
    submit: 'Send invitation',
    lead: () =>
      'Vigil mails a link with which this person, and nobody else, can register the email. It is valid for two weeks.',
  },
  disable: {
    title: 'Disable account',
    lead: (about) =>
      `${about} is signed out everywhere and cannot sign in again until you enable the account. Lessons that are running end. Nothing is deleted.`,
  },
  enable: { title: 'Enable account', lead: (about) => `${about} can sign in again.` },
  promote: {
    title: 'Make administrator',
    lead: (about) =>
      `${about} can do everything on this page: invite and delete teachers, delete students, and add agents.`,
  },
  demote: {
    title: 'Remove as administrator',
    lead: (about) => `${about} stays a teacher and loses this page at once.`,
  },
  delete: {
    title: 'Delete for good',
    lead: (about) =>
      `This deletes the account of ${about} with all its sections, lessons, detections and pictures. To keep the sections, move them to another teacher first.`,
  },
  deleteStudent: {
    title: 'Delete student for good',
    lead: (about) =>
      `This deletes ${about} from the directory and from every section, with all detections, pictures, attendance and reviews.`,
  },
  deleteLeavers: {
    title: 'Delete all who have left',
    lead: (about) =>
      `This deletes ${about} from the directory, with all detections, pictures, attendance and reviews. Teachers no longer see these students in the reports of their lessons.`,
  },
  moveSection: {
    title: 'Move section',
    submit: 'Move',
    lead: (about) => `${about} goes to another teacher, with its students and everything recorded in it.`,
  },
  addAgent: {
    title: 'Add an agent',
    submit: 'Add agent',
    lead: () => 'A program that reports detections. Its key is shown once, here, and only to you.',
  },
  revokeAgent: {
    title: 'Revoke key',
    lead: (about) => `The key of ${about} stops working at once. What it has reported stays.`,
  },
} satisfies Record<string, ChangeWords>;

const withdraw: ChangeWords = {
  title: 'Withdraw invitation',
  lead: (about) => `The link that was mailed to ${about} stops working.`,
};

const parts = {
  overview: 'Overview',
  teachers: 'Teachers',
  students: 'Students',
  sections: 'Sections',
  agents: 'Agents',
  audit: 'Audit trail',
};

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

export const words = {
  admin: {
    title: 'Administration',
    parts,
    lists: {
      teachers: 'Accounts and invitations',
      students: 'The school’s directory',
      sections: 'Sections of all teachers',
      agents: 'Programs that report detections',
      audit: 'Who did what',
    },
    backToDashboard: 'Back to Dashboard',
    projecting: 'This page shows names and emails. Turn projector mode off to open it.',
    loading: 'Loading…',
    retry: 'Try again',
    failed: 'This could not be loaded. Please try again.',
    absent: 'This server has no administrator’s page.',
    changeFailed: 'This could not be saved. Please check the list, then try again.',

    changes,
    withdraw,
    inviteAgain: 'Mail a new link',
    password: 'Your own password',
    passwordHint: 'Vigil asks each time, in case somebody else is at this screen.',
    newTeacher: 'Email of the teacher',
    agentName: 'Name of the agent',
    agentNameHint: 'Shown beside everything that it reports.',
    agentNameRequired: 'A name is required',
    sectionIds: 'Section numbers',
    sectionIdsHint: 'Such as 7, 8. Leave this empty for the whole school.',
    sectionIdsInvalid: 'Please enter numbers, such as 7, 8',
    cancel: 'Cancel',
    submitting: 'Saving…',
    keyMade: 'The agent was added.',
    keyOf: (name: string) => `The key of ${name}. Copy it now: it cannot be shown again.`,

    delete: 'Delete',
    deleteStudent: (email: string) => `Delete ${email}`,
    actions: 'Actions',
    actionsFor: (about: string) => `Actions for ${about}`,
    table: {
      name: 'Name',
      state: 'State',
      sections: 'Sections',
      students: 'Students',
      teacher: 'Teacher',
      time: 'Time',
      action: 'What',
    },

    search: {
      teachers: 'Search by name or email',
      students: 'Search students',
      sections: 'Search by name, subject or teacher',
      audit: 'Email of a teacher',
    },
    studentsHint: 'Type at least 2 characters of a name or email.',
    leftBefore: 'In no section since before',
    leftBeforeHint: 'Shows who has left, such as last year’s classes.',
    leavers: (count: number, day: string) =>
      `${counted(count, 'student who has', 'students who have')} been in no section since before ${day}`,
    inNone: (since: string) => `In no section since ${since}`,
    auditHint: 'Type a whole email. Leave this empty for everybody.',
    since: 'Since',
    sinceHint: 'Leave this empty for the whole trail.',
    pages: 'Pages',
    found: (shown: number, total: number) =>
      shown < total ? `${shown} of ${total.toLocaleString('en')} shown` : `${shown} shown`,
    nothing: 'Nothing found.',

    states: { active: 'Active', disabled: 'Disabled', 'not verified': 'Not verified', invited: 'Invited' },
    administrator: 'Administrator',
    running: 'Detection active',
    sectionNumber: (id: string) => `Number ${id}`,
    wholeSchool: 'The whole school',
    onSections: (ids: readonly number[]) => `Sections ${ids.join(', ')}`,
    heard: (time: string) => `Last heard ${time}`,
    neverHeard: 'Never heard',
    refused: (time: string, why: string) => `Last refused ${time}: ${why}`,
    times: (count: number, until: string) => `${count} times until ${until}`,
    /** @param students their names; null for those who are deleted */
    entry: (sectionId: number | null, detail: string, students: readonly (string | null)[], address: string) =>
      [
        ...(sectionId === null ? [] : [`section ${sectionId}`]),
        ...(detail === '' ? [] : [detail]),
        ...(students.length === 0 ? [] : [students.map((name) => name ?? 'a deleted student').join(', ')]),
        ...(address === '' ? [] : [`from ${address}`]),
      ].join(' · '),
    nobody: 'Nobody signed in',

    system: {
      health: 'Health',
      ready: 'Everything works.',
      version: 'Version',
      runningSince: (time: string) => `running since ${time}`,
      database: 'Database',
      mail: 'Mail',
      mailsKept: 'There is no mail server. Mails are kept on the server’s own page, /dev/mail.',
      noneWaiting: 'No mail is waiting.',
      waiting: (count: number, since: string) =>
        `${counted(count, 'mail is', 'mails are')} waiting, the oldest since ${since}.`,
      testMail: 'Send me a test mail',
      testMailAbout: 'Test mail',
      rules: 'Rules',
      rulesHint: 'They are settings of the server. See the operations guide.',
      registration: 'Who may become a teacher',
      registrations: { open: 'Everybody', invited: 'Invited people only' },
      domains: (domains: readonly string[]) => `Emails at ${domains.join(', ')}, and invited people`,
      directory: 'Who adds students to the directory',
      directories: { teachers: 'Teachers, and imports', imported: 'Imports only' },
      retention: 'Detections are kept',
      audit: 'The audit trail is kept',
      forDays: (days: number) => `for ${counted(days, 'day', 'days')}`,
      forEver: 'until a teacher deletes them',
      lessonEnds: 'A lesson that nobody stops ends',
      afterHours: (hours: number) => `after ${counted(hours, 'hour', 'hours')}`,
    },
  },
} as const;
