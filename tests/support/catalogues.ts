import type { Language } from '@vigil/languages';
import guideAr from '@vigil/languages/guide/ar';
import guideDe from '@vigil/languages/guide/de';
import { english as guideEn } from '@vigil/languages/guide/en';
import guideEs from '@vigil/languages/guide/es';
import guideFr from '@vigil/languages/guide/fr';
import guideTr from '@vigil/languages/guide/tr';
import guideUk from '@vigil/languages/guide/uk';
import mailsAr from '@vigil/languages/mails/ar';
import mailsDe from '@vigil/languages/mails/de';
import { english as mailsEn } from '@vigil/languages/mails/en';
import mailsEs from '@vigil/languages/mails/es';
import mailsFr from '@vigil/languages/mails/fr';
import mailsTr from '@vigil/languages/mails/tr';
import mailsUk from '@vigil/languages/mails/uk';
import recordAr from '@vigil/languages/record/ar';
import recordDe from '@vigil/languages/record/de';
import { english as recordEn } from '@vigil/languages/record/en';
import recordEs from '@vigil/languages/record/es';
import recordFr from '@vigil/languages/record/fr';
import recordTr from '@vigil/languages/record/tr';
import recordUk from '@vigil/languages/record/uk';
import termsAr from '@vigil/languages/terms/ar';
import termsDe from '@vigil/languages/terms/de';
import { english as termsEn } from '@vigil/languages/terms/en';
import termsEs from '@vigil/languages/terms/es';
import termsFr from '@vigil/languages/terms/fr';
import termsTr from '@vigil/languages/terms/tr';
import termsUk from '@vigil/languages/terms/uk';
import type { Catalogue } from '@vigil/languages/texts';
import { catalogues as student } from './studentWords';

/** Every catalogue in every language, by its folder. */
export const books: Record<string, Record<Language, Catalogue>> = {
  student,
  guide: { en: guideEn, de: guideDe, fr: guideFr, es: guideEs, tr: guideTr, uk: guideUk, ar: guideAr },
  mails: { en: mailsEn, de: mailsDe, fr: mailsFr, es: mailsEs, tr: mailsTr, uk: mailsUk, ar: mailsAr },
  record: { en: recordEn, de: recordDe, fr: recordFr, es: recordEs, tr: recordTr, uk: recordUk, ar: recordAr },
  terms: { en: termsEn, de: termsDe, fr: termsFr, es: termsEs, tr: termsTr, uk: termsUk, ar: termsAr },
};
