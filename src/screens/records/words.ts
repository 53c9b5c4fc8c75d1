import { isolated } from '../../machines/app/isolated';

export const words = {
  review: {
    undo: 'Undo',
    /** The last review, which can be undone. */
    reviewed: (review: string, students: readonly string[]) =>
      `${review}: ${students.length === 1 ? students.map(isolated).join('') : `${students.length} students`}`,
    note: 'Note',
    noteHint: 'Enter saves the note and marks the detection as seen.',
    noteKey: 'Enter saves the note.',
    saveNote: 'Save note',
    saving: 'Saving…',
    waits: 'Waits for the network.',
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
} as const;
