/** What the register of a lesson says of a student: to their teachers, and in their record to their parents. */
export const register = {
  attendance: 'Attendance',
  states: {
    present: 'Present',
    no_camera: 'Present, no camera',
    excused: 'Excused',
    absent: 'Absent',
    unknown: 'Not recorded',
    notHere: 'Not here yet',
  },
  lateBy: '{minutes} min late',
  leftEarly: 'left {minutes} min early',
  excusedWhole: 'whole lesson',
  excusedWholeFor: 'whole lesson: {reason}',
  excusedPart: 'excused for a part',
  excusedPartFor: 'excused for a part: {reason}',
  corrected: 'By hand, {by}, {at}: {reason}',
  was: 'Recorded: {state}',
  formerTeacher: 'a former teacher',
} as const;
