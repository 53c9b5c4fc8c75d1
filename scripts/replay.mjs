/** `npm run replay FILE`: replays a report on the machines step by step and prints where they differ from it. */
import './lib/node-version.mjs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installWhenStale } from './lib/install.mjs';
import { fail, root } from './lib/project.mjs';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) fail('Name one report: npm run replay vigil-report-2026-11-21-0930.json');

await installWhenStale();
const { runnerImport } = await import('vite');
const load = async (path) => (await runnerImport(join(root, path))).module;
const [{ eventName, statesInWords }, { readReport }, { replayReport }] = await Promise.all([
  load('src/recorder/names.ts'),
  load('src/recorder/report.ts'),
  load('scripts/replay/replayReport.ts'),
]);

const text = await readFile(file, 'utf8').catch((error) => fail(`${file} cannot be read: ${error.code}.`));
const replay = attempt(() => replayReport(readReport(text)));

const states = ({ value, status }) => statesInWords(value) + (status === 'active' ? '' : ` (${status})`);
const time = (at) => new Date(at).toISOString().slice(11, 23);

for (const [
  index,
  { at, machine, session, event, from, edges, replayed, agrees, since, ...reported },
] of replay.steps.entries()) {
  console.log(`${index + 1}. ${time(at)} ${machine} (${session}): ${eventName(event.type)}`);
  console.log(`   ${from === undefined ? '' : `${states({ value: from, status: 'active' })} ⇒ `}${states(replayed)}`);
  for (const edge of edges) console.log(`   taken: ${edge}`);
  if (since) {
    const counted = Object.entries(since.counted).map(([type, count]) => `${eventName(type)} (${count})`);
    console.log(`   unchanged until ${time(since.until)}: ${counted.join(', ')}`);
  }
  if (!agrees) console.log(`   BUT the report says ${states(reported)}`);
}

console.log('\nFinal states:');
for (const { machine, session, reported, replayed, agrees } of replay.actors) {
  console.log(
    `${machine} (${session}): ${states(replayed)}${agrees ? '' : `, BUT the report says ${states(reported)}`}`,
  );
}

const differences = [...replay.steps, ...replay.actors].filter(({ agrees }) => !agrees);
console.log(
  differences.length === 0
    ? `\nAll ${replay.steps.length} steps and ${replay.actors.length} actors agree with the report.`
    : `\nThe machines do not agree with the report: ${differences.length} differences, the first in ${differences[0].machine} (${differences[0].session}).`,
);
if (differences.length > 0) process.exitCode = 1;

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return fail(error.message);
  }
}
