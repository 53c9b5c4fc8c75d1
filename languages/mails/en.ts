/** The mail with a link to a lesson. */
export const english = {
  subject: 'Your link to the lesson of {section}',
  invitation: '{teacher} invites you to a lesson of {section}.',
  open: 'Open this link on the device that you use in the lesson, and press “{button}”:',
  alone:
    'The link is for you alone. It works once and ends with the lesson, and a newer one replaces it. Do not pass it on: anyone who opens it attends under your name. You decide on that page whether your camera is used.',
  languages: 'The same link in another language:',
} as const;
