import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { offerMachine } from '../../src/machines/lesson/offerMachine';
import { StubSocket } from '../support/backend';
import { inactive, openSection, say } from '../support/classroom';
import { idle } from '../support/idle';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const status = 'GET /detection/sessions/status/7/';
const button = () => screen.getByRole('button', { name: /^(Start|Stop) Detection$|^(Start|Stopp)ed$/ });

async function open() {
  const opened = await openSection({ [status]: inactive });
  await happen(() => StubSocket.latest.open());
  return opened;
}

walkChart(idle(offerMachine), open, {
  events: {
    // Elsewhere: here it could not be pressed while it rests.
    'offer.turned': () =>
      say({
        type: 'status_update',
        section_id: 7,
        status: { is_active: /^(Start Detection|Stopped)$/.test(button().textContent ?? '') },
      }),
  },
  seen: {
    standing({ backend }) {
      expect(button().textContent).toMatch(/ Detection$/);
      expect(button().getAttribute('aria-disabled')).toBeNull();
      expect(backend.calls('POST /detection/sessions/start/')).toEqual([]);
    },
    async resting({ backend, user }) {
      expect(button().textContent).toMatch(/^(Start|Stopp)ed$/);
      await user.click(button());
      expect(backend.calls('POST /detection/sessions/start/')).toEqual([]);
      expect(backend.calls('POST /detection/sessions/stop/')).toEqual([]);
    },
  },
});
