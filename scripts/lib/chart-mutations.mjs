/** Mutates chart objects, and runs each chart's examples. */
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { createVitest } from 'vitest/node';
import { fail, root, stopwatch } from './project.mjs';

const load = async (file) => (await runnerImport(join(root, file), { root, configFile: false })).module;

/** Equivalent mutations by chart, with the reason. */
const equivalent = {
  detection: {
    'known starts in inactive':
      'No source would report a change yet, so the chart moves on to unknown within the same step.',
    'known starts in active':
      'No source would report a change yet, so the chart moves on to unknown within the same step.',
    'known.inactive —always [isUnheard]→ known.unknown leads to known.active':
      'There too no source would report a change, so the chart moves on to unknown within the same step.',
    'known.active —always [isUnheard]→ known.unknown leads to known.inactive':
      'There too no source would report a change, so the chart moves on to unknown within the same step.',
    'agents starts in awaited': 'No agents are awaited yet, so the state is left within the same step.',
    'agents starts in missed': 'No agents are awaited yet, so the state is left within the same step.',
    'agents.awaited —always [areNotAwaited]→ agents.untold leads to agents.missed':
      'Agents are no longer awaited, so the state is left within the same step.',
    'agents.missed —always [areNotAwaited]→ agents.untold leads to agents.awaited':
      'Agents are no longer awaited, so the state is left within the same step.',
    'watched.open.refreshes starts in waiting': 'If detection is inactive, the state is left within the same step.',
    'watched.open.refreshes.waiting —page.shown→ watched.open.refreshes.waiting leads to watched.open.refreshes.resting':
      'Detection is active, so the wait begins again within the same step.',
    'watched.open.refreshes.waiting —after logRefreshInterval→ watched.open.refreshes.waiting leads to watched.open.refreshes.resting':
      'Detection is active, so the wait begins again within the same step.',
  },
  logout: {
    'open starts in saving': 'Transitions always name one of its child states.',
    'open starts in stopping': 'Transitions always name one of its child states.',
  },
  resend: {
    '(root) starts in coolingDown': 'No code has been sent yet, so the chart moves on to ready within the same step.',
  },
  section: {
    'failed —section.retry→ finding leads to opening':
      'The list did not have the section at the start, so the chart moves on to finding within the same step.',
  },
  session: { 'writes starts in underWay': 'No write is in flight yet, so the state is left within the same step.' },
};

/**
 * Runs each chart's examples against each mutation and prints the survivors.
 *
 * @param {string[]} names of the charts; none: all
 * @returns {Promise<{ killed: number, equivalent: number, survived: number }>} `equivalent`: survived and accepted
 */
export async function runChartMutations(names) {
  const { charts } = await load('tests/support/charts.ts');
  const { mutationsOf } = await load('tests/support/chartMutations.ts');
  const unknown = names.find((name) => !(name in charts));
  if (unknown !== undefined) fail(`There is no chart ${unknown}: ${Object.keys(charts).join(', ')}.`);
  const count = { killed: 0, equivalent: 0, survived: 0 };
  for (const [chart, declarations] of Object.entries(charts)) {
    if (names.length > 0 && !names.includes(chart)) continue;
    const time = stopwatch();
    const ids = declarations.map(({ machine }) => machine.id);
    const mutations = new Set(declarations.flatMap(({ machine }) => mutationsOf(machine).map(({ name }) => name)));
    const survivors = await survivorsOf(chart, ids, [...mutations]);
    console.log(`${chart}: ${mutations.size - survivors.length} of ${mutations.size} killed (${time()})`);
    for (const name of survivors) {
      const reason = equivalent[chart]?.[name];
      console.log(reason ? `  equivalent: ${name}. ${reason}` : `  SURVIVED: ${name}`);
      count[reason ? 'equivalent' : 'survived'] += 1;
    }
    count.killed += mutations.size - survivors.length;
  }
  return count;
}

/** @returns {Promise<string[]>} the surviving mutations */
async function survivorsOf(chart, machines, mutations) {
  const vitest = await createVitest('test', {
    root,
    config: false,
    // Generated paths and documents are left out: they would be generated from the changed chart.
    include: [`tests/*/${chart}.test.ts`],
    setupFiles: [join(root, 'tests/support/mutatedCharts.ts')],
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
  });
  try {
    const examples = await vitest.globTestSpecifications([`/${chart}.test.ts`]);
    const pass = async (mutation) => {
      vitest.provide('chartMutation', mutation && { machines, name: mutation });
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(examples);
      return testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
    };
    if (examples.length === 0) throw new Error(`The chart ${chart} has no examples.`);
    if (!(await pass(null))) throw new Error(`The examples of the chart ${chart} fail without any mutation.`);
    const survivors = [];
    for (const mutation of mutations) if (await pass(mutation)) survivors.push(mutation);
    return survivors;
  } finally {
    await vitest.close();
  }
}
