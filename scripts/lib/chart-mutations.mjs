/**
 * Mutates charts, and runs each chart's examples against every mutation. A chart's record stands beside its examples
 * (`detection.mutations.json`): a fingerprint of both, how many mutations they kill, and why the others are accepted.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { runnerImport } from 'vite';
import { createVitest } from 'vitest/node';
import { fail, root, stopwatch } from './project.mjs';

const rooms = ['src/machines', 'student/src/machines'];
const mutator = 'tests/support/chartMutations.ts';

const read = (file) => readFileSync(join(root, file), 'utf8');
const load = async (file) => (await runnerImport(join(root, file), { root, configFile: false })).module;

/** Returns every chart with the files of its machine, its examples and its record. */
function listCharts() {
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true }).map((file) => posix.join(room, file.replaceAll('\\', '/'))),
  );
  return files
    .filter((file) => file.endsWith('Machine.ts'))
    .map((machine) => {
      const name = basename(machine, 'Machine.ts');
      const feature = machine.startsWith('student/') ? 'student' : basename(posix.dirname(machine));
      // The forms share one chart.
      const declarations = name === 'form' ? files.filter((file) => file.endsWith('Form.ts')) : [];
      return {
        ...{ name, machines: [machine, ...declarations] },
        ...{ examples: `tests/${feature}/${name}.test.ts`, record: `tests/${feature}/${name}.mutations.json` },
      };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns a file and what it imports from its own folder and below, directly or not. */
function withImports(file, folder = posix.dirname(file), found = new Set()) {
  found.add(file);
  for (const [, path] of read(file).matchAll(/ from '(\.[^']+)'/g)) {
    const imported = `${posix.join(posix.dirname(file), path)}.ts`;
    if (imported.startsWith(`${folder}/`) && !found.has(imported)) withImports(imported, folder, found);
  }
  return [...found];
}

/** Returns a file's text without comments on lines of their own. */
const codeOf = (file) =>
  read(file)
    .replaceAll('\r\n', '\n')
    .replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*)\n/gm, '');

/** Returns what identifies a chart, its examples, and the mutations that are accepted. */
function fingerprintOf({ machines, examples }, accepted) {
  const files = [...new Set([mutator, examples, ...machines.flatMap((file) => withImports(file))])].sort();
  const hash = createHash('sha256');
  for (const text of [...files.map(codeOf), ...Object.keys(accepted).sort()]) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

const readRecord = ({ record }) => (existsSync(join(root, record)) ? JSON.parse(read(record)) : {});

/**
 * Runs each chart's examples against each mutation, prints what is wrong, and records the charts where nothing is.
 *
 * @param {{ names?: string[], onlyChanged?: boolean }} options `names` of the charts, none: all; `onlyChanged`: those
 *   whose code or examples have changed since they were recorded, and those without a record
 * @returns {Promise<boolean>} whether every mutation is killed or accepted
 */
export async function runChartMutations({ names = [], onlyChanged = false }) {
  const all = listCharts();
  const unknown = names.find((name) => !all.some((chart) => chart.name === name));
  if (unknown !== undefined) fail(`There is no chart ${unknown}: ${all.map(({ name }) => name).join(', ')}.`);
  const wanted = all.filter((chart) => {
    if (!onlyChanged) return names.length === 0 || names.includes(chart.name);
    const { fingerprint, accepted = {} } = readRecord(chart);
    return fingerprint !== fingerprintOf(chart, accepted);
  });
  let isGreen = true;
  for (const chart of wanted) isGreen = (await mutate(chart)) && isGreen;
  console.log(`mutations: ${wanted.length} of ${all.length} charts tried`);
  return isGreen;
}

/** Returns whether every mutation of a chart is killed or accepted, and records it then. */
async function mutate(chart) {
  const { name, examples, record } = chart;
  const time = stopwatch();
  const { charts } = await load('tests/support/charts.ts');
  const { mutationsOf } = await load(mutator);
  const ids = charts[name].map(({ machine }) => machine.id);
  const mutations = [...new Set(charts[name].flatMap(({ machine }) => mutationsOf(machine).map((one) => one.name)))];
  const survivors = await survivorsOf(examples, ids, mutations);
  if (survivors === undefined) {
    console.log(`${examples} fails without any mutation.`);
    return false;
  }
  const { accepted = {} } = readRecord(chart);
  const killed = mutations.length - survivors.length;
  console.log(`${name}: ${killed} of ${mutations.length} killed (${time()})`);
  const survived = survivors.filter((one) => !(one in accepted));
  const overdue = Object.keys(accepted).filter((one) => !survivors.includes(one));
  for (const one of survived) console.log(`  survived: ${one}`);
  for (const one of overdue) console.log(`  no longer survives: ${one}`);
  if (survived.length > 0) {
    console.log(
      `  Write an example in ${examples} that fails then, or the reason why none can in ${record}: \`accepted\`.`,
    );
  }
  if (overdue.length > 0) console.log(`  Remove its reason from ${record}.`);
  if (survived.length + overdue.length > 0) return false;
  const text = { fingerprint: fingerprintOf(chart, accepted), killed, accepted };
  writeFileSync(join(root, record), `${JSON.stringify(text, null, 2)}\n`);
  return true;
}

/** Stands for the chart as it is. */
const none = '(none)';

/** Makes a file of tests a function that declares them. */
const callable = {
  name: 'examples',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('?examples')) return;
    const imports = /^import\s[^;]*;$/gm;
    return `${code.match(imports).join('\n')}\nexport default () => {${code.replace(imports, '')}};`;
  },
};

/** How many mutations are tried in one run, which needs memory for each. */
const batchSize = 150;

/** @returns {Promise<string[] | undefined>} the surviving mutations; undefined if the examples fail without any */
async function survivorsOf(examples, machines, mutations) {
  const vitest = await createVitest(
    'test',
    {
      ...{ root, config: false, include: ['tests/support/mutatedExamples.ts'], watch: false, reporters: [{}] },
      ...{ maxWorkers: 1, isolate: false, testTimeout: 2_000 },
    },
    { plugins: [callable] },
  );
  try {
    const specifications = await vitest.globTestSpecifications();
    const survivors = [];
    for (let tried = 0; tried < mutations.length; tried += batchSize) {
      const batch = [none, ...mutations.slice(tried, tried + batchSize)];
      vitest.provide('mutated', { machines, mutations: batch, examples: join(root, `${examples}?examples`) });
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      const suites = testModules.flatMap(({ children }) => [...children.suites()]);
      if (suites.length !== batch.length) throw unhandledErrors[0] ?? testModules[0].errors()[0];
      const passed = suites.filter((suite) => suite.ok()).map(({ name }) => name);
      if (passed.shift() !== none) return undefined;
      survivors.push(...passed);
    }
    return survivors;
  } finally {
    await vitest.close();
  }
}
