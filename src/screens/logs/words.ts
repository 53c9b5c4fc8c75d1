import { isolated } from '../../machines/app/isolated';
import type { ReviewState } from '../../services/app/types';

export const words = {
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
    reviews: { '': 'All reviews', none: 'Not reviewed', seen: 'Seen', dismissed: 'Dismissed' } satisfies Record<
      ReviewState | 'none' | '',
      string
    >,
    text: 'Search the logs',
    more: (count: number) => (count === 0 ? 'More' : `More (${count})`),
    sort: 'Sort by',
    sorts: { newest: 'Newest first', oldest: 'Oldest first', student: 'Student', type: 'Activity' },
    choice: (label: string, count: number) => `${isolated(label)} (${count})`,
    matching: (found: number, total: number) => `${found} of ${total} logs match these filters.`,
    none: 'No logs match these filters',
    clear: 'Clear filters',
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
    keys: 'S marks as seen, D dismisses. Then the next one opens.',
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
