import { isolated } from '../../machines/app/isolated';

/** Returns a section's name for use within a sentence. The name is empty while the list is unknown. */
const within = (section: string) => (section === '' ? 'one of your sections' : isolated(section));
/** Returns a section's name for the start of a sentence. */
const first = (section: string) => (section === '' ? 'One of your sections' : isolated(section));

export const words = {
  projector: {
    on: 'Names, pictures and notes are hidden.',
    showNames: 'Show names',
    ask: 'Show the names?',
    askText: 'Can the class see this screen? Names, pictures and notes are shown for 30 seconds.',
    cancel: 'Cancel',
    shown: 'Names, pictures and notes are shown for 30 seconds.',
    hideNames: 'Hide names',
    student: (number: number) => `Student ${number}`,
    hidden: 'Hidden',
    picture: 'This picture is hidden in projector mode. Show names to review it.',
    pictures: 'The pictures are hidden in projector mode.',
    roster: 'Students are added and removed by name. Turn projector mode off to do so.',
  },

  draft: {
    /** In a form that was closed before it was sent. */
    kept: 'You entered this before and did not send it. Cancel discards it.',
  },

  /** Shown when the teacher has left the page where they made the change. */
  writes: {
    createSection: (section: string) => `${isolated(section)} was created.`,
    renameSection: (section: string) => `${first(section)} was renamed.`,
    chooseReportedKind: (section: string) => `Your choice about reports in ${within(section)} was saved.`,
    askForPictures: (section: string) => `Your choice about pictures in ${within(section)} was saved.`,
    arrangeRoom: (section: string) => `The seats of ${within(section)} were saved.`,
    deleteSection: (section: string) => `${first(section)} was deleted.`,
    shareSection: (section: string) => `The teachers of ${within(section)} were changed.`,
    removeTeacher: (section: string) => `A teacher was removed from ${within(section)}.`,
    leaveSection: (section: string) => `You have left ${within(section)}.`,
    giveStudentEmail: (section: string) => `A student’s email was saved in ${within(section)}.`,
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
    pauseLesson: (section: string) => `The lesson in ${within(section)} was paused.`,
    resumeLesson: (section: string) => `The lesson in ${within(section)} was resumed.`,
    extendLesson: (section: string) => `The lesson in ${within(section)} was extended.`,
    reviewLogs: (section: string) => `Your review in ${within(section)} was saved.`,
    replyToAnswer: (section: string) => `Your reply in ${within(section)} was saved.`,
    describeLesson: (section: string) => `The title and note of a lesson in ${within(section)} were saved.`,
    deleteLogs: (section: string, count: number) =>
      count === 1
        ? `1 detection was deleted from ${within(section)}.`
        : `${count} detections were deleted from ${within(section)}.`,
    deleteLesson: (section: string) => `A lesson in ${within(section)} was deleted.`,
    inviteStudents: (section: string) => `Students can now join ${within(section)}.`,
    admitStudents: (section: string) => `Students were admitted to ${within(section)}.`,
    refuseStudents: (section: string) => `Students were turned away from ${within(section)}.`,
    excuseStudent: (section: string) => `A student in ${within(section)} was excused.`,
    endExcuse: (section: string) => `A student’s excuse in ${within(section)} was ended.`,
    correctRegister: (section: string) => `The register of ${within(section)} was corrected.`,
    sendLinks: (section: string) => `Links were mailed to students in ${within(section)}.`,
    revokeLink: (section: string) => `A student’s link to ${within(section)} was revoked.`,
    makeBadges: (section: string) =>
      `Badges for ${within(section)} were made, but can no longer be printed. Please make them again.`,
    revokeBadges: (section: string) => `Badges for ${within(section)} were revoked.`,
    changePassword: () => 'Your password was changed.',
    administer: (about: string) => `${about}: done.`,
    failed: (about: string, sentence: string) => `${first(about)}: ${sentence}`,
  },
} as const;
