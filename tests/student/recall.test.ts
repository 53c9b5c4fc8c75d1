import { expect, test } from 'vitest';
import { recall } from '../../student/src/machines/recall';
import type { PageMemory, Ticket } from '../../student/src/services/tabStorage';

const ticket: Omit<Ticket, 'token'> = {
  ...{ id: 't1', name: 'Ada', code: 'K7M2PQ', choice: 'camera', pictures: true, pause: null, cameraId: null },
};
const memory: PageMemory = { owner: 't1', alive: 5, epoch: null, periods: [], print: 3, watched: null };

/** Opens a page with an address, in a tab that has stored a ticket or not. */
async function opened(fragment: string, stored: Omit<Ticket, 'token'> | null = null) {
  const done = { secret: null as string | null, dropped: 0, memory: null as PageMemory | null };
  const swept: (string | undefined)[] = [];
  const recalled = await recall({
    seat: {
      recall: async () => stored,
      takeLink: (secret) => {
        done.secret = secret;
      },
    },
    reports: { sweep: async (own) => void swept.push(own) },
    presence: {
      recall: (one) => {
        done.memory = one;
      },
    },
    memories: { read: (owner) => (owner === memory.owner ? memory : null) },
    fragment: () => (done.dropped > 0 ? '' : fragment),
    dropFragment: () => {
      done.dropped += 1;
    },
    now: () => 10,
  });
  return { ...done, recalled, swept };
}

test.each([
  ['', { kind: 'new' }],
  ['#', { kind: 'new' }],
  ['#k7m-2pq', { kind: 'invited', code: 'K7M2PQ' }],
])('an address may name a lesson: %s', async (fragment, recalled) => {
  expect(await opened(fragment)).toMatchObject({ recalled, secret: null, dropped: 0, swept: [undefined] });
});

test('the secret of a link is taken out of the address, and is in no answer', async () => {
  const { recalled, secret, dropped } = await opened('#link=L1');
  expect([recalled, secret, dropped]).toEqual([{ kind: 'linked' }, 'L1', 1]);
});

test('a tab that has joined goes on with what its last page knew, whatever its address says', async () => {
  const { id: _, ...kept } = ticket;
  const { recalled, secret, dropped, memory: known, swept } = await opened('#link=L1', ticket);
  expect(recalled).toEqual({ kind: 'joined', ...kept, earlier: null });
  expect([secret, dropped, known, swept]).toEqual([null, 1, memory, ['t1']]);
});
