import { screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { resendMachine } from '../../src/machines/account/resendMachine';
import { holdBackend } from '../support/heldBackend';
import { idle } from '../support/idle';
import { alerts, errorAt, field, openApp, pass, statuses } from '../support/screen';
import { walkChart } from '../support/walk';

const resend = 'POST /account/resend-otp/';

/** The one button, whatever it says. */
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /code/ });
const expectButton = (name: string, { disabled = false, busy = false } = {}) => {
  expect(button().textContent).toBe(name);
  expect([button().disabled, button().getAttribute('aria-busy')]).toEqual([disabled, busy ? 'true' : null]);
};

walkChart(idle(resendMachine), {
  async open() {
    const backend = holdBackend([resend]);
    const opened = await openApp('/verify-otp');
    return { ...backend, ...opened, openedAt: Date.now() };
  },
  events: {
    async 'resend.submit'({ fill, press }, { email }, { ready }) {
      await fill({ email });
      ready();
      await press('Resend code');
    },
    async 'resend.change'({ user }) {
      await user.click(field('email'));
      await user.paste('a');
    },
    // A computer that slept, say, since the last tick: its timers went on where they were, its clock did not.
    async 'clock.ticked'({ openedAt }, { now }) {
      vi.setSystemTime(openedAt + now - 1_000);
      await pass(1_000);
    },
  },
  answers: {
    resendCode: {
      async done({ give }) {
        await give(resend, { status: 204 });
        expect(statuses()).toEqual(['OTP has been resent to your email.']);
      },
      async error({ give }) {
        await give(resend, { status: 500 });
        expect(alerts()).toEqual(['Failed to resend OTP. Please try again.']);
      },
    },
  },
  seen: {
    ready({ waiting }, { context: { problem } }) {
      expectButton('Resend code');
      expect(errorAt('email')).toBe(problem?.sentence);
      if (problem) expect(document.activeElement).toBe(field('email'));
      expect(waiting(resend)).toEqual([]);
    },
    sending({ waiting }, { context }) {
      expectButton('Sending a new code…', { busy: true });
      expect(waiting(resend).map(({ body }) => body)).toEqual([{ email: context.email }]);
    },
    coolingDown({ openedAt }) {
      const seconds = Math.ceil(120 - (Date.now() - openedAt) / 1_000);
      expectButton(`Resend code in ${seconds} s`, { disabled: true });
    },
  },
  meanwhile: ['coolingDown —clock.ticked→ (stays)'],
});
