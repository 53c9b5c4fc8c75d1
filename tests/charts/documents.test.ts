import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { edgesOf } from '../../scripts/replay/edges';
import { charts } from '../support/charts';
import { documents } from '../support/documents/documents';
import { ranges, table } from '../support/documents/markdown';
import { mermaidOf } from '../support/documents/mermaid';
import { plainWords, type WordsOf } from '../support/documents/plainWords';
import { seenAfter } from '../support/documents/seen';
import { edgesTable } from '../support/documents/tables';
import { pathsOf } from '../support/paths';

const { pages, drawings, total } = documents();

/** A chart with one of everything that a page tells. */
const lamp = setup({
  types: { events: {} as { type: 'switch.press' } | { type: 'bulb.break' } | { type: 'lamp.shake' } },
  guards: { hasPower: () => true },
  delays: { burnTime: 1_000 },
}).createMachine({
  id: 'lamp',
  initial: 'dark',
  on: { 'bulb.break': '.broken' },
  states: {
    dark: { description: 'There is no light.', on: { 'switch.press': { guard: 'hasPower', target: 'lit' } } },
    lit: {
      description: 'There is light.',
      initial: 'steady',
      on: { 'switch.press': 'dark', 'lamp.shake': { target: 'lit', reenter: true } },
      after: { burnTime: 'dark' },
      states: { steady: { description: 'It is a steady light.', on: { 'lamp.shake': {} } } },
    },
    broken: { description: 'There are splinters.', type: 'final' },
  },
});

const lampWords: WordsOf<typeof lamp> = {
  before: 'Sit down.',
  events: {
    'switch.press': 'Press the switch',
    'bulb.break': 'Break the bulb',
    'lamp.shake': (_, before) => (before.matches('lit') ? 'Shake the light' : 'Shake the lamp'),
  },
  states: { dark: 'no light', 'lit.steady': 'a steady light', broken: 'splinters' },
};

const lampPaths = () =>
  pathsOf(lamp, {
    events: {
      'switch.press': [{ type: 'switch.press' }],
      'bulb.break': [{ type: 'bulb.break' }],
      'lamp.shake': [{ type: 'lamp.shake' }],
    },
  }).paths;

describe('pages', () => {
  test('there is a page and a drawing of every chart, and an index that leads to them', () => {
    const names = Object.keys(charts);
    expect(Object.keys(drawings)).toEqual(names);
    expect(Object.keys(pages)).toEqual(['README.md', ...names.map((name) => `${name}.md`)]);
    for (const name of names) {
      expect(pages['README.md']).toContain(`[${name}](${name}.md)`);
      expect(pages[`${name}.md`]).toContain(`![The chart ${name}](${name}.svg)`);
    }
  });

  test.each(Object.keys(charts))('%s: every edge is covered by a path, and every path covers what it says', (name) => {
    const page = pages[`${name}.md`] ?? '';
    const edges = [...page.matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm)].filter(([row]) => !row.includes('chart '));
    const covers = [...page.matchAll(/^Covers edges? (.+)\.$/gm)].map(([, numbers = '']) => numbersIn(numbers));
    expect(edges.length).toBeGreaterThan(0);
    expect(page).toContain(`edges covered: ${edges.length} of ${edges.length}, paths: ${covers.length}\n`);
    for (const [, edge, paths = ''] of edges) {
      const taken = covers.flatMap((numbers, index) => (numbers.includes(Number(edge)) ? [index + 1] : []));
      expect(numbersIn(paths), `paths of edge ${edge}`).toEqual(taken);
      expect(taken).not.toEqual([]);
    }
  });

  test('the last line counts all charts together', () => {
    const [, charted, covered, edges, paths] =
      /^charts: (\d+), edges covered: (\d+) of (\d+), paths: (\d+)$/.exec(total) ?? [];
    expect(Number(charted)).toBe(Object.keys(charts).length);
    expect(covered).toBe(edges);
    const all = Object.values(pages).join('\n');
    expect(all.match(/^Covers edge/gm)).toHaveLength(Number(paths));
  });

  test('a call that they name is one of the contract', () => {
    const contract = readFileSync(new URL('../../api/openapi.yaml', import.meta.url), 'utf8');
    const calls = new Set(Object.values(pages).flatMap((page) => page.match(/(GET|POST|DELETE) \/[\w/{}-]+/g) ?? []));
    expect(calls.size).toBeGreaterThan(10);
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      expect(contract, call).toMatch(
        new RegExp(`^  ${path.replaceAll(/[{}]/g, '\\$&')}:\\n(    .*\\n|\\n)*?    ${method.toLowerCase()}:`, 'm'),
      );
    }
  });

  test('5.2, 4.18 a path says what a teacher does and reads', () => {
    expect(pages['form.md']).toContain(
      'Type two different passwords as **Password** and **Confirm password**, and press **Create account** | “Passwords do not match” at **Confirm password**; nothing is sent',
    );
    expect(pages['form.md']).toContain('Wait 1.5 s → see: `/verify-otp?email=ada%40school.example` opens.');
  });

  test('4.30 a delay is told with its values and the rule that gives them', () => {
    expect(pages['liveChannel.md']).toMatch(/^\| `backoffDelay` \| 1 s, 2 s, 4 s, 8 s, 16 s \| .* \| 4\.30: /m);
  });

  test('what a chart is for and what always holds come from its doc comment', () => {
    expect(pages['detection.md']).toContain('\nDetection in one section (section 4): the only owner of its status.');
    expect(pages['detection.md']).toContain(
      '\n- A lesson that ends without a local stop counts as ended elsewhere, until the next one.\n',
    );
    expect(pages['roster.md']).toContain('\n- Every removal is confirmed first.');
  });

  test.each(Object.keys(charts))('%s: it is said what always holds', (name) => {
    expect(pages[`${name}.md`]).toMatch(/\n## What always holds\n\n- /);
  });
});

