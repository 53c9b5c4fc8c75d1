/** Column headings in schools' lists, without spaces, hyphens, accents and bracketed text. */
const headings = [
  [
    'email',
    `email emailaddress emailadress emailvalue mail mailaddress mailadresse emailadresse primaryemail schoolemail studentemail
    userprincipalname epost epostadress epostadresse emailadres correo correoelectronico courriel adresseemail adressemail
    adresseelectronique enderecodeemail indirizzoemail adresemail sahkoposti`,
  ],
  /** A full name. */
  [
    'full',
    `fullname displayname studentname student students learner pupil schuler schulerin schulername anzeigename
    vollstandigername nomcomplet nomprenom nombrecompleto nombreyapellidos nomecompleto nomeecognome volledigenaam`,
  ],
  [
    'first',
    `firstname firstnames givenname givennames forename forenames preferredname vorname vornamen rufname prenom prenoms voornaam
    fornavn fornamn etunimi imie jmeno primeironome`,
  ],
  [
    'last',
    `lastname lastnames surname familyname nachname familienname zuname nomdefamille apellido apellidos cognome sobrenome
    ultimonome achternaam etternavn efternavn efternamn sukunimi nazwisko prijmeni`,
  ],
  /** A full name, or the missing part of one: the last name beside `Vorname`, the first name beside `Apellidos`. */
  ['name', 'name names nom nombre nome naam navn namn nimi'],
] as const;
type Kind = (typeof headings)[number][0];

const kinds = new Map<string, Kind>();
for (const [kind, words] of headings) for (const word of words.split(/\s+/)) kinds.set(word, kind);

const simplified = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');

const suffix = /^(?:[js]r\.?|[iv]+\.?|ph\.?d\.?|m\.?d\.?)$/i;

/** @returns `Eva Muster` for `Muster, Eva` */
function firstNameFirst(name: string): string {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  return first === '' || more.length > 0 || suffix.test(first) ? name : `${first} ${last}`;
}

/** @returns `eva@x.example` for `Eva <mailto:eva@x.example?subject=y>` */
const bareEmail = (cell: string) =>
  (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).trim().replace(/^mailto:([^?]*).*$/i, '$1');

/** Reads a student from a row's cells. */
export interface StudentColumns {
  name(cells: string[]): string;
  email(cells: string[]): string;
}

/** Finds the columns of names and emails by the header row. @returns null when either is missing */
export function findStudentColumns(header: string[]): StudentColumns | null {
  const found = new Map<Kind, number>();
  for (const [column, heading] of header.entries()) {
    const kind = kinds.get(simplified(heading));
    if (kind && !found.has(kind)) found.set(kind, column);
  }
  const [email, full, name] = [found.get('email'), found.get('full'), found.get('name')];
  const [first, last] = [found.get('first'), found.get('last')];
  if (email === undefined) return null;
  const parts = first === undefined ? [name, last] : [first, last ?? name];
  const columns = (full === undefined ? parts : [full]).filter((column) => column !== undefined);
  if (columns.length === 0) return null;
  const joined = (cells: string[]) => columns.map((column) => cells[column] ?? '').join(' ');
  return {
    name: (cells) => (columns.length === 1 ? firstNameFirst(joined(cells)) : joined(cells)),
    email: (cells) => bareEmail(cells[email] ?? ''),
  };
}
