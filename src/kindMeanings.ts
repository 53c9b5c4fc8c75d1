import type { ActivityKind } from './services/app/types';

/** What was measured when something of a kind is reported, for teachers, students and parents. The durations are those of the students' page. */
export const kindMeanings = {
  no_face: 'No face was found in the camera’s picture; on a student’s own device, for at least 8 seconds.',
  multiple_faces:
    'More than one face was found in the camera’s picture; on a student’s own device, for at least 5 seconds.',
  left_page: 'The page that watches was not in front for at least 3 seconds: another window or tab was in use.',
  suspicious_application: 'A program of the school reported that a program was open which it does not expect.',
} satisfies Record<ActivityKind, string>;
