import type { FailureKind, PictureFault } from './failure';
import type { ActivityType } from './services/types';

/** Formats milliseconds as "12 s" or "2 min 5 s". */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** All texts of the students' page. */
export const messages = {
  product: 'Vigil',
  pageTitle: (view: string) => `${view} · Vigil`,
  failed: 'This did not work. Please try again.',
  unanswered: 'The server is not responding. Check your connection and try again.',
  tooMany: 'Too many attempts. Wait a minute and try again.',
  code: {
    title: 'Join a lesson',
    lead: 'Type the code that your teacher shows.',
    label: 'Code',
    malformed: 'A code has six letters or digits.',
    unknown: 'No lesson has this code. Check it with your teacher.',
    join: 'Continue',
    checking: 'Looking for the lesson…',
    recalling: 'One moment…',
  },
  elsewhere: {
    title: 'The lesson is open in another tab',
    lead: 'Only one tab can attend for you, and this one is not watching. Close the other tab, or continue here.',
    use: 'Use this tab',
  },
  naming: {
    title: 'Who are you?',
    lesson: (section: string, subject: string, teacher: string) =>
      [section, subject, teacher].filter((part) => part !== '').join(' · '),
    lead: 'Choose your name.',
    nobody: 'Nobody is on the list yet.',
    stranger: 'My name is not here',
    strangerLead: 'Your teacher decides whether to add you.',
    name: 'Your name',
    email: 'Your school email',
    nameless: 'Type your name.',
    piledMarks: 'Your name has too many marks on one letter. Type it again.',
    emailInvalid: 'Type your email, such as ada@school.example.',
    list: 'Back to the list of names',
    ask: 'Ask to join',
    asking: 'Asking…',
    again: 'Another code',
  },
  linked: {
    checking: 'Looking for your lesson…',
    title: (name: string) => `You are ${name}`,
    lead: 'This link was mailed to you. It works once, on one device.',
    badgeLead: 'This is your badge for every lesson of this class.',
    join: 'Join the lesson',
    joining: 'Joining…',
    stranger: 'That is not me',
    waiting: (name: string) => `${name}, no lesson is running now`,
    waitingLead: 'Keep this page open: it looks again every few seconds.',
    unanswered: 'The server is not responding',
    again: 'Try again',
    closed: 'This link or badge does not work',
    closedHelp: 'Ask your teacher for another one, or type the code that they show.',
  },
  door: {
    title: 'Waiting for your teacher',
    lead: (name: string) => `You asked to join as ${name}. Keep this page open.`,
    stranger: 'That is not me',
    number: 'If your teacher asks, your number is',
  },
  consent: {
    title: 'May this page watch with your camera?',
    what: 'What it looks for',
    ignored: (kinds: readonly string[]) =>
      `Your teacher has switched this off, so it is not reported: ${kinds.join(', ')}.`,
    whatText:
      'Whether nobody, one person or several people are in front of the camera, and whether you leave this page. Working in another window or tab counts as leaving it, for as long as you do so. It does not recognise who you are.',
    sent: 'What is sent',
    sentText: (asksForPictures: boolean) =>
      `Times and kinds, such as “nobody in view, 10:02, for 15 s”, and whether this page is watching. Never video. ${
        asksForPictures
          ? 'A picture only if you say yes below; all others stay on this device and are not kept.'
          : 'Never a picture. The pictures stay on this device and are not kept.'
      }`,
    whom: 'To whom',
    whomText: (teacher: string) =>
      `${teacher} sees it. These are hints, not a verdict: people decide. After the lesson this page shows you what was recorded, and you can answer.`,
    kept: 'How long it is kept',
    keptText: (days: number | null | undefined) => {
      if (days === undefined)
        return 'As long as your school keeps the records of its lessons. Ask your teacher for the exact time.';
      if (days === null) return 'Until your teacher or your school deletes it. Your school has set no time.';
      return `${days === 1 ? '1 day' : `${days} days`}, then it is deleted. Your teacher may delete it earlier.`;
    },
    leave: 'How to stop',
    leaveText: 'Pause or leave at any time with the buttons on this page. You can also attend without the camera.',
    pictures: 'May it also send a small picture with a report?',
    picturesText: (teacher: string) =>
      `${teacher} asks for one when nobody or several people are in view. It shows what your camera sees then, perhaps others too, and never your screen. You can attend just as well without, and change your mind at any time.`,
    picturesYes: 'Yes, send pictures',
    picturesNo: 'No, send none',
    give: 'I agree, use the camera',
    decline: 'Attend without the camera',
  },
  restarting: {
    title: 'No picture from the camera',
    lead: 'The camera and the detector are restarting. Your teacher sees “no picture”, not “absent”.',
  },
  preparing: { title: 'Getting ready', lead: 'Your browser may ask for the camera. Allow it for this page.' },
  watching: {
    title: 'You are in the lesson',
    pageTitle: 'Watching',
    video: 'Your camera',
    camera: 'Your camera. Nobody else sees it.',
    cameraWithPictures: 'Your camera. Your teacher sees only the pictures that go with reports.',
    sees: 'What this page sees now',
    arranging: 'Put the device so that you see your whole face in the oval. Nothing is reported before that.',
    appearing: 'Good. Stay like this for 2 seconds.',
    partly: 'Part of your face. Put the device so that you see your whole face.',
    awaited: 'The first picture has not come yet.',
    blindLead: 'Your teacher sees “no picture”, not “absent”. Watching resumes as soon as pictures arrive.',
    present: 'One person.',
    vanishing: 'Nobody. This is reported after 8 seconds.',
    absent: 'Nobody. This was reported.',
    crowding: 'Several people. This is reported after 5 seconds.',
    several: 'Several people. This was reported.',
    returning: 'You are back.',
    dimming: 'The picture is very dark.',
    dark: 'It is too dark to see you, or the light is behind you. Your teacher sees “dark”, not “absent”.',
    hidden: 'This page is hidden. Your teacher sees “hidden”.',
    ignored: {
      no_face: 'Nobody. This is not reported in this lesson.',
      multiple_faces: 'Several people. This is not reported in this lesson.',
      left_page: 'You left this page. This is not reported in this lesson.',
    } satisfies Record<ActivityType, string>,
    leaving: 'You left this page. This is reported after 3 seconds.',
    away: 'You left this page. This was reported.',
    pauseReason: 'Reason, such as “back at 10:20”',
    pause: 'Pause',
    withoutCamera: 'Continue without the camera',
  },
  pictures: {
    title: 'Pictures',
    sent: 'When nobody or several people are in view, one small picture goes with the report.',
    stop: 'Stop sending pictures',
    none: 'Your teacher asks for a small picture with each report. You send none.',
    send: 'Send pictures',
  },
  paused: {
    title: 'Paused',
    lead: (reason: string) =>
      reason === ''
        ? 'The camera is off. Your teacher sees “paused”.'
        : `The camera is off. Your teacher sees “${reason}”.`,
    goOn: 'Continue',
  },
  excused: {
    title: (time: string) => `Excused until ${time}`,
    lead: 'The camera is off and nothing is reported. Watching resumes at that time, or when your teacher says that you are back.',
  },
  classPaused: {
    title: 'Your teacher has paused the lesson',
    lead: (reason: string) =>
      `${reason === '' ? '' : `${reason}. `}The camera is off and nothing is reported. Keep this page open: it continues by itself.`,
  },
  endsSoon: 'The lesson ends in about a minute.',
  unwatched: {
    title: 'You attend without the camera',
    lead: 'Your teacher sees “not watched”, nothing more. Keep this page open.',
    review: 'Use the camera after all',
  },
  camera: {
    refused: 'The browser does not allow the camera. Allow it in the address bar, then try again.',
    deniedBySystem:
      'The device does not let the browser use the camera. Allow it in the privacy settings of Windows or macOS, then try again.',
    missing: 'No camera was found. Connect one and try again, or attend without it.',
    detector:
      'The program that looks at the pictures could not be loaded. Check your connection and try again, or attend without the camera.',
    failed: 'The camera could not be started. Another program may be using it.',
    insecureTitle: 'This address has no camera',
    insecure:
      'The camera works only at an address that begins with https. Tell your teacher, or attend without the camera.',
    unsupported: 'This browser cannot watch. Use a current Chrome or Edge on a computer, or attend without the camera.',
    /** Why no new picture is looked at. */
    fault: {
      camera: 'The camera is on but sends no new pictures. Unplug it and plug it in again, or restart the device.',
      muted: 'The browser or the device holds the camera’s pictures back. Switch the camera on there.',
      still:
        'The camera sends the same picture again and again. Unplug it and plug it in again, or choose another one.',
      watcher: 'This device is too busy to look at the pictures. Close other programs and tabs.',
    } satisfies Record<PictureFault, string>,
    lostTitle: 'The camera has stopped',
    lost: 'Your teacher sees “not watched”, not “absent”. Connect the camera and try again.',
    refusedTitle: (kind: FailureKind) => {
      if (kind === 'refused') return 'The camera is not allowed';
      if (kind === 'missing') return 'There is no camera';
      return kind === 'unsupported' ? 'The camera cannot be used here' : 'The camera could not be started';
    },
    retry: 'Try again',
    choice: 'Camera',
    none: 'None is open',
    unnamed: (number: number) => `Camera ${number}`,
  },
  reports: {
    title: 'What was reported',
    none: 'Nothing.',
    waiting: 'not sent yet',
    dropped: 'not accepted',
    excused: 'not recorded, you were excused',
    picture: 'with a picture',
    kind: {
      no_face: 'Nobody in view',
      multiple_faces: 'Several people in view',
      left_page: 'Left the page',
    } satisfies Record<ActivityType, string>,
    row: (time: string, kind: string, lasted: string | null) =>
      `${time} · ${kind}${lasted === null ? '' : ` for ${lasted}`}`,
  },
  offline: 'No connection. What is noticed is kept and sent later.',
  leave: {
    ask: 'Leave the lesson',
    title: 'Leave the lesson?',
    lead: 'Nothing is watched after that, and your teacher sees that you left. What was reported until now stays with your teacher, and this page will not show it to you after the lesson. To come back, you join again.',
    doorLead: 'You no longer wait for your teacher. To come back, you join again.',
    confirm: 'Leave',
    stay: 'Stay',
  },
  leaving: 'Leaving…',
  over: {
    ended: 'The lesson is over',
    endedLead:
      'You are no longer being watched. If your teacher resumes the lesson within an hour, this page does, too. You can close it.',
    left: 'You have left the lesson',
    leftLead:
      'You are no longer being watched. To come back, type the code or scan your badge again. If you are in the lesson when it ends, you see what was recorded.',
    refused: 'You are not in this lesson',
    refusedLead:
      'Your teacher did not let this device in, or ended its attendance. You are not being watched. Ask your teacher, and check that you chose your own name.',
    takenOver: 'Another device is attending for you',
    takenOverLead:
      'Only one device can attend for you, so this one has stopped. If the other one is not yours, tell your teacher.',
    forgotten: 'This page is no longer in the lesson',
    forgottenLead:
      'You are no longer being watched. You may have left in another tab, or the lesson or your record was deleted. If the lesson is still running, type its code again.',
    again: 'Type a code',
  },
  receipt: {
    fetching: 'Fetching what was recorded…',
    postponed: 'The server is not responding. What was recorded appears as soon as it does.',
    lead: 'You are no longer being watched. This is what was recorded about you.',
    hints: (teacher: string) =>
      `These are hints, not a verdict. They are not added up to a score, and nothing happens automatically: ${teacher} decides.`,
    logs: 'What was recorded',
    none: 'Nothing.',
    more: (count: number) => `${count} later ones are not shown here.`,
    row: (times: string, kind: string) => `${times} · ${kind}`,
    source: (source: string) => `Reported by ${source}.`,
    picture: 'With a picture.',
    pictureOf: (name: string) => `Picture that was kept: ${name}`,
    review: {
      none: (teacher: string) => `${teacher} has not marked it as seen.`,
      seen: (by: string) => `${by} has marked it as seen.`,
      dismissed: (by: string) => `${by} has dismissed it.`,
    },
    answered: (answer: string) => `You answered: ${answer}`,
    answer: 'What happened? Your teacher sees your answer next to the hint.',
    send: 'Send answer',
    change: 'Change answer',
    sending: 'Sending…',
    empty: 'Write your answer first.',
    watched: 'When you were watched',
    state: {
      watching: 'Watched',
      no_picture: 'No picture from the camera',
      unwatched: 'Without the camera',
      paused: 'Paused',
      dark: 'Too dark to see',
      hidden: 'Page hidden',
    },
    excused: (reason: string) => (reason === '' ? 'Excused' : `Excused: ${reason}`),
    unwatched: 'You were not watched for the rest of the lesson.',
    kept: 'How long it is kept',
    deleted: (date: string) => `It is deleted by ${date} at the latest.`,
    undated: 'It is kept until your teacher or your school deletes it.',
    closes: (time: string) => `You can read and answer it here until ${time}, in this tab only.`,
    refresh: 'Refresh',
    close: 'Close and forget it',
  },
};
