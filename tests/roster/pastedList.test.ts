import { describe, expect, test } from 'vitest';
import { emailLike } from '../../src/machines/app/checks';
import { readList } from '../../src/machines/roster/pastedList';
import { sameEmail } from '../../src/machines/students/emails';
import { nameKey, searchesFor } from '../../src/machines/students/names';
import { goodEmails } from '../support/emails';

const both = ['ada@school.example', 'bob@school.example'];
const emailsIn = (text: string) => readList(text).people.map(({ email }) => email);
const peopleIn = (text: string) => readList(text).people.map(({ name, email }) => [name, email]);

test.each([
  ['lines', 'ada@school.example\nbob@school.example\n'],
  ['Windows lines, some of them empty', '\r\n\r\nada@school.example\r\n\r\nbob@school.example\r\n'],
  ['commas', 'ada@school.example,bob@school.example'],
  ['semicolons and blanks', ' ada@school.example ; bob@school.example ;; '],
  ['tabs', 'Ada\tada@school.example\t9b\nBob\tbob@school.example\t9b'],
  ['blanks, also those that do not break', 'ada@school.example\u00a0\u200bbob@school.example'],
  ['bars and slashes', 'ada@school.example | bob@school.example/'],
  ['names before them', 'Ada Lovelace <ada@school.example>, "Noyce, Bob" <bob@school.example>'],
  ['names after them', 'ada@school.example (Ada), bob@school.example (Bob)'],
  [
    'a CSV file',
    'Name,Email,Class\r\n"Lovelace, ""A.""","ada@school.example",9b\r\n"Noyce, Bob","bob@school.example",9b',
  ],
  ['a CSV file that begins with its byte order mark', '\ufeffada@school.example;9b\nbob@school.example;9b'],
  ['links', '[Ada](mailto:ada@school.example) mailto:bob@school.example'],
  ['bullets and quotation marks', '- ada@school.example\n•bob@school.example'],
  ['single ones', "'ada@school.example', 'bob@school.example'"],
  ['emphasis', '**ada@school.example** and “*bob@school.example*”.'],
  ['a sentence', 'Please add ada@school.example and bob@school.example. Thanks!'],
  ['doubles in any letter case', 'ada@school.example, bob@school.example, ADA@School.example, bob@school.example'],
  ['links with a subject', 'mailto:ada@school.example?subject=Maths MAILTO:bob@school.example?cc=&subject=y'],
  [
    'a form or an address',
    'email=ada@school.example&class=9b https://x.example/?class=9b&email=bob@school.example#top',
  ],
  ['a mail client', 'To: Ada Lovelace <ada@school.example>; "Noyce, Bob (9b)" <bob@school.example>;'],
  ['HTML', '<a href="mailto:ada@school.example">Ada</a>, Bob &lt;bob@school.example&gt;'],
  ['words with soft hyphens and joiners', 'ada@sch\u00adool.exam\u00adple bo\u200db@school\u2060.example'],
  ['words with marks that are not seen', '\ufeffada@school.example\u200b\n\u200eb\u200bob@school.example\u202c'],
  ['nothing between them but what is not seen', 'ada@school.example\u200bbob@school.example'],
  ['full-width letters and signs', 'ａｄａ＠ｓｃｈｏｏｌ．ｅｘａｍｐｌｅ；bob＠school.example'],
  ['Arabic and Chinese separators', 'ada@school.example، bob@school.example؛ 、'],
  ['UTF-16 that was read as something else', 'ada@school.example\0\r\0\n\0bob@school.example'],
  ['a possessive', "ada@school.example's and bob@school.example’s"],
  ['what is no email', 'ada@school.example, @, Lunch @ noon, a@b@c, @twitter, me@, bob@school.example'],
])('takes the emails out of %s', (_name, text) => {
  expect(emailsIn(text)).toEqual(both);
});

test('leaves an email as it is', () => {
  const odd = ['_x.y-z@a-b.school.example', 'Zoë@schüle.example', 'room7@intranet', ...goodEmails];
  expect(emailsIn(odd.join('\n'))).toEqual(odd);
});

