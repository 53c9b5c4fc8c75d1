import lighthouse from 'lighthouse';
import { version } from 'lighthouse/package.json';
import { freePort } from '../server/test/support/freePort';
import { signIn } from './browser';
import { openSchool } from './openSchool';
import { type Group, median, type Row, row } from './run';
import { places } from './school';

const rounds = 3;
const categories = { performance: 98, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof categories;
const all: Category[] = ['performance', 'accessibility', 'best-practices'];
/** Signed-in pages are opened from one another, which Lighthouse does not measure; the groups `moves` and `lesson` do. */
const signedIn: Category[] = ['accessibility', 'best-practices'];

const publicPages = {
  'sign-in': '/login',
  register: '/register',
  'verify the e-mail': '/verify-otp?email=ada@school.example',
  'forgot password': '/forgot-password',
  'reset password': '/reset-password/some-token',
};

/** Runs Lighthouse with its defaults (a slow phone) on every public page and the main signed-in pages. */
export const measureLighthouse: Group = async (run) => {
  run.uses(`Lighthouse ${version}`);
  const port = Number(await freePort());
  const { url, teacher, context } = await openSchool(run, [`--remote-debugging-port=${port}`]);

  const rows: Row[] = [];
  const measure = async (pages: Record<string, string>, measured: readonly Category[]) => {
    for (const [name, path] of Object.entries(pages)) {
      rows.push(...(await scoresOf(name, url + path, port, measured)));
    }
  };
  await measure(publicPages, all);
  await signIn(await context.newPage(), url, teacher);
  const section = `/sections/${teacher.sectionIds[places.lesson]}`;
  await measure({ dashboard: '/dashboard', section, logs: `${section}/detection-logs` }, signedIn);
  return rows;
};

async function scoresOf(name: string, url: string, port: number, measured: readonly Category[]): Promise<Row[]> {
  const scores = measured.map((): number[] => []);
  const faults = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const result = await lighthouse(url, {
      port,
      onlyCategories: [...measured],
      logLevel: 'error',
      disableStorageReset: true,
    });
    if (!result || result.lhr.runtimeError) throw new Error(`${name}: ${result?.lhr.runtimeError?.message}`);
    for (const [index, category] of measured.entries()) {
      scores[index]?.push((result.lhr.categories[category]?.score ?? 0) * 100);
      if (category === 'performance') continue;
      for (const { id, weight } of result.lhr.categories[category]?.auditRefs ?? []) {
        const audit = result.lhr.audits[id];
        if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1) faults.add(`${category}: ${id}`);
      }
    }
  }
  for (const fault of faults) console.log(`${name}: ${fault}`);
  return measured.map((category, index) =>
    row(`${name}, ${category.replace('-', ' ')}`, median(scores[index] ?? []), '', { atLeast: categories[category] }),
  );
}
