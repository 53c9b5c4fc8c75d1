/** Emails that people use. The server accepts them, and the front end neither rejects nor truncates them. */
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

/** Texts that the server rejects as emails. */
export const badEmails = [
  'nobody',
  '@x.example',
  'me@',
  'a@b@x.example',
  'eva@school',
  'a b@x.example',
  'eva@x..example',
  '.eva@x.example',
  'eva.@x.example',
  'ev..a@x.example',
  'eva@-x.example',
  'eva@x.example, bob@x.example',
  '"eva"@x.example',
  'eva@[127.0.0.1]',
  'a@b.example\r\nBcc: c@d.example',
  'a\u0000b@x.example',
  `${'x'.repeat(65)}@school.example`,
];
