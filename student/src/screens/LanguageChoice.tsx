import { isLanguage, type Language, languageCodes, languages } from '@vigil/languages';
import { useWords } from './tongue';

/** Lets the student choose the page's language. Each is named in itself, so that it is found by who reads no other. */
export function LanguageChoice({ chosen, onChoose }: { chosen: Language; onChoose(language: Language): void }) {
  const { language: label } = useWords();
  return (
    <select
      name="language"
      aria-label={label}
      value={chosen}
      onChange={({ target: { value } }) => isLanguage(value) && onChoose(value)}
    >
      {languageCodes.map((code) => (
        <option key={code} value={code} lang={code}>
          {languages[code]}
        </option>
      ))}
    </select>
  );
}
