import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { sidebarMachine } from '../../src/machines/app/sidebarMachine';

test('2 sidebar: it starts expanded and collapses; the slide-in menu starts closed and opens by itself', () => {
  const actor = createActor(sidebarMachine).start();
  expect(actor.getSnapshot().value).toEqual({ sidebar: 'expanded', menu: 'closed' });
  actor.send({ type: 'sidebar.toggle' });
  expect(actor.getSnapshot().value).toEqual({ sidebar: 'collapsed', menu: 'closed' });
  actor.send({ type: 'menu.open' });
  expect(actor.getSnapshot().value).toEqual({ sidebar: 'collapsed', menu: 'open' });
  actor.send({ type: 'sidebar.toggle' });
  actor.send({ type: 'menu.close' });
  expect(actor.getSnapshot().value).toEqual({ sidebar: 'expanded', menu: 'closed' });
});