test.each(goodEmails)('forms take %s', (email) => {
  expect(emailLike('email')({ email })).toBeNull();
});

test.each(['', '  \n', '\r\n\t', '\0'])('finds nobody in %j', (text) => {
  expect(readList(text)).toEqual({ text, people: [], heading: '', repeated: [], unread: [] });
});

test('reads a megabyte at once', () => {
  const text = Array.from({ length: 40_000 }, (_, index) => `"Student ${index}";s${index}@x.example`).join('\n');
  expect(emailsIn(text)).toHaveLength(40_000);
  for (const mark of ['@', '.', '(', ',']) expect(emailsIn(mark.repeat(1_000_000))).toEqual([]);
  expect(peopleIn(`Ada${','.repeat(1_000_000)}Bob`)).toEqual([['Bob Ada', '']]);
});

test.each([
  ['zoë@school.example', 'zoe\u0308@school.example'],
  ['ada@school.example', 'ＡＤＡ@school.example'],
  ['eva@schüle.example', 'eva@SCHU\u0308LE.example'],
  ['eva@schüle.example', 'eva@xn--schle-mva.example'],
])('%s and %s are the same', (one, other) => {
  expect(sameEmail(one, other)).toBe(true);
  expect(emailsIn(`${one}, ${other}`)).toHaveLength(1);
});

test('letter case does not distinguish emails', () => {
  expect(sameEmail('Ada@School.example', 'ada@school.EXAMPLE')).toBe(true);
  expect(sameEmail('ada@school.example', 'xada@school.example')).toBe(false);
});

type People = [name: string, email: string][];
const adaAndBob: People = [
  ['Ada Lovelace', 'ada@x.example'],
  ['Bob Noyce', 'bob@x.example'],
];

describe('names', () => {
  test.each<[string, string, People]>([
    ['before emails', 'Ada Lovelace <ada@x.example>\nNoyce, Bob <bob@x.example>', adaAndBob],
    ['after emails', 'ada@x.example (Ada Lovelace)\nbob@x.example\tBob Noyce', adaAndBob],
    ['in a mail client', 'To: Ada Lovelace <ada@x.example>; "Noyce, Bob (9b)" <bob@x.example>;', adaAndBob],
    ['in columns', 'Ada\tLovelace\tada@x.example\t9b\n9b;Noyce, Bob;bob@x.example', adaAndBob],
    ['in quoted cells', '"Lovelace, ""A.""","ada@x.example"', [['A. Lovelace', 'ada@x.example']]],
    [
      'below headings',
      'Class,Last name,First name,E-Mail\n9b,Lovelace,Ada,ada@x.example\n9b,Noyce,Bob,',
      [
        ['Ada Lovelace', 'ada@x.example'],
        ['Bob Noyce', ''],
      ],
    ],
    ['below German headings', 'sep=;\nName;Vorname;Mail\nLovelace;Ada;ada@x.example', adaAndBob.slice(0, 1)],
    ['below a heading, without emails', 'Name\nAda Lovelace', [['Ada Lovelace', '']]],
    [
      'without emails',
      'Ada Lovelace\nNoyce, Bob\nCleo Bright; Dora Day\nEve\tEast\t9b',
      ['Ada Lovelace', 'Bob Noyce', 'Cleo Bright', 'Dora Day', 'Eve East'].map((name) => [name, '']),
    ],
    ['like headings', 'Ismail\nNombre Nome', ['Ismail', 'Nombre Nome'].map((name) => [name, ''])],
    ['in numbered lines', '1. Ada Lovelace - ada@x.example\n2) Bob Noyce, bob@x.example', adaAndBob],
    [
      'of every script',
      "陈 伟\twei@x.example\nO'Neil, Zoe\u0308 <zoe@x.example>",
      [
        ['陈 伟', 'wei@x.example'],
        ["Zoë O'Neil", 'zoe@x.example'],
      ],
    ],
    [
      'with a number or a title',
      'Student 1, s1@x.example\nNoyce, Jr. <b@x.example>',
      [
        ['Student 1', 's1@x.example'],
        ['Noyce Jr.', 'b@x.example'],
      ],
    ],
    ['that are missing', 'ada@x.example and bob@x.example', adaAndBob.map(([, email]) => ['', email])],
  ])('%s', (_, text, people) => {
    expect(peopleIn(text)).toEqual(people);
  });

  test('are cut at the longest that the directory takes', () => {
    expect(peopleIn(`${'x'.repeat(300)} <ada@x.example>`)).toEqual([['x'.repeat(200), 'ada@x.example']]);
  });
});

