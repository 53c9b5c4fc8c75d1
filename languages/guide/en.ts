/** The texts of `/how-detection-works`, for teachers, students and parents. */
export const english = {
  languages: 'Language',
  lead: 'What Vigil notices during a lesson, what it keeps, and what it leaves to people. Anyone may read this page: it opens without signing in.',
  detected: {
    title: 'What is detected',
    text: 'Vigil lists what the students’ devices report, and only while a teacher has detection running. While the class is paused nothing is recorded, and the page that students have open switches their cameras off. The reports are of these kinds:',
    more: 'A report has a time and often a few words and a picture. Reports of the same kind about the same student that follow each other within a minute count as one episode.',
  },
  lesson: {
    title: 'What the teacher sees during a lesson',
    text: 'Each seat counts the student’s episodes of the lesson, with one mark for each kind. A mark and its seat are filled only for what is happening now. A mark with an outline was not reviewed and is under 10 minutes old. A sign and its word say why a student is not watched. Look now lists the students with something to look at: first what is happening now, then who is furthest above the class’s median in the last 10 minutes, then the most recent.',
  },
  agents: {
    title: 'What detects it',
    text: 'Students open a page with the lesson’s code. Once they have agreed, it watches on their own device, and no video leaves it. It sends a small picture with a report only if the teacher asks for pictures in the section and the student has said yes. A student who works in another window or tab has left that page, so it only fits lessons that need nothing else on the device. Your school can also install programs on the students’ devices, called agents. Vigil only shows what they report.',
    simulated:
      'For trying Vigil out there is a simulated class: made-up students with made-up reports. Each of these reports is marked as “Simulated”.',
  },
  told: {
    title: 'What students should know',
    text: 'Teachers tell their students before the first lesson, and their parents if the school asks for it:',
    starts: 'when detection starts and when it stops',
    reported: 'what is reported, and that a picture may be part of it',
    readers: 'who sees the reports, and how long they are kept',
    asked: 'whom they can ask, or ask to correct or delete something',
    more: 'They can give them the address of this page.',
  },
  seen: {
    title: 'Who sees it',
    text: 'In Vigil, the teacher who created the section, and other teachers while they share it with them. Each student can read and answer what was recorded of them. The school’s administrator, who runs the server, can export, correct and delete what is kept about a student, and can see who looked at the reports and when.',
  },
  kept: {
    title: 'What is kept, and for how long',
    reports: 'Reports with their pictures, and when lessons began and ended',
    reportsUntil: 'What is recorded today is deleted by {date}. The teacher may delete it earlier.',
    reportsUndated: 'Until somebody deletes them.',
    reportsUnknown: 'As long as the school keeps its lessons. Every lesson’s report and receipt names the day.',
    reviews: 'A teacher’s reviews and notes',
    reviewsUntil: 'As long as the report that they belong to.',
    names: 'Names and emails of students',
    namesUntil: 'Until the administrator deletes them.',
    looks: 'Who looked at what, and when',
    looksUntil: 'Today’s looks are deleted by {date}.',
    looksUnknown: 'A year, unless the school has set another time.',
    more: 'Teachers can delete a single report, a lesson or a whole section at any time. Backups may hold a copy for longer: ask the administrator.',
  },
  hint: {
    title: 'A hint, never a verdict',
    text: 'A report says what a program noticed, not why. A student who bends down has no face for the camera, and a poster may have one. Vigil decides nothing and grades nobody: teachers look at the picture, ask the student, and dismiss what was harmless.',
  },
  home: 'Go to Vigil',
} as const;
