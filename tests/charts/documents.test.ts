import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setup } from 'xstate';
import { charts } from '../support/charts';
import { documents } from '../support/documents/documents';
import { mermaidOf } from '../support/documents/mermaid';

const { pages, drawings, total } = documents();

test('there is a page and a drawing of every chart, and an index that leads to them', () => {
  const names = Object.keys(charts);
  expect(Object.keys(drawings).filter((name) => !name.includes('.'))).toEqual(names);
  const charted = Object.keys(pages).filter((name) => !name.startsWith('paths/'));
  expect(charted).toEqual(['README.md', ...names.map((name) => `${name}.md`)]);
  for (const name of names) {
    expect(pages['README.md']).toContain(`[${name}](${name}.md)`);
    expect(pages[`${name}.md`]).toMatch(/^Invariants:/m);
  }
  for (const name of Object.keys(drawings)) {
    expect(pages[`${name.split('.')[0]}.md`]).toContain(`![The chart ${name}](${name}.svg)`);
  }
  expect(total).toMatch(
    /^charts: \d+, edges covered: (\d+) of \1, states × events: \d+ of \d+, paths: \d+; walked on the real screens: \d+, by hand: \d+, smoke: \d+$/,
  );
});

test('each name under a drawing leads to a state of the table, and back to its own drawing', () => {
  const links = Object.entries(pages).flatMap(([name, text]) =>
    [...text.matchAll(/\]\(#(.+?)\)/g)].map(([, target]) => ({
      name,
      target,
      found: text.includes(`<a id="${target}"></a>`),
    })),
  );
  expect(links.length).toBeGreaterThan(Object.keys(drawings).length);
  expect(links.filter(({ found }) => !found)).toEqual([]);
});

test('the text of every drawing has at least 11 px on a page 880 px wide', () => {
  const narrow = Object.keys(drawings).filter((name) => {
    const svg = readFileSync(new URL(`../../docs/statecharts/${name}.svg`, import.meta.url), 'utf8');
    const [, width, fontSize] = /viewBox="\S+ \S+ (\S+) .*?font-size:(\d+)px/s.exec(svg) ?? [];
    return !((Number(fontSize) * 880) / Math.max(880, Number(width)) >= 11);
  });
  expect(narrow).toEqual([]);
});

test('a page has what the doc comments and descriptions say', () => {
  expect(pages['detection.md']).toContain('\nDetection in one section (section 4): the only owner of its status.');
  expect(pages['auth.md']).toContain(
    '| `session.started` | A sign-in has stored its tokens. | [`signedIn`](#state.signedIn)',
  );
  expect(pages['resend.md']).toContain('| `isCooledDown` | The countdown’s deadline has passed. |');
  expect(pages['notice.md']).toContain('| `noticeDuration` | 3 s | How long a notice stays. |');
  expect(pages['liveChannel.md']).toContain('| `backoffDelay` | 1 s, 2 s, 4 s, 8 s, 16 s |');
  expect(pages['auth.md']).toContain('| 2 | `restoring` | always |  | `signedOut` |  |');
});

test('a drawing shows states, parts, arrows and what stays inside a state', () => {
  const lamp = setup({
    types: { events: {} as { type: 'switch.press' } | { type: 'bulb.break' } | { type: 'lamp.shake' } },
    guards: { hasPower: () => true },
    delays: { burnTime: 1_000 },
  }).createMachine({
    id: 'lamp',
    initial: 'dark',
    on: { 'bulb.break': '.broken' },
    states: {
      dark: { on: { 'switch.press': { guard: 'hasPower', target: 'lit' } } },
      lit: {
        initial: 'steady',
        on: { 'switch.press': 'dark', 'lamp.shake': { target: 'lit', reenter: true } },
        after: { burnTime: 'dark' },
        states: { steady: { on: { 'lamp.shake': {} } } },
      },
      broken: { type: 'final' },
    },
  });
  expect(mermaidOf(lamp.root, 'lamp')).toBe(`---
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
  lamp_dark --> lamp_lit : switch.press<br/>[hasPower]
  lamp_lit --> lamp_dark : switch.press<br/>after burnTime
  lamp_dark --> lamp_broken : bulb.break
  lamp_lit --> lamp_broken : bulb.break
`);
});
