/** What columns of students are called in the lists of schools, without spaces, hyphens, accents and what stands in brackets. */
const words = [
  [
    'email',
    `email emailaddress emailadress emailvalue mail mailaddress mailadresse emailadresse primaryemail schoolemail studentemail
    userprincipalname epost epostadress epostadresse emailadres correo correoelectronico courriel adresseemail adressemail
    adresseelectronique enderecodeemail indirizzoemail adresemail sahkoposti`,
  ],
  /** A whole name and nothing else. */
  [
    'whole',
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
  /** Either a whole name, or what a column beside it lacks: the last one beside `Vorname`, the first one beside `Apellidos`. */
  ['name', 'name names nom nombre nome naam navn namn nimi'],
] as const;
type Kind = (typeof words)[number][0];

const kinds = new Map<string, Kind>();
for (const [kind, known] of words) for (const word of known.split(/\s+/)) kinds.set(word, kind);

const simplified = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');

const suffix = /^(?:[js]r\.?|[iv]+\.?|ph\.?d\.?|m\.?d\.?)$/i;

/** @returns `Eva Muster` for `Muster, Eva` */
function inOrder(name: string): string {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  return first === '' || more.length > 0 || suffix.test(first) ? name : `${first} ${last}`;
}

/** @returns `eva@x.example` for `Eva <mailto:eva@x.example?subject=y>` */
const bare = (email: string) =>
  (/<([^<>]*)>\s*$/.exec(email)?.[1] ?? email).trim().replace(/^mailto:([^?]*).*$/i, '$1');

/** Reads a row's cells, as they are written. */
export interface StudentColumns {
  name(cells: string[]): string;
  email(cells: string[]): string;
}

/** Finds the columns of names and emails by the headings in the first row. @returns null when either has none */
export function findStudentColumns(headings: string[]): StudentColumns | null {
  const found = new Map<Kind, number>();
  for (const [column, heading] of headings.entries()) {
    const kind = kinds.get(simplified(heading));
    if (kind && !found.has(kind)) found.set(kind, column);
  }
  const [email, whole, name] = [found.get('email'), found.get('whole'), found.get('name')];
  const [first, last] = [found.get('first'), found.get('last')];
  if (email === undefined) return null;
  const parts = first === undefined ? [name, last] : [first, last ?? name];
  const columns = (whole === undefined ? parts : [whole]).filter((column) => column !== undefined);
  if (columns.length === 0) return null;
  const named = (cells: string[]) => columns.map((column) => cells[column] ?? '').join(' ');
  return {
    name: (cells) => (columns.length === 1 ? inOrder(named(cells)) : named(cells)),
    email: (cells) => bare(cells[email] ?? ''),
  };
}
