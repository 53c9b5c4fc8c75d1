import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { localeOf, testSeed } from '../../scripts/lib/test-locale.mjs';
import { countTests, formatCount, journeysOfOtherSeeds, projects, selectTests } from '../../scripts/lib/tests.mjs';
import config from '../../vitest.config';

const all = {
  chromium: '/usr/bin/chromium',
  postgres: '/usr/lib/postgresql/15/bin',
  nginx: '/usr/sbin/nginx',
  pgbouncer: '/usr/sbin/pgbouncer',
  display: '/usr/bin/Xvfb',
};
const allBut = (...left: string[]) =>
  projects.filter((project) => !left.includes(project)).flatMap((project) => ['--project', project]);
const count = { passed: 3, failed: 0, skipped: 1 };

test('with every program each walk and each shared test of the server runs once', () => {
  expect(selectTests(all)).toEqual({ args: allBut('walks', 'server'), leftOut: [] });
  expect(formatCount(count)).toBe('3 passed, 0 failed, 1 skipped');
});

test.each([
  ['chromium', ['walks in Chromium', 'journeys', 'server'], /^Left out: the journeys.*Chromium.*CHROMIUM_PATH\.$/],
  ['postgres', ['walks', 'server on PostgreSQL'], /^Left out: the server on PostgreSQL.*TEST_DATABASE_URL.*\.$/],
  ['nginx', ['walks', 'server'], /^Left out: two instances behind nginx.*\.$/],
  ['pgbouncer', ['walks', 'server'], /^Left out: instances behind PgBouncer.*\.$/],
  ['display', ['walks', 'server'], /^Left out: another window over the students’ page.*Xvfb.*\.$/],
] as const)('without %s the last lines say what was left out and why, and the rest runs', (program, left, line) => {
  const { args, leftOut } = selectTests({ ...all, [program]: undefined });
  expect(args).toEqual(allBut(...left));
  const [reason, last, ...more] = formatCount(count, leftOut).split('\n');
  expect(reason).toMatch(line);
  expect([last, more]).toEqual(['3 passed, 0 failed, 1 skipped', []]);
});

test.each<[string, string[][], boolean, number[]]>([
  [
    'passed, failed and skipped tests of all files',
    [
      ['passed', 'skipped', 'todo'],
      ['passed', 'failed'],
    ],
    false,
    [2, 1, 2],
  ],
  ['a file that does not load, as a failed test', [['failed'], []], false, [0, 2, 0]],
  ['an error outside of any test, as a failed test', [['passed']], false, [1, 1, 0]],
  ['a run without tests, as a failed test', [], true, [0, 1, 0]],
])('the count has %s', (_, files, ok, [passed, failed, skipped]) => {
  const testResults = files.map((statuses) => ({
    status: statuses.includes('passed') ? 'passed' : 'failed',
    assertionResults: statuses.map((status) => ({ status })),
  }));
  expect(countTests({ testResults }, ok)).toEqual({ passed, failed, skipped });
});

test('every project is known to `npm test`', () => {
  const names = config.test?.projects?.map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : project,
  );
  expect(names).toEqual(projects);
});

test('a run picks a time zone and language, and a seed repeats them', () => {
  const pairs = Array.from({ length: 56 }, (_, seed) => Object.values(localeOf(seed)).join(' '));
  expect(new Set(pairs).size).toBe(56);
  expect(localeOf(57)).toEqual(localeOf(1));
  expect(testSeed({ TEST_SEED: '57' })).toBe(57);
  expect(() => testSeed({ TEST_SEED: 'x' })).toThrow('TEST_SEED must be a whole number, not x.');
});

test('three consecutive seeds run every journey that takes turns, each once, and none of them is the only proof of a rule', async () => {
  const folder = 'tests/journeys';
  const all = (await readdir(folder)).filter((name) => name.includes('.turn.')).map((name) => `${folder}/${name}`);
  expect(all.length).toBeGreaterThan(3);
  const left = await Promise.all([7, 8, 9].map((seed) => journeysOfOtherSeeds(seed)));
  for (const file of all) {
    expect(left.filter((files) => files.includes(file))).toHaveLength(2);
    expect(await readFile(file, 'utf8')).not.toMatch(/(test|describe)[\w.]*\(\s*['`"](security )?\d/);
  }
});
