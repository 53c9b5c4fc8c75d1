import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { badgesMachine } from '../../src/machines/attendance/badgesMachine';
import { pagePorts } from '../../src/pagePorts';
import { kindOf } from '../../src/problem';
import type { Badge } from '../../src/services/app/types';
import { algebra, openHeldSection } from '../support/classroom';
import { idle } from '../support/idle';
import { alerts } from '../support/screen';
import { walkChart } from '../support/walk';

/** The print dialog is open until the test says what comes of it. */
let settlePrint: (fails: boolean) => void;
beforeEach(() => {
  vi.spyOn(pagePorts, 'printPage').mockImplementation(
    () =>
      new Promise<void>((resolve, reject) => {
        settlePrint = (fails) => (fails ? reject(new Error('It cannot print')) : resolve());
      }),
  );
});
afterEach(() => void vi.restoreAllMocks());

const fetching = 'GET /attendance/badges/7/';
const make = 'POST /attendance/badges/';
const revoke = 'POST /attendance/revoke-badges/';

const open = () =>
  openHeldSection(
    [fetching, make, revoke],
    { 'GET /section/list/': { json: [{ ...algebra, attendable: true }] } },
    '/add-students',
  );

const told = (badges: readonly Badge[]) => ({
  badges: badges.map(({ studentId, madeAt }) => ({
    ...{ student_id: Number(studentId), made_at: new Date(madeAt).toISOString(), used_at: null },
  })),
});
const press = (name: RegExp) => screen.getByRole('button', { name });
const status = () => screen.queryByText(/ of 2 students /)?.textContent ?? null;
const sheet = () => document.querySelectorAll('body > [data-sheet] svg').length;

walkChart(idle(badgesMachine), {
  open,
  events: {
    async 'badges.make'({ press: click, user }) {
      if (screen.queryByRole('button', { name: 'Make and print badges (2)' })) {
        return click('Make and print badges (2)');
      }
      await click('Make all new (2)');
      const [, confirm] = screen.getAllByRole('button', { name: 'Make all new (2)', hidden: true });
      await user.click(confirm!);
    },
    'badges.revoke': ({ press: click }) => click('Revoke the badge of Aiko Larkspur'),
    'badges.print': ({ press: click }) => click(/^Print again/),
    'badges.refresh': ({ press: click }) => click('Try again'),
  },
  answers: {
    fetchBadges: {
      done: ({ give }, badges) => give(fetching, { json: told(badges) }),
      error: ({ give }, { error }) => give(fetching, { status: kindOf(error) === 'notFound' ? 404 : 500 }),
    },
    changeBadges: {
      done: ({ give }, { made }) =>
        made.length === 0
          ? give(revoke, { json: told([]) })
          : give(make, {
              status: 201,
              json: {
                attend_url: 'https://school.example/attend',
                badges: made.map((id) => ({ student_id: Number(id), secret: `secret-of-${id}` })),
              },
            }),
      error: async ({ give, waiting }) => {
        await give(waiting(make).length > 0 ? make : revoke, { status: 500 });
        expect(alerts().join(' ')).toMatch(/Failed to/);
      },
    },
    openPrint: { done: () => settlePrint(false), error: () => settlePrint(true) },
  },
  seen: {
    fetching: ({ waiting }) => expect(waiting(fetching)).toHaveLength(1),
    absent: () => expect(screen.queryByRole('heading', { name: 'Badges' })).toBeNull(),
    known: (_, { context }) =>
      expect(status()).toBe(
        `${context.badges?.length} of 2 students ${context.badges?.length === 1 ? 'has' : 'have'} a badge.`,
      ),
    failed: () => expect(press(/^Try again$/)).toBeTruthy(),
    changing: ({ waiting }) => expect(waiting(make).length + waiting(revoke).length).toBe(1),
    printing: (_, { context }) => expect(sheet()).toBe(context.onSheet.length),
  },
});
