import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { studentPanelMachine } from '../../src/machines/triage/studentPanelMachine';
import { active, algebra, openSection } from '../support/classroom';
import { idle } from '../support/idle';
import { ada, bob } from '../support/samples';
import { address, settle } from '../support/screen';
import { go } from '../support/session';
import { walkChart } from '../support/walk';

const titleOf = (student: string) => (student === 'ada' ? ada : bob).name;

const open = () =>
  openSection({
    'GET /section/list/': { json: [{ ...algebra, students: [ada, bob] }] },
    'GET /detection/sessions/status/7/': active,
  });

walkChart(idle(studentPanelMachine), open, {
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
