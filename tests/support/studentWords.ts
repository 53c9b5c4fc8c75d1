import type { Language } from '@vigil/languages';
import { compileTexts } from '@vigil/languages/compile';
import ar from '@vigil/languages/student/ar';
import de from '@vigil/languages/student/de';
import { english } from '@vigil/languages/student/en';
import es from '@vigil/languages/student/es';
import fr from '@vigil/languages/student/fr';
import tr from '@vigil/languages/student/tr';
import uk from '@vigil/languages/student/uk';
import { type Catalogue, wordsOf } from '@vigil/languages/texts';
import { createLanguages } from '../../student/src/services/language';

/** The texts of the students' page in every language. */
export const catalogues: Record<Language, Catalogue> = { en: english, de, fr, es, tr, uk, ar };

/** The texts as the page shows them to a browser in English. */
export const messages = wordsOf<typeof english>({ language: 'en', tag: 'en-US' }, compileTexts(english));

const compiled = (language: Language) => async () => compileTexts(catalogues[language]);

/** The languages of the students' page, compiled as its build does. */
export const studentLanguages = () =>
  createLanguages({
    ...{ en: compiled('en'), de: compiled('de'), fr: compiled('fr'), es: compiled('es') },
    ...{ tr: compiled('tr'), uk: compiled('uk'), ar: compiled('ar') },
  });
