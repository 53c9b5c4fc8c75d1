/** What pages for parents and for teachers say alike. The names of the kinds are the specification's. */
export const english = {
  howDetectionWorks: 'How detection works',
  kinds: {
    multiple_faces: 'Multiple Faces',
    no_face: 'No Face Detected',
    suspicious_application: 'Suspicious Application',
    left_page: 'Left the page',
  },
  /** What was measured. The durations are those of the students’ page. */
  meanings: {
    no_face: 'No face was found in the camera’s picture; on a student’s own device, for at least 8 seconds.',
    multiple_faces:
      'More than one face was found in the camera’s picture; on a student’s own device, for at least 5 seconds.',
    left_page: 'The page that watches was not in front for at least 3 seconds: another window or tab was in use.',
    suspicious_application: 'A program of the school reported that a program was open which it does not expect.',
  },
} as const;
