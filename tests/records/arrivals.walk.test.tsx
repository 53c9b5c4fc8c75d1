import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { arrivalsMachine } from '../../src/machines/records/arrivalsMachine';
import { active, openSection } from '../support/classroom';
import { idle } from '../support/idle';
import { showTab } from '../support/session';
import { walkChart } from '../support/walk';

let written = 0;
/** Another one each time: what is answered as before is no news. */
const logOf = (id: number) => {
  written += 1;
  return {
    id,
    timestamp: `1970-01-01T00:00:0${id}Z`,
    activity_type: 'no_face',
    details: `Written as number ${written}`,
  };
};
const answered = (count: number) => ({ 'GET /detection/logs/': { json: [logOf(2), logOf(1)].slice(-count) } });

walkChart(idle(arrivalsMachine), {
  open: () => openSection({ 'GET /detection/sessions/status/7/': active, ...answered(1) }),
  events: {
    'page.hidden': () => showTab('hidden'),
    'page.shown': () => showTab('visible'),
    async 'logs.came'({ backend, press }, { count }) {
      backend.answer(answered(1 + count));
      await press('Refresh Logs');
      expect(screen.getByText(`View All Logs (${1 + count})`)).toBeTruthy();
    },
  },
  seen: {
    seen: () => expect(document.title).toBe('Algebra 9b · Vigil'),
    unseen: (_, { context: { count } }) =>
      expect(document.title).toBe(`${count > 0 ? `(${count}) ` : ''}Algebra 9b · Vigil`),
  },
});
