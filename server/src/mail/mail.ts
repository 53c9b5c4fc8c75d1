/** One mail in plain text. The code or link in it is given apart for those who read the development mailbox by machine. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  code?: string;
  link?: string;
}
