import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/* Entries of the history for what Back closes, with a history that takes its steps later, as browsers do. */

/** One tab's history. `left` records what Back closed. */
function createTab(...entries: (string | null)[]) {
  let states: unknown[] = entries.map((backEntry) => (backEntry === null ? { key: 'page' } : { backEntry }));
  let place = states.length - 1;
  const window = Object.assign(new EventTarget(), {
    history: {
      get state() {
        return states[place];
      },
      pushState(state: unknown) {
        states = [...states.slice(0, place + 1), state];
        place += 1;
      },
      go: (steps: number) => void go(steps),
    },
  });
  async function go(steps: number) {
    await new Promise((resolve) => setTimeout(resolve));
    step(steps);
  }
  function step(steps: number) {
    if (states[place + steps] === undefined) return;
    place += steps;
    window.dispatchEvent(new Event('popstate'));
  }
  vi.stubGlobal('window', window);
  return {
    go,
    step,
    replace: () => void states.splice(place, 1, { key: 'another page' }),
    /** Lets steps arrive. */
    rest: async () => {
      for (let step = 0; step < 5; step += 1) await new Promise((resolve) => setTimeout(resolve));
      return { place, last: states.length - 1 };
    },
  };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const onLeft = (name: string, left: string[]) => () => void left.push(name);

async function load() {
  const { addBackEntry, watchBackEntries } = await import('../../src/services/app/backEntries');
  watchBackEntries();
  const left: string[] = [];
  return { left, hold: (name: string) => addBackEntry(onLeft(name, left)) };
}

test('Back closes once; releasing it afterwards goes no further', async () => {
  const { go, rest } = createTab(null, null);
  const { hold, left } = await load();
  const release = hold('viewer');
  expect(await rest()).toEqual({ place: 2, last: 2 });
  await go(-1);
  release();
  expect([await rest(), left]).toEqual([{ place: 1, last: 2 }, ['viewer']]);
});

test('Back that is pressed as soon as it shows closes it, and stays on the page', async () => {
  const { step, rest } = createTab(null, null);
  const { hold, left } = await load();
  hold('viewer');
  await Promise.resolve();
  step(-1);
  expect([await rest(), left]).toEqual([{ place: 1, last: 2 }, ['viewer']]);
});

test('closing otherwise goes back, once for two presses, and closes nothing else', async () => {
  const { rest } = createTab(null, null);
  const { hold, left } = await load();
  const release = hold('viewer');
  await rest();
  release();
  release();
  expect([await rest(), left]).toEqual([{ place: 1, last: 2 }, []]);
});

test('what closes at once leaves no entry', async () => {
  const { rest } = createTab(null);
  const { hold, left } = await load();
  hold('viewer')();
  expect([await rest(), left]).toEqual([{ place: 0, last: 0 }, []]);
});

test('what opens while the step back is under way gets its entry after it', async () => {
  const { go, rest } = createTab(null, null);
  const { hold, left } = await load();
  const release = hold('viewer');
  await rest();
  release();
  await Promise.resolve();
  hold('sheet');
  expect(await rest()).toEqual({ place: 2, last: 2 });
  await go(-1);
  expect([await rest(), left]).toEqual([{ place: 1, last: 2 }, ['sheet']]);
});

test('one over the other: Back closes the upper one first', async () => {
  const { go, rest } = createTab(null);
  const { hold, left } = await load();
  hold('sheet');
  hold('viewer');
  await go(-1);
  expect(left).toEqual(['viewer']);
  await go(-1);
  expect([await rest(), left]).toEqual([{ place: 0, last: 2 }, ['viewer', 'sheet']]);
});

test('a page that takes the place of the entry stays', async () => {
  const { replace, rest } = createTab(null);
  const { hold, left } = await load();
  const release = hold('sheet');
  await rest();
  release();
  replace();
  expect([await rest(), left]).toEqual([{ place: 1, last: 1 }, []]);
});

test('a reload and Forward lead to no entry that closes nothing', async () => {
  const { go, rest } = createTab(null, null, 'of the page before the reload');
  const { hold, left } = await load();
  expect(await rest()).toEqual({ place: 1, last: 2 });
  await go(1);
  expect(await rest()).toEqual({ place: 1, last: 2 });
  hold('viewer');
  await go(-1);
  await go(1);
  expect([await rest(), left]).toEqual([{ place: 1, last: 2 }, ['viewer']]);
});
