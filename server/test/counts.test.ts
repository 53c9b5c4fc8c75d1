import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/database';
import { countOf, rowsOf } from '../src/platform/database/rows';
import { openTestDatabase } from './support/server';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a count may exceed 32 bits and is a number with both drivers, also within JSON', async () => {
  const Row = v.object({ type: v.string(), all: v.number(), different: v.number(), inJson: v.array(v.number()) });
  const [row] = await rowsOf(
    database.db,
    Row,
    sql`
      select pg_typeof(${countOf()})::text as type, ${countOf()} as all, ${countOf(sql`distinct given.one`)} as different,
        json_build_array(${countOf()}) as "inJson"
      from (values (7), (7), (8)) as given(one)`,
  );
  expect(row).toEqual({ type: 'double precision', all: 3, different: 2, inJson: [3] });
});

test('no count is cast to 32 bits', () => {
  const folder = fileURLToPath(new URL('../src', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(50);
  const cast = /\bcount(?:\((?:[^()]|\([^()]*\))*\))?(?: over \(\))?::int/;
  expect(files.filter((file) => cast.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});
