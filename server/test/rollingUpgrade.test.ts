import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../src/folders';

/*
 * Instances are upgraded one at a time, so the version before works on with the migrated database. A migration therefore only adds what
 * that version can do without. What it still used goes a version later.
 */

/** The last migration before instances could be upgraded one at a time. */
const last = '0031_door_numbers.sql';

const refusals: [RegExp, string][] = [
  [/\bdrop (table|column|type|schema|view|default)\b/i, 'drops'],
  [/\brename\b/i, 'renames'],
  [/\bset not null\b/i, 'requires'],
  [/\b(set data )?type\b.*\busing\b|\balter column .* (set data )?type\b/i, 'changes the type'],
  [/\badd column(?!.*\b(default|generated)\b).*\bnot null\b/i, 'requires'],
  [/\badd constraint\b(?!.*\bnot valid\b)|\bcreate unique index\b/i, 'restricts'],
];

/** Finds what the version before could not work with, except in tables that are new. @returns what it does, and the statement */
function findBreaks(migration: string): string[] {
  const statements = migration.split('--> statement-breakpoint').map((one) => one.replaceAll(/\s+/g, ' ').trim());
  const added = statements.flatMap((one) => /^create table (if not exists )?"?(\w+)"?/i.exec(one)?.[2] ?? []);
  return statements.flatMap((one) => {
    const table = /^(alter table|create unique index \S+ on) (only )?"?(\w+)"?/i.exec(one)?.[3];
    if (table !== undefined && added.includes(table)) return [];
    return refusals.flatMap(([pattern, what]) => (pattern.test(one) ? [`${what}: ${one}`] : [])).slice(0, 1);
  });
}

test.each([
  ['alter table "sign_ins" add column "ends_at" timestamp not null;', ['requires']],
  ['alter table "sign_ins" add column "ends_at" timestamp not null default now();', []],
  ['alter table "sign_ins" add column "ends_at" timestamp;', []],
  ['alter table "sections" drop column "subject";', ['drops']],
  ['alter table "sections" alter column "subject" drop not null;', []],
  ['alter table "sections" rename to "classes";', ['renames']],
  ['alter table "sections" alter column "subject" set data type text;', ['changes the type']],
  ['create unique index "one" on "sections" ("name");', ['restricts']],
  [
    'create table "rooms" ("id" integer);--> statement-breakpoint alter table "rooms" add constraint "one" unique ("id");',
    [],
  ],
])('%s is found to break the version before: %j', (migration, found) => {
  expect(findBreaks(migration).map((one) => one.split(':')[0])).toEqual(found);
});

test('no migration breaks the version before', () => {
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql') && name > last);
  expect(readdirSync(migrationsFolder)).toContain(last);
  for (const name of files) expect(findBreaks(readFileSync(join(migrationsFolder, name), 'utf8')), name).toEqual([]);
});
