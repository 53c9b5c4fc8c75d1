import { MAX_RECONNECTS, STATUS_POLL_INTERVAL_MS } from './constants';
import { isolated } from './machines/app/isolated';
import { messages as publicMessages } from './publicMessages';

/** Returns a section's name for use within a sentence. The name is empty while the list is unknown. */
const within = (section: string) => (section === '' ? 'one of your sections' : isolated(section));
/** Returns a section's name for the start of a sentence. */
const first = (section: string) => (section === '' ? 'One of your sections' : isolated(section));

/**
 * Every text that teachers read. In each group, the specification's own texts come first. Charts, screens and test
 * drivers take texts from here. Those of the public pages are in `publicMessages.ts`.
 */
export const messages = {
  ...publicMessages,

  topBar: {
    skipToContent: 'Skip to content',
    userMenu: 'Account menu',
    changePassword: 'Change Password',
    logout: 'Logout',
    projector: 'Projector mode',
    projectorHint: 'Projector mode: hides names, emails and pictures',
  },

  projector: {
    on: 'Names, pictures and notes are hidden.',
    showNames: 'Show names',
    student: (number: number) => `Student ${number}`,
    hidden: 'Hidden',
    picture: 'This picture is hidden in projector mode. Show names to review it.',
    pictures: 'The pictures are hidden in projector mode.',
    roster: 'Students are added and removed by name. Choose “Show names” to do so.',
  },

  /** Tells namesakes apart. */
  apart: (by: string) => `(${by})`,

  liveChannel: {
    offline: 'You are offline',
    lost: 'Live updates lost',
    /** Follows the text above, updated every second. */
    retryIn: (seconds: number, attempt: number) => `, trying again in ${seconds} s (${attempt} of ${MAX_RECONNECTS})`,
    retrying: (attempt: number) => `, trying again now (${attempt} of ${MAX_RECONNECTS})`,
    gaveUp: 'Live updates off',
    gaveUpInSection: `Live updates off · checking every ${STATUS_POLL_INTERVAL_MS / 1000} s`,
    reconnect: 'Reconnect',
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
    /** @param section undefined for a page of the account */
    goOn: (page: string, section: string | undefined) =>
      `Go on in ${page}${section === undefined ? '' : ` · ${isolated(section)}`}`,
    running: 'Running now',
    runningName: (section: string) => `${isolated(section)}, running now`,
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
      hint: 'When the lesson begins, open the section and press Start Detection.',
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

  detection: {
    active: 'Detection Active',
    running: 'Running',
    inactive: 'Detection Inactive',
    checking: 'Checking status…',
    unchecked: 'Status could not be checked',
    start: 'Start Detection',
    starting: 'Starting…',
    stop: 'Stop Detection',
    stopping: 'Stopping…',
    /** Shown in place of the button that has just turned into its opposite. */
    started: 'Started',
    stopped: 'Stopped',
    startFailed: 'Failed to start detection. Please try again.',
    stopFailed: 'Failed to stop detection. Please try again.',
    end: 'End of the lesson',
    noEnd: 'No end',
    endsAfter: (minutes: number) => `${minutes} min`,
    ends: (time: string) => `ends ${time}`,
    endsSoon: 'ends in 1 min',
    extend: (minutes: number) => `+${minutes} min`,
    extendShort: (minutes: number) => `+${minutes}`,
    extendLong: (minutes: number) => `+${minutes} min: end the lesson later`,
    extendFailed: (minutes: number) => `Failed to add ${minutes} minutes. Please try again.`,
    statusFailed: 'The status could not be checked just now. Vigil keeps trying.',
    bar: 'Detection',
    since: (time: string, length: string) => `since ${time} (${length})`,
    sinceTime: (time: string) => `since ${time}`,
    sinceOpened: 'since you opened this page',
    checked: (age: string) => `checked ${age} ago`,
    clockOff: (minutes: number, isFast: boolean) =>
      `This device’s clock is ${minutes} min ${isFast ? 'fast' : 'slow'}. Please correct it; the times here are already adjusted.`,
    simulated: 'Simulated class',
    othersRunning: (count: number) =>
      count === 1 ? '1 other section is running' : `${count} other sections are running`,
    stoppedElsewhere: 'Stopped elsewhere',
    stoppedAt: (time: string) => `stopped at ${time}`,
    stoppedAfter: (time: string, length: string) => `stopped at ${time} (${length})`,
    lastKnown: (isActive: boolean, time: string) => `last known: ${isActive ? 'active' : 'not active'} at ${time}`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
  },

  /** Who watches a section, as far as known. */
  watch: {
    watching: { sentence: 'Nothing needs your attention.' },
    untold: { sentence: 'Nothing has been reported.' },
    checking: { sentence: 'Checking for new detections…' },
    inactive: {
      sentence: 'Detection is not active, so nothing is being detected.',
      hint: 'Start detection to watch this section.',
    },
    unreachable: {
      sentence: 'The server is not responding properly, so nothing new can be shown.',
      hint: 'Please check your connection. Vigil keeps trying.',
    },
    awaited: {
      sentence: 'No student’s device has reported yet.',
      hint: 'The first report can take a minute.',
      short: 'no reports yet',
    },
    missed: {
      sentence: 'Nothing is being detected: no student’s device has reported yet.',
      hint: 'Please check that the devices are on and that detection is running on them.',
      short: 'no reports yet',
    },
    silent: {
      sentence: 'Nothing is being detected: the students’ devices have stopped reporting.',
      hint: 'Please check that the devices are still on and connected.',
      short: 'reports have stopped',
    },
    refused: {
      sentence: 'Nothing is being detected: the server rejects the students’ reports.',
      hint: 'Please tell your school’s IT support.',
      short: 'reports are rejected',
    },
    misdated: {
      sentence: 'Nothing is being detected: the clock of a student’s device is off.',
      hint: 'Please correct it. Until then, its reports are rejected.',
      short: 'a device’s clock is off',
    },
  },

  lookNow: {
    title: 'Look now',
    toLookAt: (count: number) => `${count} to look at`,
    now: 'now',
    ago: (age: string) => `${age} ago`,
    often: (count: number) => `${count} in 10 min`,
    seen: 'Seen',
    markSeen: (student: string, activities: string) => `Seen: ${isolated(student)}, ${activities}`,
    hasSeen: (student: string, activities: string) => `Marked as seen: ${isolated(student)}, ${activities}`,
    toLookAtOne: 'To look at',
    /** Told to screen readers from time to time. */
    spoken: (count: number) => `Students to look at: ${count}`,
    markAllSeen: 'Mark all seen',
    dismiss: (student: string) => `Dismiss: ${isolated(student)}`,
    dismissOne: 'Dismiss',
    reasons: ['Mistake', 'Allowed', 'Settled'],
    /** Takes the press of Dismiss back. */
    keep: 'Do not dismiss',
    undo: 'Undo',
    dismissed: 'Dismissed',
    /** The last review, which can be undone. */
    reviewed: (review: string, students: readonly string[]) =>
      `${review}: ${students.length === 1 ? students.map(isolated).join('') : `${students.length} students`}`,
    newRows: (count: number) => `${count} new · show`,
    /** The list is empty, and only some students' devices watch. */
    quietOf: (watching: number, count: number) =>
      watching === 0
        ? 'No student’s device is watching yet, so nothing can be noticed.'
        : `Nothing to look at among the ${watching} of ${count} students who are being watched.`,
  },

  lookNowKeys: {
    open: 'Order and keys of Look now',
    order: 'What is happening now comes first, then what repeats most, then the most recent.',
    reasons:
      'Dismiss what needs no attention, with a reason: the agent was mistaken, it was allowed, or you have settled it. The report does not count what was dismissed.',
    lead: 'These keys work while Look now has the focus.',
    keys: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['S', 'Mark as seen'],
      ['D', 'Dismiss'],
      ['U', 'Undo'],
      ['Enter', 'Open the student'],
      ['?', 'Show this list'],
    ],
    anywhere: 'Use these keys anywhere on this page',
    anywhereHint: 'Leave this off if you control the browser by speech.',
  },

  lesson: {
    layout: 'Layout',
    tiles: 'Tiles',
    list: 'List',
    order: 'Order',
    orders: { place: 'Place', need: 'Needs first' },
    arrange: 'Arrange',
    arranged: 'Done',
    arrangeHint: 'Press two seats to swap them, or drag one onto another. This browser keeps their places.',
    byName: 'Order by name',
    moveSeat: (student: string) => `Move ${isolated(student)}`,
    inLesson: 'in this lesson',
    inLastHour: 'in the last hour',
    legend: {
      toLookAt: 'to look at',
      unwatched: 'not watched',
      marks: (period: string) => `Marks count episodes ${period}. Solid: last 10 min.`,
      line: 'Line: the lesson. Solid: observed. Dotted: not observed.',
    },
    other: 'Other',
    /** A seat for screen readers. */
    seat: (student: string, facts: readonly string[]) => [isolated(student), ...facts].join('; '),
    /** Part of a seat: its signs, or that there are none. */
    signs: (signs: readonly string[], period: string) =>
      `${signs.length === 0 ? 'nothing' : signs.join(', ')} ${period}`,
    sign: (activity: string, count: number) => `${activity} ${count}`,
    observedShare: (observed: string, length: string) => `observed ${observed} of ${length}`,
    unobserved: 'not observed',
    recently: 'last one under 10 minutes ago',
    previous: 'Previous student',
    next: 'Next student',
    keys: 'The left and right arrow keys go to the previous and next student.',
    timeline: (detections: string) => `Timeline: ${detections}`,
    detections: (count: number) => (count === 1 ? '1 detection' : `${count} detections`),
    episodes: (count: number) => (count === 1 ? '1 episode' : `${count} episodes`),
    nothing: 'Nothing was reported about this student',
    older: (count: number) =>
      count === 1 ? '1 earlier detection is not shown.' : `${count} earlier detections are not shown.`,
    allLogsOf: (student: string) => `All logs of ${isolated(student)}`,
    lasted: (length: string) => `for ${length}`,
    dismissed: 'Dismissed',
    pictureOf: (student: string, time: string) => `${isolated(student)} at ${time}`,
  },

  lessons: {
    title: 'Lessons',
    latest: 'Latest lessons',
    loading: 'Loading lessons...',
    none: 'There have been no lessons yet.',
    noneHint: 'A lesson is recorded from Start Detection to Stop Detection.',
    lesson: 'Lesson',
    any: 'All lessons',
    unknown: 'Deleted lesson',
    failed: 'Failed to fetch the lessons.',
    running: (start: string) => `${start}, still running`,
    length: 'Length',
    minutes: (count: number) => `${count} min`,
    hours: (hours: number, minutes: number) => (minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`),
    lessThanMinute: 'under 1 min',
    stillRunning: 'Still running',
    detections: 'Detections',
    unreviewed: (count: number) => `${count === 1 ? '1 episode' : `${count} episodes`} not reviewed`,
    report: 'Lesson report',
  },

  lessonReport: {
    title: 'Lesson report',
    loading: 'Loading lesson report...',
    backToLogs: 'Back to Detection Logs',
    backToLessons: 'Back to Lessons',
    absent: 'This server does not record lessons, so there are no lesson reports.',
    notFound: 'This lesson does not exist. It may have been deleted.',
    retry: 'Retry',
    running: 'This lesson is still running. The report is updated as the lesson goes on.',
    print: 'Print',
    showLogs: 'Show the logs',
    summary: 'Summary',
    pageTitle: (section: string, lesson: string) => `Lesson report, ${section}, ${lesson}`,
    during: (period: string, length: string) => `${period} (${length})`,
    who: (students: string, groups: readonly string[]) => `${students}: ${groups.join(', ')}.`,
    withEpisodes: (count: number) => `${count} with episodes`,
    withDismissed: (count: number) => `${count} with dismissed episodes only`,
    quiet: (count: number) => `${count} quiet`,
    quietObserved: (count: number) => `${count} quiet while observed`,
    unobserved: (count: number) => `${count} not observed`,
    unwatched: (count: number) => `${count} not watched`,
    left: (count: number) =>
      count === 1 ? '1 of them is no longer in this section.' : `${count} of them are no longer in this section.`,
    start: 'Start',
    end: 'End',
    dismissed: 'Dismissed',
    notCounted: (count: number) => `${count}, not counted`,
    watched: 'Watched',
    notRecorded: 'Not recorded',
    watchedFor: (watched: string, length: string) => `${watched} of ${length}. It is not recorded who.`,
    neverWatched: 'Not at all',
    unwatchedHint: 'No student’s device reported in this lesson.',
    reporting: 'Devices are reporting',
    timeZone: (zone: string) => `Times are those of ${zone}.`,
    students: 'Students',
    noStudents: 'Nothing was received in this lesson.',
    hasLeft: 'No longer in this section',
    reviews: (seen: number, open: number, dismissed: number) =>
      [
        ...(seen > 0 ? [`${seen} seen`] : []),
        ...(open > 0 ? [`${open} not reviewed`] : []),
        ...(dismissed > 0 ? [`${dismissed} dismissed, not counted`] : []),
      ].join(' · '),
    seenBar: 'Seen',
    openBar: 'Not reviewed',
    episodes: 'Episodes',
    episodesHint: 'Detections of the same student and activity within a minute of each other count as one episode.',
    timeline: 'Timeline',
    timelineOf: 'Episodes over the time of the lesson, by student',
    quietTitle: (count: number) => `Quiet (${count})`,
    quietHint: 'Nothing was received from these students. This does not mean that nothing happened.',
    observed: (percent: number, students: string, length: string) =>
      `Observed ${percent} % of ${students} × ${length}, by the students’ own devices.`,
    coverageFailed: 'It could not be checked who was observed.',
    observedFor: (observed: string, length: string) => `Observed ${observed} of ${length}`,
    observedQuiet: 'Observed, nothing noticed',
    notObserved: 'Not observed',
    observedColumn: 'Observed',
    quietObservedTitle: (count: number) => `Quiet while observed (${count})`,
    quietObservedHint:
      'Nothing was received from these students while their devices watched. What they did in the rest of the time is not known.',
    unobservedTitle: (count: number) => `Not observed (${count})`,
    unobservedHint: 'No device watched these students, so it is not known what they did.',
    unwatchedTitle: (count: number) => `Not watched (${count})`,
    classNow: 'The class is listed as it is now.',
    pictures: 'Pictures',
    picturesHint: (shown: number, total: number) =>
      shown === total
        ? 'Select a picture to enlarge it.'
        : `One picture of each episode, ${shown} of ${total}. Select one to enlarge it.`,
    picturesMissing: (missing: number, total: number) =>
      `${missing} of ${total} ${total === 1 ? 'picture is' : 'pictures are'} missing here: they had not loaded when this was printed.`,
    notes: 'Notes',
  },

  deleteLesson: {
    title: 'Delete this lesson',
    hint: 'Its detection logs and pictures will be deleted too. This cannot be undone.',
    running: 'This lesson is still running. It can be deleted once detection has been stopped.',
    open: 'Delete lesson',
    lead: (lesson: string, detections: string) =>
      `The lesson of ${lesson} will be deleted with all that was recorded in it: ${detections} and their pictures. This cannot be undone.`,
    submit: 'Delete for good',
    submitting: 'Deleting…',
    cancel: 'Cancel',
    failed: 'Failed to delete the lesson. Please try again.',
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

  pictureSetting: {
    title: 'Pictures from students’ devices',
    label: 'Ask students for a picture with each report',
    hint: 'Each student may say yes or no. After a yes, one small picture comes with each report of nobody or several people in view.',
    running: 'Off holds at once. On holds for students who agree from now on.',
    failed: 'Failed to save your choice about pictures. Please try again.',
  },

  kindSetting: {
    title: 'What students’ devices report',
    hint: 'Students are told. Off holds at once; what other agents report is not affected.',
    kinds: {
      no_face: { name: 'Nobody in view', hint: 'No face was found for 8 seconds.' },
      multiple_faces: {
        name: 'Several people',
        hint: 'Somebody else was in view for 5 seconds. Switch it off if you sit close together.',
      },
      suspicious_application: { name: 'Left the page', hint: 'Another window or tab was in use for 3 seconds.' },
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

  logout: {
    title: 'Detection is still running',
    lead: (sections: readonly string[]) =>
      `Detection is active in ${sections.includes('') ? within('') : sections.map(isolated).join(', ')}.`,
    stopFirst: 'Stop and log out',
    stopping: 'Stopping…',
    keepRunning: 'Log out, keep it running',
    cancel: 'Cancel',
    savingTitle: 'Your last change is still being saved',
    savingLead: 'You will be logged out as soon as it is saved.',
    now: 'Log out without waiting',
    stay: 'Stay logged in',
  },

  /** Shown when the teacher has left the page where they made the change. */
  writes: {
    createSection: (section: string) => `${isolated(section)} was created.`,
    renameSection: (section: string) => `${first(section)} was renamed.`,
    chooseReportedKind: (section: string) => `Your choice about reports in ${within(section)} was saved.`,
    askForPictures: (section: string) => `Your choice about pictures in ${within(section)} was saved.`,
    deleteSection: (section: string) => `${first(section)} was deleted.`,
    addToDirectory: (_: string, count: number) =>
      count === 1 ? '1 person is in the school’s directory now.' : `${count} people are in the school’s directory now.`,
    addStudents: (section: string, count: number) =>
      count === 1
        ? `1 student was added to ${within(section)}.`
        : `${count} students were added to ${within(section)}.`,
    /** The server added only some. */
    partlyAdded: (section: string, taken: number, asked: number) =>
      `${taken} of ${asked} ${asked === 1 ? 'student was' : 'students were'} added to ${within(section)}. Please check its student list.`,
    removeStudent: (section: string) => `1 student was removed from ${within(section)}.`,
    startDetection: (section: string) => `Detection was started in ${within(section)}.`,
    stopDetection: (section: string) => `Detection was stopped in ${within(section)}.`,
    extendLesson: (section: string) => `The lesson of ${within(section)} ends later now.`,
    reviewLogs: (section: string) => `Your review in ${within(section)} was saved.`,
    deleteLogs: (section: string, count: number) =>
      count === 1
        ? `1 detection was deleted from ${within(section)}.`
        : `${count} detections were deleted from ${within(section)}.`,
    deleteLesson: (section: string) => `A lesson of ${within(section)} was deleted.`,
    inviteStudents: (section: string) => `Students can join ${within(section)} now.`,
    admitStudents: (section: string) => `Students were admitted to ${within(section)}.`,
    refuseStudents: (section: string) => `Students were turned away from ${within(section)}.`,
    excuseStudent: (section: string) => `A student of ${within(section)} was excused.`,
    endExcuse: (section: string) => `The excuse of a student of ${within(section)} was ended.`,
    sendLinks: (section: string) => `Links were mailed to students of ${within(section)}.`,
    revokeLink: (section: string) => `The link of a student of ${within(section)} was revoked.`,
    makeBadges: (section: string) =>
      `Badges of ${within(section)} were made, but nobody can print them now. Please make them again.`,
    revokeBadges: (section: string) => `Badges of ${within(section)} were revoked.`,
    changePassword: () => 'Your password was changed.',
    failed: (about: string, sentence: string) => `${first(about)}: ${sentence}`,
  },

  door: {
    invite: 'Invite',
    waiting: (count: number) => `${count} waiting`,
    title: 'Join this lesson',
    lead: (address: string) => `Open ${address} on your own device and type the code.`,
    hint: 'Best if the lesson needs nothing else on the device. Working in another window is reported as leaving the page.',
    /** Why the address is of little use to students. */
    insecure:
      'Cameras work only at an address that begins with https. At this one, students can attend, but nothing is watched.',
    ownDevice: 'This address works on this computer only. Other devices need one of your school’s network.',
    code: 'Code',
    qr: (address: string) => `QR code of ${address}`,
    preparing: 'Getting the code…',
    getCode: 'Get the code',
    failed: 'Failed to fetch who attends. Vigil tries again every few seconds.',
    admitAll: (count: number) => `Admit all (${count})`,
    refuseOthers: (count: number) => `Turn the others away (${count})`,
    refuseAll: 'Turn all others away',
    othersHidden: 'To see who else is waiting, end projector mode.',
    newCode: 'New code',
    newCodeHint: 'Students who attend or wait stay. The old code no longer works.',
    flooded: 'Somebody asks to join under several names. Ask each student for the number on their screen.',
    number: 'Number on the student’s screen',
    admitNumber: 'Admit',
    numberIs: (number: string) => `Number ${number}`,
    askNumber: (number: string) => `Ask for the number. It should be ${number}.`,
    devices: (count: number) => `${count} devices wait.`,
    whichNumber: 'Which number?',
    whichNumberOf: (name: string) => `Which number does ${isolated(name)} see?`,
    admitAs: (name: string, number: string) => `Admit ${isolated(name)} with the number ${number}`,
    outsiders: (count: number) => (count === 1 ? '1 other' : `${count} others`),
    moreOutsiders: (count: number) => `${count} more are not shown. Type the number on their screen.`,
    admit: (name: string) => `Admit ${isolated(name)}`,
    refuse: (name: string) => `Turn ${isolated(name)} away`,
    atTheDoor: 'At the door',
    nobody: 'Nobody is waiting.',
    isTaken: 'Already here on another device, which will be signed out.',
    isNew: 'Not in this section yet. Will be added.',
    isTwice: 'Waits on several devices.',
    typed: (typed: string) => `typed: ${isolated(typed)}`,
    isThis: (typed: string, name: string) =>
      `“${isolated(typed)}” was typed, but the directory has ${isolated(name)} here. Is it ${isolated(name)}?`,
    refuseThis: 'Turn away',
    turnAway: 'Turn the device away',
    somebodyElse: {
      replaced: 'Was the other device somebody else?',
      refused: 'Was it somebody else?',
      yes: 'Yes, delete what it reported',
      no: (name: string) => `No, it was ${isolated(name)}`,
    },
    cancel: 'Cancel',
    /** What a student's device does. */
    states: {
      watching: () => '',
      admitted: () => 'getting ready',
      unwatched: () => 'attends without the camera',
      paused: (reason: string) => (reason === '' ? 'paused' : `paused: ${isolated(reason)}`),
      no_picture: () => 'no picture',
      dark: () => 'picture too dark',
      hidden: () => 'page hidden',
      offline: () => 'device is silent',
      left: () => 'has left',
      refused: () => 'turned away',
      knocking: () => '',
    },
    absent: 'has not joined',
    unwatched: (state: string) => `not watched: ${state}`,
    attending: (watched: number, total: number) => `watching ${watched} of ${total}`,
    inviteFailed: 'Failed to get the code. Please try again.',
    admitFailed: 'Failed to admit. Please try again.',
    refuseFailed: 'Failed to turn away. Please try again.',
    links: {
      title: 'Links by mail',
      lead: 'Each student gets a link of their own. It admits them once, without a code, and ends with the lesson.',
      sendAll: (count: number) => `Send links by mail (${count})`,
      allSent: 'Everybody who has not joined has a link.',
      allHere: 'Everybody has joined.',
      send: 'Send',
      sendAgain: 'Send again',
      sendTo: (label: string, name: string) => `${label} to ${isolated(name)}`,
      revoke: 'Revoke',
      revokeOf: (name: string) => `Revoke the link of ${isolated(name)}`,
      none: 'No link',
      state: {
        waiting: () => 'Waiting to be sent',
        sent: (time: string) => `Sent ${time}`,
        failed: () => 'Not delivered. Check the email.',
        used: () => 'Opened',
        revoked: () => 'Revoked',
      },
      notSent: (count: number, detail: string) =>
        count === 1 ? detail : `${count} students were not sent a link. The first: ${detail}`,
      sendFailed: 'Failed to send the links. Please try again.',
      revokeFailed: 'Failed to revoke the link. Please try again.',
    },
    /** Said of the device in a lesson. */
    cameBy: { badge: 'Joined with a badge.', link: 'Joined by a mailed link.' },
    badges: {
      title: 'Badges',
      lead: 'A badge is a printed QR code. A student who scans it joins any lesson of this section that is running, without a code or an email.',
      warning:
        'Anyone with a badge can join as that student. If one is lost, revoke it or make a new one: the old one stops working at once.',
      loading: 'Checking who has a badge…',
      failed: 'Failed to check who has a badge.',
      retry: 'Try again',
      count: (have: number, students: number) =>
        `${have} of ${students} ${students === 1 ? 'student' : 'students'} ${have === 1 || students === 1 ? 'has' : 'have'} a badge.`,
      make: (count: number) => `Make and print badges (${count})`,
      makeAllNew: (count: number) => `Make all new (${count})`,
      revokeAll: (count: number) => `Revoke all (${count})`,
      makeOne: 'Make',
      makeOneNew: 'Make new',
      makeFor: (label: string, name: string) => `${label}: badge of ${isolated(name)}`,
      revoke: 'Revoke',
      revokeOf: (name: string) => `Revoke the badge of ${isolated(name)}`,
      none: 'No badge',
      made: (date: string) => `Made ${date}`,
      used: (date: string) => `last used ${date}`,
      ready: (count: number) =>
        `${count === 1 ? '1 badge' : `${count} badges`} can be printed until you leave this page, and not afterwards.`,
      printAgain: (count: number) => `Print again (${count})`,
      confirmNew: (count: number) =>
        count === 1
          ? 'The old badge stops working. Its student needs the new one.'
          : `The ${count} old badges stop working. Their students need the new ones.`,
      confirmRevoke: (count: number) =>
        count === 1
          ? 'The badge stops working. A student in a lesson stays in it.'
          : `All ${count} badges stop working. Students in a lesson stay in it.`,
      cancel: 'Cancel',
      /** On paper. */
      scan: 'Scan this to join your lesson',
      qr: (name: string) => `Badge of ${isolated(name)}`,
      link: 'Print badges',
      makeFailed: 'Failed to make the badges. Please try again.',
      revokeFailed: 'Failed to revoke. Please try again.',
    },
  },

  excuse: {
    open: 'Excuse',
    title: (name: string) => `Excuse ${isolated(name)}`,
    reason: 'Reason',
    hint: 'Such as “toilet”. Nothing is recorded of the student meanwhile.',
    minutes: (minutes: number) => `${minutes} min`,
    cancel: 'Cancel',
    until: (time: string, reason: string) => `Excused until ${time}${reason === '' ? '' : ` (${isolated(reason)})`}.`,
    back: 'Back',
    isBack: (name: string) => `${isolated(name)} is back`,
    /** On a seat. */
    seat: (time: string) => `Excused ${time}`,
    fact: (time: string) => `excused until ${time}`,
    /** In a report. */
    during: (period: string, reason: string) => `Excused ${period}${reason === '' ? '' : ` (${isolated(reason)})`}`,
    failed: 'Failed to excuse the student. Please try again.',
    endFailed: 'Failed to end the excuse. Please try again.',
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

  roster: {
    title: 'Manage Students',
    addTitle: 'Add students',
    backToSection: 'Back to Section',
    search: 'Search students',
    searchHint: 'Type at least 2 characters of a name or email.',
    searching: 'Searching…',
    searchFailed: 'Failed to search students. Please try again.',
    nobodyFound: (query: string) => `Nobody found for “${query}”.`,
    nobodyFoundHint: 'Ask your school’s IT support to add them to the directory.',
    nobodyFoundButMayAdd: 'To add someone new, choose “Paste a list” and give their name and email.',
    results: 'Search results',
    shown: (shown: number, total: number) => (shown < total ? `${shown} of ${total} shown` : `${shown} shown`),
    shownOfMore: (shown: number) => `${shown} shown. There may be more.`,
    selectShown: (count: number) => (count === 1 ? 'Select the 1 shown' : `Select all ${count} shown`),
    selectName: (name: string) => `Select ${isolated(name)}`,
    enrolled: 'In this section',
    selected: 'Selected',
    selection: (count: number) => `Selected students (${count})`,
    nobodySelected: 'Nobody selected yet.',
    unselect: (name: string) => `Remove ${isolated(name)} from the selection`,
    add: 'Add Selected Students',
    adding: 'Adding…',
    added: 'Students added successfully!',
    addFailed: 'Failed to add students. Please try again.',
    partlyAdded: (asked: number, notTaken: readonly string[]) =>
      `${asked - notTaken.length} of ${asked} ${asked === 1 ? 'student was' : 'students were'} added. Not added: ${notTaken.join(', ')}`,
    current: (count: number) => `Current Students (${count})`,
    remove: 'Remove',
    removeName: (name: string) => `Remove ${isolated(name)}`,
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
    list: 'Names and emails',
    hint: 'One student per line, such as “Ada Lovelace <ada@school.example>”, or columns copied from a spreadsheet. Only names or only emails will do.',
    chooseFile: 'Choose a CSV file',
    reading: 'Reading the file…',
    fileTooLarge: 'This file is too large for a list of students. Please paste the list instead.',
    fileUnreadable: 'This file could not be read. Please paste the list instead.',
    fileNotText: 'This is not a text file. Please save it as CSV, or copy the list and paste it.',
    noPeople: 'This list contains no names and no emails.',
    tooMany: (count: number, most: number) =>
      `This list has ${count} people. Up to ${most} can be checked at once; please paste it in parts.`,
    check: 'Check the list',
    edit: 'Change the list',
    checking: (count: number) => (count === 1 ? 'Checking 1 person…' : `Checking ${count} people…`),
    progress: (checked: number, count: number) => `${checked} of ${count} checked`,
    reviewed: (found: number, count: number) => `${found} of ${count} found`,
    found: (count: number) => `Found (${count})`,
    foundByName: (count: number) => `Found by name (${count})`,
    foundByNameHint: 'The list has no emails for these. Please check that these are the right people.',
    enrolled: (count: number) => `Already in this section (${count})`,
    several: (count: number) => `To choose (${count})`,
    severalHint: 'More than one student may be meant. Choose which one to add.',
    nobody: 'Nobody',
    candidate: (name: string, email: string, isEnrolled: boolean) =>
      `${isolated(name)} · ${email}${isEnrolled ? ' · in this section' : ''}`,
    newcomers: (count: number) => `New to the school’s directory (${count})`,
    newcomersHint: 'Nobody has these emails yet. Once added, every teacher at your school can find them.',
    unnamedHint: 'Type a name for each email to add.',
    nameOf: (email: string) => `Name for ${email}`,
    addToDirectory: (count: number) =>
      count === 1 ? 'Add 1 new person to the school’s directory' : `Add ${count} new people to the school’s directory`,
    adding: 'Adding to the directory…',
    directory: 'The school’s directory',
    added: (count: number) =>
      count === 1
        ? '1 person was added to the school’s directory.'
        : `${count} people were added to the school’s directory.`,
    existing: (count: number) =>
      count === 1
        ? '1 person was there already and keeps the name there.'
        : `${count} people were there already and keep the names there.`,
    addFailed: 'Nobody was added to the school’s directory. Please try again.',
    addNotOffered: 'People can’t be added to the directory here. Please ask your school’s IT support.',
    missing: (count: number) => `Not found (${count})`,
    missingHint: 'Ask your school’s IT support to add these people to the directory, then check the list again.',
    incompleteHint: 'These emails are not complete, so nobody can be added with them.',
    missingNameHint: 'Nobody in the directory has these names. Add their emails to the list, and you can add them.',
    failed: (count: number) => `Not checked (${count})`,
    failedHint: 'The server did not answer for these.',
    retry: 'Try again',
    heading: (line: string) => `The first line was read as column headings: ${line}`,
    repeated: (count: number) => `Listed more than once (${count})`,
    unread: (count: number) => `Lines without a name or an email (${count})`,
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show fewer',
    left: (count: number) =>
      count === 1 ? 'This leaves out 1 person on the list.' : `This leaves out ${count} people on the list.`,
    add: (count: number) => (count === 1 ? 'Add 1 student' : `Add ${count} students`),
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
    partly: (there: number, total: number) => `${there} of ${total} logs are here so far; filters apply to these only.`,
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
    answered: (student: string, answer: string) => `${isolated(student)} answered: ${isolated(answer)}`,
    source: 'Reported by',
    simulated: 'Simulated',
    clockWasOff: (minutes: number, isFast: boolean) =>
      `clock was ${minutes} min ${isFast ? 'fast' : 'slow'}, time corrected`,
    noScreenshot: 'None',
    /** Begins with `noScreenshot`, which is what is seen. */
    showDetails: (student: string) => `None. Show the details of ${isolated(student)}`,
    showScreenshot: (student: string) => `Show the screenshot of ${isolated(student)}`,
    screenshotOf: (student: string) => `Screenshot of ${isolated(student)}`,
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
    reviews: { '': 'All reviews', none: 'Not reviewed', seen: 'Seen', dismissed: 'Dismissed' },
    text: 'Search the logs',
    more: (count: number) => (count === 0 ? 'More' : `More (${count})`),
    sort: 'Sort by',
    sorts: { newest: 'Newest first', oldest: 'Oldest first', student: 'Student', type: 'Activity' },
    choice: (label: string, count: number) => `${isolated(label)} (${count})`,
    matching: (found: number, total: number) => `${found} of ${total} logs match these filters.`,
    none: 'No logs match these filters',
    clear: 'Clear filters',
  },

  desktop: {
    open: 'Notifications',
    switch: 'Desktop notifications',
    hint: 'Tell me about new detections while I look at something else, at most once a minute.',
    asking: 'Your browser is asking for your permission.',
    denied: 'Your browser blocks notifications from this site. Allow them in its settings, then switch them on here.',
    unsupported: 'This browser cannot show notifications.',
    news: (section: string, count: number) =>
      count === 1 ? `1 new detection in ${isolated(section)}` : `${count} new detections in ${isolated(section)}`,
  },

  viewer: {
    withoutPicture: (student: string) => `Detection of ${isolated(student)}`,
    previous: 'Previous',
    next: 'Next',
    position: (position: number, total: number) => `${position} of ${total}`,
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    ownSize: '100 %',
    picture: 'Picture',
    noPicture: 'No picture was taken.',
    keys: 'S marks as seen, D dismisses. Then the next one comes.',
  },

  review: {
    note: 'Note',
    noteHint: 'Saving a note marks the detection as seen.',
    saveNote: 'Save note',
    saving: 'Saving…',
    saved: 'Saved.',
    unsaved: 'This note is not saved yet.',
    failed: 'Your review could not be saved. Please try again.',
    partlyFailed: (left: number, total: number) =>
      `The review of ${left} of ${total} detections could not be saved. Please try again.`,
    gone: (count: number) =>
      count === 1
        ? 'This detection has been deleted in the meantime.'
        : 'Some of these detections have been deleted in the meantime. Please try again.',
    delete: 'Delete',
    deleteTitle: 'Delete this detection?',
    deleteLead: (student: string, time: string) =>
      `This detection of ${isolated(student)} (${time}) will be deleted with its picture and your note. This cannot be undone.`,
    confirmDelete: 'Delete detection',
    cancel: 'Cancel',
    deleted: 'The detection was deleted.',
    deleteFailed: (count: number) =>
      `The ${count === 1 ? 'detection' : 'detections'} could not be deleted. Please try again.`,
    partlyDeleted: (left: number, total: number) =>
      `${left} of ${total} detections could not be deleted. Please try again.`,
  },

  selection: {
    title: 'Selection',
    log: (student: string, time: string) => `Select the detection of ${isolated(student)}, ${time}`,
    page: 'Select all on this page',
    selected: (count: number) => `${count} selected`,
    /** Offered when the whole page is selected. A selection has a limit. */
    all: (count: number, found: number) => (count < found ? `Select the first ${count}` : `Select all ${count}`),
    clear: 'Clear selection',
    seen: 'Seen',
    dismiss: 'Dismiss',
    delete: 'Delete',
    saving: 'Saving…',
    deleting: 'Deleting…',
    reviewed: (count: number) => (count === 1 ? '1 review was saved.' : `${count} reviews were saved.`),
    /** The last review, which can be undone. */
    undoable: (review: string, count: number) => `${review}: ${count}`,
    undo: 'Undo',
    undoing: 'Undoing…',
    undone: (count: number) => (count === 1 ? '1 review was undone.' : `${count} reviews were undone.`),
    deleted: (count: number) => (count === 1 ? '1 detection was deleted.' : `${count} detections were deleted.`),
    waiting: (count: number) => `${count} new, shown when nothing is selected`,
    deleteTitle: (count: number) => (count === 1 ? 'Delete this detection?' : `Delete ${count} detections?`),
    deleteLead: (count: number) =>
      count === 1
        ? 'This detection will be deleted with its picture and your note. This cannot be undone.'
        : 'These detections will be deleted with their pictures and your notes. This cannot be undone.',
    confirmDelete: (count: number) => (count === 1 ? 'Delete detection' : `Delete ${count} detections`),
    cancel: 'Cancel',
  },

  export: {
    submit: 'Save as CSV',
    separators: {
      ',': { label: 'With commas', hint: 'For Google Sheets, and for Excel in English' },
      ';': { label: 'With semicolons', hint: 'For Excel in German, French, Spanish and many other languages' },
    },
    failed: 'The file could not be created. Please check your connection and try again.',
    timeZone: 'Time zone',
    email: 'Email',
    note: 'Note',
    /** Drops characters that some systems do not allow in file names. */
    fileName: (section: string) => `${section.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-logs.csv`,
  },
} as const;
