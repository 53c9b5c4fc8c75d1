import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../src/domain/account/passwords';
import { teachers } from '../../src/domain/tables/account';
import { startTestServer, type TestServer } from '../support/server';
import { newEmail, password } from '../support/teachers';

/** Tries of each kind per measurement, and how often it is repeated when the machine was busy. */
const tries = 200;
const measurements = 8;
const mostDifference = 0.05;

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

/** Creates teachers with a password. @returns their emails */
async function enrol(server: TestServer, verifiedAt: Date | null): Promise<string[]> {
  const emails = Array.from({ length: tries }, newEmail);
  const name = { firstName: 'Ada', lastName: 'Muster' };
  const rows = emails.map((email) => ({ ...name, email, passwordHash, verifiedAt }));
  await server.database.db.insert(teachers).values(rows);
  return emails;
}

const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

interface Figures {
  known: number;
  unknown: number;
  difference: number;
}

/**
 * Requests a known and an unknown email alternately, each first equally often.
 * @returns medians in milliseconds; `difference` is that of neighbours, for which the machine was equally busy
 */
async function measure(url: string, path: string, known: string[], more: object): Promise<Figures> {
  const emails = known.flatMap((email, index) => (index % 2 === 0 ? [email, newEmail()] : [newEmail(), email]));
  const bodies = emails.map((email) => ({ email, ...more }));
  const stopwatch = new URL('../support/stopwatch.mjs', import.meta.url);
  const worker = new Worker(stopwatch, { workerData: { url, path, bodies } });
  const [timed]: { took: number; answer: string }[][] = await once(worker, 'message');
  expect(new Set(timed?.map(({ answer }) => answer))).toHaveLength(1);
  const isKnown = new Set(known);
  const timesOf = (which: boolean) =>
    timed?.flatMap(({ took }, index) => (isKnown.has(emails[index] ?? '') === which ? [took] : [])) ?? [];
  const [ofKnown, ofUnknown] = [timesOf(true), timesOf(false)];
  return {
    known: median(ofKnown),
    unknown: median(ofUnknown),
    difference: median(ofKnown.map((took, index) => took - (ofUnknown[index] ?? Number.NaN))),
  };
}

test.each([
  ['sign-in', '/account/login/teacher/', new Date(), { password: 'a wrong one' }],
  ['forgotten password', '/account/forgot-password/', new Date(), {}],
  ['resending', '/account/resend-otp/', null, {}],
])(
  'security 11: %s takes as long for known e-mails as for unknown ones',
  async (what, path, verifiedAt, more) => {
    const differences: number[] = [];
    while (differences.length < measurements && !differences.some((difference) => difference < mostDifference)) {
      const server = await startTestServer();
      const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
      await measure(url, path, (await enrol(server, verifiedAt)).slice(0, tries / 5), more);
      const figures = await measure(url, path, await enrol(server, verifiedAt), more);
      await server.close();
      const { known, unknown } = figures;
      const difference = Math.abs(figures.difference) / Math.min(known, unknown);
      const medians = `known ${known.toFixed(3)} ms, unknown ${unknown.toFixed(3)} ms`;
      console.warn(`${what}: ${medians}, ${(difference * 100).toFixed(1)} % apart`);
      differences.push(difference);
    }
    expect(differences.at(-1)).toBeLessThan(mostDifference);
  },
  900_000,
);
