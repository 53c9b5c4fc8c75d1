import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/product';

/*
 * docs/security.md lists what must hold and the tests that prove it. A test names its rows at the start of its title:
 * `security 9, 11: …`. Numbers of specification rules may precede them.
 */

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

/** `| 9 | what must hold | [a test's title](../its/file.ts)<br>[another](…) |` */
const rows = page.split('\n').flatMap((line) => {
  const [, number, proofs] = /^\| (\d+) \| [^|]+ \| (.+) \|$/.exec(line) ?? [];
  return number && proofs ? [{ number: Number(number), proofs }] : [];
});

const proofsListed = rows.flatMap(({ number, proofs }) =>
  [...proofs.matchAll(/\[(.+?)\]\(\.\.\/(.+?)\)/g)].map(([, title, file]) => `${number} ${file} ${title}`),
);

const testFiles = ['server/test', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.split(sep).join('/')}`),
);

const proofsWritten = testFiles.flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\(\s*(['"`])(?:[\d., ]+ )?security (\d+(?:, \d+)*): (.+?)\1/g),
  ].flatMap(([, , numbers = '', title]) => numbers.split(', ').map((number) => `${number} ${file} ${title}`)),
);

test('each row of docs/security.md has a test', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  for (const { number } of rows) {
    expect(
      proofsWritten.filter((proof) => proof.startsWith(`${number} `)).length,
      `tests of row ${number}`,
    ).toBeGreaterThan(0);
  }
});

test('docs/security.md names exactly the tests of each row', () => {
  expect(proofsListed.toSorted()).toEqual([...new Set(proofsWritten)].toSorted());
});
