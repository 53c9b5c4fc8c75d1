import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../scripts/lib/build.mjs';
import { withoutDescriptions } from '../../scripts/lib/without-descriptions';
import { nodesOf } from '../../scripts/replay/edges';
import { machinesById } from '../../scripts/replay/machines';
import { root } from '../support/product';

test('a machine loses the descriptions of its states and transitions, and nothing else', () => {
  const code = `
    const description = 'kept: a constant';
    export const idle = ({ createStateConfig }) =>
      createStateConfig({ description: 'lost: of its own file', entry: { description: 'kept: an action' } });
    export const machine = setup({ guards: {} }).createMachine({
      description: 'lost: the chart’s',
      context: { description: 'kept: data', on: { description: 'kept: data' } },
      on: { ended: { description: 'lost: for all', target: '.done' }, description: { target: '.done' } },
      states: {
        working: {
          invoke: [{ src: 'work', input: { description: 'kept: input' }, onDone: { description: 'lost: done' } }],
          always: [{ guard: 'isIdle', description: 'lost: always' }, { target: 'done', description: 'lost: last' }],
          after: { delay: [{ 'description': 'lost: quoted', target: 'done' }] },
          states: { description: { description: 'lost: inner', ...shared } },
        },
        done: { type: 'final', description: 'lost: an end', },
      },
    });
  `;
  const left = withoutDescriptions('machine.ts', code);
  expect(left).not.toContain('lost');
  expect(left.match(/kept: [a-z ]+/g)).toEqual(code.match(/kept: [a-z ]+/g));
  expect(left).toContain("on: { ended: { target: '.done' }, description: { target: '.done' } }");
  expect(left).toContain('states: { description: { ...shared } }');
  expect(left).toContain("done: { type: 'final', },");
});

beforeAll(async () => expect(await build()).toBe(''));

test('no browser loads a description', () => {
  const descriptions = [...machinesById.values()]
    .flatMap(nodesOf)
    .flatMap(({ description, transitions, always = [] }) => [
      description,
      ...[...transitions.values(), always].flat().map((transition) => transition.description),
    ])
    .filter((text) => text !== undefined);
  expect(descriptions.length).toBeGreaterThan(10);
  const assets = join(root, 'dist/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const built = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
  // The machines themselves are included.
  expect(built).toContain('resend.submit');
  expect(descriptions.filter((text) => built.includes(text))).toEqual([]);
});
