import { MAX_STUDENT_NAME_LENGTH } from '../../constants';
import { emailsInWord, foldedEmail } from '../students/emails';
import { nameKey } from '../students/names';

/** Someone in a pasted list, with a name, an email or both. */
export interface PastedPerson {
  /** Identifies them within the list. */
  key: string;
  /** First name first; empty if the list has none. */
  name: string;
  /** Empty if the list has none. */
  email: string;
  /** What their line says that tells them from others of the same name, such as a birthday. */
  apart?: string;
}

/** A pasted list. Each of its lines is in one of the fields. */
export interface PastedList {
  /** As pasted. */
  text: string;
  /** Each person once, in the order of the list. */
  people: PastedPerson[];
  /** A line with column headings; empty without one. */
  heading: string;
  /** People who are listed again, with nothing that tells them apart. */
  repeated: string[];
  /** Lines without a name or email. */
  unread: string[];
}

type Found = Pick<PastedPerson, 'name' | 'email'>;

const lineBreak = /\r\n?|[\n\u2028\u2029]/u;
/** Soft hyphens, joiners, zero-width spaces and byte order marks, copied from documents and web pages. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Separators between words; see {@link emailsInWord}. In a group, so that splitting keeps them. */
const between = /([\s\p{Cc},;:|/<>()[\]{}"،؛、]+)/u;

/** Titles of a printed list stand above its headings. */
const MAX_TITLES = 5;

/**
 * Reads a list of students in any usual form: one per line, `Ada Lovelace <ada@school.example>; …`, columns with or without
 * headings, emails only or names only. Does not validate: the directory knows an email or does not. Of two with the same name, whose
 * lines differ in a number, a class or a birthday, the second gets a number: `Ben Roth (2)`.
 */
export function readList(text: string): PastedList {
  // Files in UTF-16 that were read as something else have a NUL in each character.
  const lines = text.normalize('NFKC').replaceAll('\0', '').split(lineBreak);
  const filled = lines
    .map((line) => line.replace(/^\uFEFF/, '').trim())
    .filter((line) => line !== '' && !/^sep=.$/.test(line));
  const headed = filled
    .slice(0, 1 + MAX_TITLES)
    .findIndex((line, index) => columnsOf(line) !== null && (index === 0 || hasDelimiter(line)));
  const heading = filled[headed] ?? '';
  const rows = filled.slice(headed + 1);
  const columns = columnsOf(heading) ?? tableOf(rows);
  const list: PastedList = { text, people: [], heading, repeated: [], unread: filled.slice(0, Math.max(headed, 0)) };
  /** The lines of each, by key. */
  const known = new Map<string, Listed[]>();
  for (const row of rows) {
    const found = columns?.read(row) ?? peopleIn(row);
    if (found.length === 0) list.unread.push(row);
    for (const one of found) {
      const key = keyOf(one);
      const said = one.email === '' ? restOf(row, one.name) : [];
      const before = known.get(key) ?? [];
      if (before.some((other) => sameKey(other.said, said))) {
        list.repeated.push(lineOf(one));
        continue;
      }
      const numbered = before.length === 0 ? one : { ...one, name: `${one.name} (${before.length + 1})` };
      const person = { key: keyOf(numbered), ...numbered };
      known.set(key, [...before, { person, said }]);
      list.people.push(person);
    }
  }
  for (const namesakes of known.values()) if (namesakes.length > 1) tellApart(namesakes);
  return list;
}

interface Listed {
  person: PastedPerson;
  /** The cells of their line, without their name. */
  said: string[];
}

const sameKey = (some: string[], others: string[]) => nameKey(some.join(' ')) === nameKey(others.join(' '));

const isRowNumber = (cell: string) => /^\d{1,3}[.)]?$/.test(cell);

/** Notes what only the line of each namesake says; the number of the row only if there is nothing else. */
function tellApart(namesakes: readonly Listed[]): void {
  for (const { person, said } of namesakes) {
    const own = said.filter((cell) => namesakes.some((other) => !other.said.includes(cell)));
    const better = own.filter((cell) => !isRowNumber(cell));
    const apart = (better.length > 0 ? better : own).join(' · ');
    if (apart !== '') person.apart = apart;
  }
}

const keyOf = ({ name, email }: Found): string => (email === '' ? `name ${nameKey(name)}` : foldedEmail(email));

/** Returns the cells of a line without the words of a name. */
function restOf(row: string, name: string): string[] {
  const words = nameKey(name).split(' ');
  return row
    .split(/[\t;|,]/)
    .map((cell) =>
      cell
        .split(/[\s"]+/)
        .filter((word) => word !== '' && !words.includes(nameKey(word)))
        .join(' '),
    )
    .filter((cell) => nameKey(cell) !== '');
}

/** Returns a person as a line of a list. */
export const lineOf = ({ name, email }: Found): string =>
  name === '' || email === '' ? name || email : `${name} <${email}>`;

/** Reads a line without columns. */
function peopleIn(line: string): Found[] {
  const { emails, gaps } = splitAtEmails(line);
  if (emails.length === 0) return namesIn(line).map((name) => ({ name, email: '' }));
  const names = gaps.map(nameIn);
  // `ada@school.example (Ada)`: names come after their emails if the line begins with an email.
  const shift = names[0] === '' ? 1 : 0;
  return emails.map((email, index) => ({ name: names[index + shift] ?? '', email }));
}

/** Splits a line at its emails. There is one gap more than emails. */
function splitAtEmails(line: string): { emails: string[]; gaps: string[] } {
  const emails: string[] = [];
  const gaps = [''];
  // Splitting by a group puts separators at odd places.
  for (const part of line.split(between)) {
    const found = part.includes('@') ? emailsInWord(part) : [];
    if (found.length === 0) gaps.push(`${gaps.pop()}${part}`);
    for (const email of found) {
      emails.push(email);
      gaps.push('');
    }
  }
  return { emails, gaps };
}

const hasDigit = /\p{N}/u;
const hasLetter = /\p{L}/u;
/** Whether a text may be a name: `A.` may, and `9b` may not. */
const mayBeName = (text: string) => hasLetter.test(text) && (!hasDigit.test(text) || /\p{L}{2}/u.test(text));
const wordCount = (text: string) => text.split(/\s+/).length;

/** Labels, conjunctions between emails, and attributes of links. */
const noNames = /\b(?:mailto|e-?mail|to|cc|bcc|from|name)\s*:|^\s*(?:and|und|et|y|e|og|och|en)\s*$|\S*=\S*/giu;
/** No name is longer, and it bounds the time that the expressions take. */
const longestText = 2 * MAX_STUDENT_NAME_LENGTH;

/** Removes bullets, numbers, labels such as `To:`, and notes in brackets, except the number that tells namesakes apart. */
function withoutMarks(text: string): string {
  const end = text.slice(-longestText).trimEnd();
  const [number = ''] = /\([2-9]\)$/.exec(end) ?? [];
  const plain = end
    .slice(0, end.length - number.length)
    .replace(invisible, '')
    .replace(/["“”„«»*•{}<>[\]]+/gu, ' ')
    .replace(noNames, ' ');
  const unbracketed = plain.replace(/\([^)]*\)/g, ' ');
  const name = (mayBeName(unbracketed) ? unbracketed : plain.replace(/[()]/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}.'’]+$/gu, '')
    .replace(/^\d+[.)]?\s+/, '');
  return number === '' || name === '' ? name : `${name} ${number}`;
}

/** Splits at a separator, and drops what is no name, such as the class `9b`. */
function cellsOf(text: string, separator: RegExp): string[] {
  const cells = text.split(separator).flatMap((cell) => {
    if (!hasLetter.test(cell)) return [];
    const marked = withoutMarks(cell);
    return mayBeName(marked) ? [marked] : [];
  });
  const named = cells.filter((cell) => !hasDigit.test(cell));
  return named.length > 0 ? named : cells;
}

const suffix = /^(?:[js]r\.?|[iv]+\.?|ph\.?d\.?|m\.?d\.?)$/i;

/** Returns `Ada Lovelace` for `Lovelace, Ada`. */
function firstNameFirst(text: string): string {
  const [last = '', first = '', ...more] = cellsOf(text, /[,،、]/u);
  if (first === '') return last;
  return more.length > 0 || suffix.test(first) ? [last, first, ...more].join(' ') : `${first} ${last}`;
}

const cut = (name: string) => name.slice(0, MAX_STUDENT_NAME_LENGTH).trim();

/** Returns the one name in a text beside an email. */
const nameIn = (text: string): string =>
  cut(
    cellsOf(text, /[\t;|؛]/u)
      .map(firstNameFirst)
      .join(' '),
  );

/** Returns the names in a line without emails. */
function namesIn(line: string): string[] {
  const cells = line.split(/[\t;|؛]/u).filter(mayBeName);
  // `Lovelace;Ada` is one person, `Ada Lovelace; Bob Noyce` are two.
  const isOne = cells.length > 1 && cells.some((cell) => wordCount(withoutMarks(cell)) === 1);
  if (isOne) return [nameIn(line)].filter((name) => name !== '');
  return cells.flatMap((cell) => {
    const parts = cellsOf(cell, /[,،、]/u);
    // `García López, Ana María` is one person: a line has one student, surname before the comma.
    return (parts.length === 2 ? [firstNameFirst(cell)] : parts).map(cut);
  });
}

interface Columns {
  /** Returns the people of a row; null if it does not fit the headings. */
  read(row: string): Found[] | null;
}

const delimiters = ['\t', ';', ',', '|'];
const kinds = [
  [
    'email',
    /^(?:student|school|primary)?e?mail(?:s|address|adress?e?|value)?$|^(?:epost|correo|courriel|adresse(?:mail|electronique)$|userprincipalname|sahkoposti)/,
  ],
  [
    'first',
    /^(?:(?:first|given|fore|preferred)names?|vornamen?|rufname|prenoms?|voornaam|fornavn|fornamn|etunimi|imie|jmeno|primeironome)$/,
  ],
  [
    'last',
    /^(?:(?:last|family|sur)names?|nachname|familienname|zuname|nomdefamille|apellidos?|cognome|sobrenome|ultimonome|achternaam|etternavn|efternavn|efternamn|sukunimi|nazwisko|prijmeni)$/,
  ],
  [
    'full',
    /^(?:(?:full|display|student|schuler)?names?|(?:nom|nome|nombre)(?:complet[eo]?|prenom|ecognome|yapellidos)?|naam|navn|namn|nimi|students?|learner|pupil|schuler|schulerin)$/,
  ],
  /** Columns that a class list has besides. */
  [
    'other',
    /^(?:(?:lfd)?(?:nr|no|num|number|nummer)?|(?:lfd|schuler|student|pupil|matrikel)(?:nr|no|id|number|nummer)|id|upn|klassen?|class(?:e|room)?|form|grade|year(?:group)?|stufe|jahrgang(?:sstufe)?|kurs|course|grupp?e?|group|gebr?|geb(?:urts)?(?:datum|tag|dat)?|(?:birth|date|dateof)(?:date|day|birth)?|dob|naissance|fecha(?:nacimiento)?|geschl(?:echt)?|gender|sex[eo]?|mw|wmd?|mwd|konfession|religion|tel(?:efon)?|phone|mobil|adresse|address|strasse|plz|ort|city|tutor|bemerkung(?:en)?|notiz(?:en)?|notes?|remarks?|unterschrift|signature|status)$/,
  ],
] as const;

const kindOf = (heading: string) => {
  const simple = heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\(.*?\)|[^\p{L}]+/gu, '');
  return kinds.find(([, words]) => words.test(simple))?.[0];
};

/** Returns how to read the rows below a line of headings; null for any other line. */
function columnsOf(line: string): Columns | null {
  if (line.includes('@') || line.length > longestText) return null;
  const used = delimiters.filter((delimiter) => line.includes(delimiter));
  for (const delimiter of used.length > 0 ? used : delimiters.slice(0, 1)) {
    const headings = cellsOfRow(line, delimiter).map(kindOf);
    const at = (kind: (typeof kinds)[number][0]) => headings.indexOf(kind);
    const [email, first, last, full] = [at('email'), at('first'), at('last'), at('full')];
    const names = first >= 0 ? [first, last >= 0 ? last : full] : [full, last];
    const named = names.filter((column) => column >= 0);
    const isHeading =
      email >= 0
        ? headings.length === 1 || named.length > 0
        : named.length > 1 || (named.length > 0 && isOnly(headings));
    if (!isHeading) continue;
    return {
      read(row) {
        const cells = cellsOfRow(row, delimiter);
        const given = named.map((column) => nameIn(cells[column] ?? '')).filter((name) => name !== '');
        const [address = ''] = splitAtEmails(cells[email] ?? '').emails;
        if (address === '' && row.includes('@')) return null;
        // A sum or a signature below the table names nobody.
        if (address === '' && given.length === 0) return row.includes(delimiter) ? [] : null;
        return [{ name: cut(given.join(' ')), email: address }];
      },
    };
  }
  return null;
}

/** Without emails only a line of nothing but headings is one: a student may be called `Nombre`. */
const isOnly = (headings: readonly unknown[]) => headings.every((heading) => heading !== undefined);

const hasDelimiter = (line: string) => delimiters.some((delimiter) => line.includes(delimiter));

/**
 * Returns how to read the rows of a table without headings: each has as many cells, and a number, a class or a name of one word shows that
 * a row is one person. Null for any other list.
 */
function tableOf(rows: readonly string[]): Columns | null {
  if (rows.some((row) => row.includes('@'))) return null;
  for (const delimiter of delimiters) {
    const table = rows.map((row) => cellsOfRow(row, delimiter).map((cell) => cell.trim()));
    const [width = 0, ...others] = table.map((cells) => cells.length);
    if (width < 2 || others.some((other) => other !== width)) continue;
    const isTable = delimiter === '\t' || table.some((cells) => cells.some((cell) => cell !== '' && !isName(cell)));
    // `Lovelace, Ada` is a name, too.
    if (!isTable || (delimiter === ',' && rows.length < 2)) continue;
    const named = Array.from({ length: width }, (_, column) => column).filter((column) =>
      isNames(table.map((cells) => cells[column] ?? '')),
    );
    if (named.length === 0) continue;
    return {
      read(row) {
        const cells = cellsOfRow(row, delimiter);
        const given = named.map((column) => nameIn(cells[column] ?? '')).filter((name) => name !== '');
        // Commas part the last name from the first, as in a single cell.
        const name = delimiter === ',' ? given.toReversed().join(' ') : given.join(' ');
        return name === '' ? [] : [{ name: cut(name), email: '' }];
      },
    };
  }
  return null;
}

const isName = (cell: string) => !hasDigit.test(cell) && /\p{L}{2}/u.test(cell);

/** Returns whether a column has names: not the same few words again and again, such as a gender. */
function isNames(column: readonly string[]): boolean {
  const filled = column.filter((cell) => cell !== '');
  const names = filled.filter(isName);
  if (names.length * 2 <= filled.length) return false;
  return names.length < 4 || new Set(names).size * 2 > names.length;
}

/** Splits a row of CSV. Quotation marks protect delimiters. */
function cellsOfRow(row: string, delimiter: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of row) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === delimiter && !isQuoted) cells.push('');
    else cells.push(`${cells.pop()}${character}`);
  }
  return cells;
}
