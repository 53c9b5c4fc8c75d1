import { isolated } from '../../machines/app/isolated';

export const words = {
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
    resume: 'Resume',
    resuming: 'Resuming…',
    resumeLong: 'Resume the lesson with the same code and devices',
    resumeFailed: 'Failed to resume the lesson. Please try again.',
    pause: 'Pause',
    pauseLong: 'Pause the class',
    pauseReasons: ['Fire drill', 'Group work', 'Break'],
    pauseWithoutReason: 'Without a reason',
    pauseFailed: 'Failed to pause the class. Please try again.',
    paused: 'Paused',
    pausedSince: (time: string, reason: string) => `${reason === '' ? '' : `${isolated(reason)}, `}since ${time}`,
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
    /** At the door of another running section. */
    waitIn: (count: number, section: string) => `${count === 1 ? '1 waits' : `${count} wait`} in ${isolated(section)}`,
    waitElsewhere: (count: number) => `${count} wait in other sections`,
    othersRunning: (count: number) =>
      count === 1 ? '1 other section is running' : `${count} other sections are running`,
    stoppedElsewhere: 'Stopped elsewhere',
    endedAt: (time: string) => `ended at the bell, ${time}`,
    stoppedAt: (time: string) => `stopped at ${time}`,
    stoppedAfter: (time: string, length: string) => `stopped at ${time} (${length})`,
    waiting: (count: number) =>
      count === 1 ? 'one change waits for the network' : `${count} changes wait for the network`,
    lastKnown: (isActive: boolean, time: string) => `last known: ${isActive ? 'active' : 'not active'} at ${time}`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
  },

  /** What is known about who watches a section. */
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
    paused: {
      sentence: 'The class is paused, so nothing is being detected.',
      hint: 'Resume the lesson to watch this section again.',
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
} as const;