describe('plain words', () => {
  const [start] = lampPaths();
  const snapshot = start!.start.snapshot;

  test('a missing one is named', () => {
    const words = plainWords(lamp, { before: '' });
    const pressed = { event: { type: 'switch.press' }, wait: 0 };
    expect(() => words.step(pressed, snapshot)).toThrow('lamp has no plain words for the event switch.press');
    expect(() => words.guard('hasPower')).toThrow('lamp has no plain words for the guard hasPower');
    expect(() => words.delay('burnTime')).toThrow('lamp has no plain words for the delay burnTime');
  });

  test('the chart’s own come first: a description says what a state means, and what is seen when nothing else does', () => {
    const described = setup({}).createMachine({
      id: 'described',
      initial: 'dark',
      states: { dark: { description: 'There is no light.' }, lit: {} },
    });
    const wordsWith = (states: WordsOf<typeof described>['states'] & {}) =>
      plainWords(described, { before: '', states });
    const dark = createActor(described).getSnapshot();
    const [node] = dark._nodes.filter(({ key }) => key === 'dark');
    expect(() => wordsWith({ lit: '“On”' }).stateMeans('lit')).toThrow(
      'The chart described has no plain words for the state lit',
    );
    expect(wordsWith({}).stateMeans('dark')).toBe('There is no light.');
    expect(wordsWith({}).seen(dark)).toEqual([{ node, text: 'there is no light' }]);
    expect(wordsWith({ dark: '“Off”' }).stateMeans('dark')).toBe('There is no light.');
    expect(wordsWith({ dark: '“Off”' }).seen(dark)).toEqual([{ node, text: '“Off”' }]);
  });

  test('the description of a transition stands at its edge', () => {
    const lamp = setup({
      actions: { glow: () => {} },
      types: { events: {} as { type: 'switch.press' } },
    }).createMachine({
      id: 'lamp',
      on: { 'switch.press': { actions: 'glow', description: 'It has no other part.' } },
    });
    const [edge = ''] = edgesOf(lamp);
    expect(edgesTable(lamp, [edge], [[1]])).toContain('| `glow` It has no other part. | 1 |');
  });

  test('a doc comment in the setup says what a guard and a delay are', () => {
    expect(pages['resend.md']).toContain('| `isCooledDown` | The countdown’s deadline has passed. |');
    expect(pages['notice.md']).toContain('| `noticeDuration` | 3 s | How long a notice stays. | 4.27: ');
  });

  test('an actor ends as its call does, unless its words say otherwise; without either it is named', () => {
    const ended = (outcome: object) => ({ event: { type: 'xstate.done.actor.findBulb', ...outcome }, wait: 0 });
    const failed = { event: { type: 'xstate.error.actor.findBulb' }, wait: 0 };
    const silent = plainWords(lamp, lampWords);
    expect(() => silent.step(ended({}), snapshot)).toThrow('the answer of findBulb');
    expect(() => silent.step(failed, snapshot)).toThrow('the failure of findBulb');
    const words = plainWords(lamp, {
      ...lampWords,
      calls: { findBulb: '`GET /bulbs/`' },
      answers: { findBulb: (output) => (output === null ? 'Hide the bulbs' : undefined) },
    });
    expect(words.step(ended({ output: null }), snapshot)).toBe('Hide the bulbs');
    expect(words.step(ended({ output: [1, 2] }), snapshot)).toBe(
      'Let the server answer `GET /bulbs/` with a list of 2',
    );
    expect(words.step(failed, snapshot)).toBe('Let `GET /bulbs/` fail');
  });

  test('a step says what to do, and what comes into sight', () => {
    const words = plainWords(lamp, lampWords);
    const told = lampPaths().map(({ start, steps }) =>
      steps.map((step, index) => {
        const before = steps[index - 1]?.snapshot ?? start.snapshot;
        return `${words.step(step, before)} → ${seenAfter(lamp, words, before, step)}`;
      }),
    );
    expect(told).toContainEqual(['Press the switch → a steady light', 'Wait 1 s → no light']);
    expect(told).toContainEqual(['Press the switch → a steady light', 'Shake the light → nothing changes']);
    expect(told).toContainEqual(['Break the bulb → splinters']);
  });
});

test('a drawing shows states, parts, arrows and what stays inside a state', () => {
  expect(mermaidOf(lamp, 'lamp')).toBe(`---
title: "lamp"
---
stateDiagram-v2
  accTitle: The statechart lamp
  [*] --> lamp_dark
  state "dark" as lamp_dark
  state "lit<br/>lamp.shake → lit" as lamp_lit {
    [*] --> lamp_lit_steady
    state "steady" as lamp_lit_steady
    lamp_lit_steady : lamp.shake
  }
  state "broken" as lamp_broken
  lamp_broken --> [*]
  lamp_dark --> lamp_lit : switch.press [hasPower]
  lamp_lit --> lamp_dark : switch.press<br/>after burnTime
  lamp_dark --> lamp_broken : bulb.break
  lamp_lit --> lamp_broken : bulb.break
`);
});

test('numbers are told in ranges, and cells cannot break their table', () => {
  expect(ranges([7, 1, 2, 3, 10, 9])).toBe('1–3, 7, 9, 10');
  expect(table(['a'], [['b | c\nd']])).toBe('| a |\n| --- |\n| b \\| c d |');
});

/** The numbers that ranges tell. */
function numbersIn(text: string): number[] {
  return text.split(', ').flatMap((range) => {
    const [first = 0, last = first] = range.split('–').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