test('every line is accounted for', () => {
  const list = readList('Name;Email\nAda;ada@x.example\n\nBob;\nAda L.;ADA@x.example\n12;\nbob\n---');
  expect(list.heading).toBe('Name;Email');
  expect(list.people.map(({ name, email }) => [name, email])).toEqual([
    ['Ada', 'ada@x.example'],
    ['Bob', ''],
  ]);
  expect(list.repeated).toEqual(['Ada L. <ADA@x.example>', 'bob']);
  expect(list.unread).toEqual(['12;', '---']);
});

test.each([
  ['Lovelace, Ada', 'ada  LOVELACE'],
  ['Zoë O’Neil', "zoe o'neil"],
  ['José Núñez', 'Jose Nunez'],
])('%s and %s are the same name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test('a name is searched for in either order', () => {
  expect(searchesFor('Ada King Lovelace')).toEqual(['Ada King Lovelace', 'Lovelace Ada King']);
  expect(searchesFor('Ada')).toEqual(['Ada']);
});

describe('a class list as school systems and spreadsheets give it', () => {
  const people = (text: string) => readList(text).people.map(({ name }) => name);

  test.each([
    [
      'German headings, with a surname of three words beside a first name of two',
      'Nr;Name;Vorname;Geb.;Klasse\n1;de la Cruz;Ana María;12.03.2011;7b\n2;Roth;Ben;01.09.2011;7b',
      ['Ana María de la Cruz', 'Ben Roth'],
    ],
    [
      'the same, copied from Excel',
      'Nr\tName\tVorname\tGeb.\tKlasse\n1\tvan der Berg\tJan Piet\t12.03.2011\t7b',
      ['Jan Piet van der Berg'],
    ],
    [
      'the same without headings',
      '1;de la Cruz Vega;Ana María;12.03.2011;7b\n2;Roth;Ben;01.09.2011;7b',
      ['de la Cruz Vega Ana María', 'Roth Ben'],
    ],
    [
      'tabs without headings, in full words only',
      'van der Berg\tJan Piet\nde la Cruz\tAna María',
      ['van der Berg Jan Piet', 'de la Cruz Ana María'],
    ],
    [
      'commas without headings',
      '1,de la Cruz Vega,Ana María,7b\n2,Roth,Ben,7b',
      ['Ana María de la Cruz Vega', 'Ben Roth'],
    ],
    [
      'a surname with a particle before a comma',
      'van der Berg, Jan Piet\nMüller, Lena',
      ['Jan Piet van der Berg', 'Lena Müller'],
    ],
    [
      'a surname of two words before a comma',
      'Garcia Lopez, Ana Maria\nDe La Tour, Anne Sophie\n"Roth Day, Ben"',
      ['Ana Maria Garcia Lopez', 'Anne Sophie De La Tour', 'Ben Roth Day'],
    ],
    ['the same in a single line', 'Garcia Lopez, Ana Maria', ['Ana Maria Garcia Lopez']],
    ['three people between commas', 'Ada Lovelace, Ben Roth, Cleo Day', ['Ada Lovelace', 'Ben Roth', 'Cleo Day']],
    ['quotes', '"Nachname","Vorname","Klasse"\n"Roth, von","Ben","7b"', ['Ben von Roth']],
    ['a byte order mark', '\ufeffName;Vorname\nMüller;Jürgen', ['Jürgen Müller']],
    [
      'surname first in one cell',
      'Lfd. Nr.;Schüler;Klasse\n1;Roth, Ben;7b\n2;von Ahn, Cleo Marie;7b',
      ['Ben Roth', 'Cleo Marie von Ahn'],
    ],
    [
      'one name a line, numbered',
      '1. Roth, Ben\n2. Cleo von Ahn\n3) Ada Lovelace',
      ['Ben Roth', 'Cleo von Ahn', 'Ada Lovelace'],
    ],
    ['trailing empty columns', 'Name;Vorname;;;\nRoth;Ben;;;\nAhn;Cleo;;;', ['Ben Roth', 'Cleo Ahn']],
    ['titles above the headings', 'Klassenliste 7b\nSchuljahr 2026/27\nNr\tName\tVorname\n1\tRoth\tBen', ['Ben Roth']],
    ['a sum below', 'Nr;Name;Vorname\n1;Roth;Ben\nSumme: 1;;', ['Ben Roth']],
    [
      'a column of genders without headings',
      ['Roth\tBen\tmale', 'Ahn\tCleo\tfemale', 'Day\tDora\tfemale', 'Fox\tEva\tfemale'].join('\n'),
      ['Roth Ben', 'Ahn Cleo', 'Day Dora', 'Fox Eva'],
    ],
    ['English headings with a column of their own', 'Surname,Forename,UPN,House\nO’Neil,Zoë,A1234,Red', ['Zoë O’Neil']],
    ['Spanish headings', 'Apellidos;Nombre;Grupo\nGarcía Márquez;José Luis;2A', ['José Luis García Márquez']],
    [
      'French headings',
      'Nom;Prénom;Classe;Date de naissance\nDe La Tour;Anne Sophie;5B;12/03/2011',
      ['Anne Sophie De La Tour'],
    ],
    ['two people in one line', 'Ada Lovelace; Bob Noyce', ['Ada Lovelace', 'Bob Noyce']],
  ])('%s', (_, text, names) => {
    expect(people(text)).toEqual(names);
  });

  test('the headings are nobody, and neither is what stands above or below the table', () => {
    const { heading, unread } = readList(
      'Klasse 7b\nNr;Name;Vorname;Geb.;Klasse\n1;Roth;Ben;01.09.2011;7b\nSumme: 1;;;;',
    );
    expect(heading).toBe('Nr;Name;Vorname;Geb.;Klasse');
    expect(unread).toEqual(['Klasse 7b', 'Summe: 1;;;;']);
  });

  test('two of one name are two if a number, a class or a birthday tells them apart', () => {
    const list = readList('Nr;Name;Vorname;Geb.\n1;Roth;Ben;01.09.2011\n2;Ahn;Cleo;02.02.2011\n3;Roth;Ben;30.01.2011');
    expect(list.people).toEqual([
      { key: 'name ben roth', name: 'Ben Roth', email: '', apart: '01.09.2011' },
      { key: 'name ahn cleo', name: 'Cleo Ahn', email: '' },
      { key: 'name 2 ben roth', name: 'Ben Roth (2)', email: '', apart: '30.01.2011' },
    ]);
    expect(list.repeated).toEqual([]);
  });

  test.each([
    ['a class', 'Ben Roth, 7a\nBen Roth, 7b', ['7a', '7b']],
    ['only the number of the row', '1;Roth;Ben;7b\n2;Roth;Ben;7b', ['1', '2']],
    [
      'a birthday, and a class that differs',
      '1,Roth,Ben,7a,1.9.2011\n2,Roth,Ben,7b,2.9.2011',
      ['7a · 1.9.2011', '7b · 2.9.2011'],
    ],
    ['something that the first lacks', 'Ben Roth\nBen Roth, 7b', [undefined, '7b']],
  ])('namesakes are told apart by %s', (_, text, apart) => {
    expect(readList(text).people.map((one) => one.apart)).toEqual(apart);
  });

  test('the same line twice is shown as repeated; a number that the teacher writes tells them apart', () => {
    expect(readList('Ben Roth\nRoth, Ben').repeated).toEqual(['Ben Roth']);
    const list = readList('Ben Roth\nBen Roth (2)\nAda Lovelace (9b)');
    expect(list.people.map(({ name }) => name)).toEqual(['Ben Roth', 'Ben Roth (2)', 'Ada Lovelace']);
    expect(list.repeated).toEqual([]);
  });
});
