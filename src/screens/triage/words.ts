import { isolated } from '../../machines/app/isolated';

export const words = {
  lookNow: {
    offline: {
      sentence: 'You are offline, so nothing new can be shown.',
      hint: 'Vigil goes on by itself once you are back.',
    },
    title: 'Look now',
    toLookAt: (count: number) => `${count} to look at`,
    /** Beside how many there are. */
    ofThemNow: (count: number) => `, ${count} now`,
    now: 'now',
    ago: (age: string) => `${age} ago`,
    often: (count: number) => `${count} in 10 min`,
    seen: 'Seen',
    markSeen: (student: string, activities: string) => `Seen: ${isolated(student)}, ${activities}`,
    hasSeen: (student: string, activities: string) => `Marked as seen: ${isolated(student)}, ${activities}`,
    toLookAtOne: 'To look at',
    /** Told to screen readers from time to time: whom something happens to now, and how many there are. */
    spoken: (now: readonly string[], count: number) => {
      const named = now.slice(0, 3).map(isolated).join(', ');
      const others = now.length > 3 ? ` and ${now.length - 3} more` : '';
      return `${now.length > 0 ? `Now: ${named}${others}. ` : ''}Students to look at: ${count}`;
    },
    markAllSeen: 'Mark all seen',
    /** Asked if some are not in view. */
    markStudents: (count: number) => `Mark ${count} students as seen?`,
    markEpisodes: (count: number) => `Mark ${count} episodes as seen?`,
    notInView: (hidden: number) => (hidden === 1 ? '1 is not in view.' : `${hidden} are not in view.`),
    cancel: 'Cancel',
    /** How many rows are below those in view. */
    more: (count: number) => `${count} more`,
    dismiss: (student: string) => `Dismiss: ${isolated(student)}`,
    dismissOne: 'Dismiss',
    reasons: { mistake: 'Mistake', allowed: 'Allowed', settled: 'Settled' },
    /** Takes the press of Dismiss back. */
    keep: 'Do not dismiss',
    newRows: (count: number) => `${count} new · show`,
    /** The list is empty, and only some students' devices watch. */
    quietOf: (watching: number, count: number) =>
      watching === 0
        ? 'No student’s device is watching yet, so nothing can be noticed.'
        : `Nothing to look at among the ${watching} of ${count} students who are being watched.`,
  },

  lookNowKeys: {
    open: 'Order and keys of Look now',
    order:
      'What is happening now comes first, then who is furthest above the class’s median in the last 10 minutes, then the most recent.',
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

  room: {
    front: 'Front of the room',
    arrange: 'Arrange seats',
    hint: 'Drag students to their places, or press a student and then a place. Leave a column free for an aisle.',
    keys: 'With the keyboard: Enter picks a student up, the arrow keys carry them, Enter puts them down, and Escape puts them back.',
    undo: 'Undo',
    cancel: 'Cancel',
    save: 'Save',
    cell: (row: number, column: number) => `row ${row}, place ${column}`,
    seat: (student: string, cell: string) => `${isolated(student)}, ${cell}`,
    free: (cell: string) => `Free: ${cell}`,
    lifted: (student: string) => `${isolated(student)} picked up. Choose a place.`,
    putDown: (student: string, cell: string) => `${isolated(student)} put down: ${cell}`,
    putBack: (student: string, cell: string) => `${isolated(student)} put back: ${cell}`,
    moved: (student: string, cell: string) => `${isolated(student)}: ${cell}`,
    takes: (student: string, cell: string, other: string) =>
      `${isolated(student)}: ${cell}, where ${isolated(other)} sits`,
    swapped: (student: string, cell: string, other: string) =>
      `${isolated(student)}: ${cell}, swapped with ${isolated(other)}`,
    undone: 'The last move was undone.',
    discardTitle: 'Discard your changes?',
    discardHint: 'The seats stay as they were before you arranged them.',
    discard: 'Discard changes',
    keepArranging: 'Keep arranging',
    more: 'Scroll sideways for more',
    failed: 'The seats could not be saved. Please try again.',
    waiting: 'Not saved yet: there is no answer from the server. It will be tried again.',
    retry: 'Try now',
    outdated: 'Another teacher has saved other seats in the meantime. Yours are not saved.',
    overwrite: 'Save mine',
    takeTheirs: 'Show theirs',
  },

  lesson: {
    layout: 'Layout',
    tiles: 'Tiles',
    list: 'List',
    order: 'Order',
    orders: { name: 'Name', need: 'Needs first', room: 'Room' },
    inLesson: 'in this lesson',
    inLastHour: 'in the last hour',
    toLookAt: 'to look at',
    legend: {
      now: 'happening now',
      unwatched: 'not watched',
      marks: (period: string, isLive: boolean) =>
        `Marks count episodes ${period}.${isLive ? ' Filled: now.' : ''} Outlined: last 10 min, not reviewed.`,
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
} as const;
