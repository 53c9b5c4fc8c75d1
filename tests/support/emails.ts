/** Emails as people have them. The server keeps them, and the front end neither refuses nor shortens any. */
export const goodEmails = [
  'ada@school.example',
  "o'neil@x.example",
  'a&b@x.example',
  'zoë@x.example',
  'ada+maths@school.example',
  'first_last-9b@a-b.school.example',
  'ŁUKASZ@x.example',
  '山田@学校.example',
  `${'x'.repeat(64)}@school.example`,
];
