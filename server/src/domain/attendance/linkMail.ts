import { isLanguage, type Language, languageCodes, languages } from '@vigil/languages';
import { compileTexts } from '@vigil/languages/compile';
import arMail from '@vigil/languages/mails/ar';
import deMail from '@vigil/languages/mails/de';
import { english as enMail } from '@vigil/languages/mails/en';
import esMail from '@vigil/languages/mails/es';
import frMail from '@vigil/languages/mails/fr';
import trMail from '@vigil/languages/mails/tr';
import ukMail from '@vigil/languages/mails/uk';
import ar from '@vigil/languages/student/ar';
import de from '@vigil/languages/student/de';
import { english } from '@vigil/languages/student/en';
import es from '@vigil/languages/student/es';
import fr from '@vigil/languages/student/fr';
import tr from '@vigil/languages/student/tr';
import uk from '@vigil/languages/student/uk';
import { type TextsOf, wordsOf } from '@vigil/languages/texts';
import type { Mail } from '../mail/mail';
import { plainName } from '../mail/plainName';

const mailTexts: Record<Language, TextsOf<typeof enMail>> = {
  ...{ en: enMail, de: deMail, fr: frMail, es: esMail, tr: trMail, uk: ukMail, ar: arMail },
};
/** The page that the mail leads to. */
const pageTexts: Record<Language, { linked: { join: string } }> = { en: english, de, fr, es, tr, uk, ar };

/** A mail that the mail server has not accepted by then would come too late for the lesson. */
const mailMilliseconds = 3_600_000;

interface LinkMail {
  to: string;
  /** See `students.language`. */
  language: string | null;
  schoolLanguage: string;
  lesson: { section: string; teacher: string };
  /** In whose fragment the secret is, so that it does not reach server or proxy logs. */
  link: string;
}

/** Returns the mail with a link to a lesson, in the student's language or else the school's. */
export function linkMail({ to, language, schoolLanguage, lesson, link }: LinkMail): Mail {
  const chosen = [language ?? '', schoolLanguage].find(isLanguage) ?? 'en';
  const words = wordsOf<typeof enMail>({ language: chosen, tag: chosen }, compileTexts(mailTexts[chosen]));
  const section = plainName(lesson.section);
  const others = languageCodes.filter((code) => code !== chosen);
  const text = `${words.invitation({ teacher: plainName(lesson.teacher), section })}

${words.open({ button: pageTexts[chosen].linked.join })}
${link}

${words.alone}

${words.languages}
${others.map((code) => `${languages[code]}: ${inLanguage(link, code)}`).join('\n')}
`;
  const expiresAt = new Date(Date.now() + mailMilliseconds);
  return { to, subject: words.subject({ section }), text, link, expiresAt };
}

/** The secret stays in the fragment, which is not sent to the server. */
function inLanguage(link: string, language: Language): string {
  const address = new URL(link);
  address.searchParams.set('language', language);
  return address.href;
}
