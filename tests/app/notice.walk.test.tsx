import { expect } from 'vitest';
import { noticeMachine } from '../../src/machines/app/noticeMachine';
import { holdBackend } from '../support/heldBackend';
import { alerts, openApp, statuses } from '../support/screen';
import { walkChart } from '../support/walk';

const resend = 'POST /account/resend-otp/';

walkChart(noticeMachine, {
  async open() {
    const backend = holdBackend([resend]);
    return { ...backend, ...(await openApp('/verify-otp?email=ada%40school.example')) };
  },
  events: {
    async 'notice.show'({ press, give }) {
      await press('Resend code');
      await give(resend, { status: 204 });
    },
    'notice.dismiss': ({ press }) => press('Dismiss this message'),
  },
  seen: {
    hidden: () => expect([...statuses(), ...alerts()]).toEqual([]),
    shown: () => expect([statuses(), alerts()]).toEqual([['OTP has been resent to your email.'], []]),
  },
});
