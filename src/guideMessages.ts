import { messages } from './publicMessages';

const { kindMeanings } = messages;
const names: Readonly<Record<string, string>> = messages.activities;

/** The texts of /how-detection-works. A separate file: the sign-in page does without them, and this page without the others. */
export const guide = {
  lead: 'What Vigil notices during a lesson, what it keeps, and what it leaves to people. Anyone may read this page: it opens without signing in.',
  detected: {
    title: 'What is detected',
    text: 'Vigil lists what the students’ devices report, and only while a teacher has detection running. While the class is paused nothing is recorded, and the page that students have open switches their cameras off. The reports are of these kinds:',
    kinds: Object.entries(kindMeanings).map(([kind, meaning]): [name: string, meaning: string] => [
      names[kind] ?? kind,
      meaning,
    ]),
    more: 'A report has a time and often a few words and a picture. Reports of the same kind about the same student that follow each other within a minute count as one episode.',
  },
  lesson: {
    title: 'What the teacher sees during a lesson',
    text: 'Each seat counts the student’s episodes of the lesson, with one mark for each kind. A mark and its seat are filled only for what is happening now. A mark with an outline was not reviewed and is under ten minutes old. A sign and its word say why a student is not watched. Look now lists the students with something to look at: first what is happening now, then who is furthest above the class’s median in the last ten minutes, then the most recent.',
  },
  agents: {
    title: 'What detects it',
    text: 'Students open a page with the lesson’s code. Once they have agreed, it watches on their own device, and no video leaves it. It sends a small picture with a report only if the teacher asks for pictures in the section and the student has said yes. A student who works in another window or tab has left that page, so it only fits lessons that need nothing else on the device. Your school can also install programs on the students’ devices, called agents. Vigil only shows what they report.',
    simulated:
      'For trying Vigil out there is a simulated class: made-up students with made-up reports. Each of these reports is marked as “Simulated”.',
  },
  told: {
    title: 'What students should know',
    text: 'Tell your students before the first lesson, and their parents if your school asks for it:',
    points: [
      'when detection starts and when it stops',
      'what is reported, and that a picture may be part of it',
      'who sees the reports, and how long they are kept',
      'whom they can ask, or ask to correct or delete something',
    ],
    more: 'You can give them the address of this page.',
  },
  seen: {
    title: 'Who sees it',
    text: 'In Vigil, the teacher who created the section, and other teachers while they share it with them. Your school’s administrator, who runs the server, can export, correct and delete what is kept about a student, and can see who looked at the reports and when.',
  },
  kept: {
    title: 'What is kept, and for how long',
    rows: [
      [
        'Reports with their pictures, and when lessons began and ended',
        'For as many days as the administrator has set. If they have set none, until the teacher deletes them.',
      ],
      ['A teacher’s reviews and notes', 'As long as the report that they belong to.'],
      ['Names and emails of students', 'Until the administrator deletes them.'],
      ['Who looked at what, and when', 'A year, unless the administrator has set another time.'],
    ],
    more: 'Teachers can delete a single report, a lesson or a whole section at any time. Backups may hold a copy for longer: ask your administrator.',
  },
  hint: {
    title: 'A hint, never a verdict',
    text: 'A report says what a program noticed, not why. A student who bends down has no face for the camera, and a poster may have one. Vigil decides nothing and grades nobody: look at the picture, ask the student, and dismiss what was harmless.',
  },
  home: 'Go to Vigil',
} as const;
