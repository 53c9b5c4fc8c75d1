import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { studentPanelMachine } from '../../src/machines/triage/studentPanelMachine';
import { active, algebra, openSection } from '../support/classroom';
import { idle } from '../support/idle';
import { address, settle } from '../support/screen';
import { go } from '../support/session';
import { walkChart } from '../support/walk';

const people = {
  ada: { id: 1, name: 'Ada Lovelace', email: 'ada@school.example' },
  bob: { id: 2, name: 'Bob Bridgewater', email: 'bob@school.example' },
};

const titleOf = (student: string) => (student === 'ada' ? people.ada : people.bob).name;

walkChart(idle(studentPanelMachine), {
  open: () =>
    openSection({
      'GET /section/list/': { json: [{ ...algebra, students: [people.ada, people.bob] }] },
      'GET /detection/sessions/status/7/': active,
    }),
  events: {
    async 'student.open'(_, { student }) {
      const step = screen.queryByRole('button', { name: student === 'ada' ? 'Previous student' : 'Next student' });
      const seat = screen.queryByRole('button', { name: new RegExp(`^${titleOf(student)}; `) });
      fireEvent.click((step ?? seat)!);
      await settle();
    },
    'student.close': ({ press }) => press('Close'),
    'back.pressed': () => go(-1),
  },
  seen: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    open: (_, { context }) => {
      expect(screen.getByRole('dialog', { name: titleOf(context.student ?? '') })).toBeTruthy();
      expect(address()).toBe('/sections/7');
    },
  },
});
