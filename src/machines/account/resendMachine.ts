import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import { RESEND_COOLDOWN_MS } from '../../constants';
import type { Problem } from '../../problem';
import { messages } from '../../publicMessages';
import type { AccountService } from '../../services/account/accountService';
import { checks, emailLike, filled } from '../app/checks';
import type { Notice } from '../app/noticeMachine';

/** What the resending of a code needs of the world. */
export interface ResendPorts {
  account: Pick<AccountService, 'resendOtp'>;
  everySecond(tick: () => void): () => void;
  showNotice(notice: Notice): void;
}

export interface ResendContext {
  email: string;
  /** Problem with the typed address, until it changes. */
  problem: Problem | null;
  /** When the code can be sent again, in milliseconds since the epoch. */
  readyAt: number;
  /** Now, as of the last tick. */
  now: number;
}

export type ResendEvent =
  | { type: 'resend.submit'; email: string }
  /** Something was typed. */
  | { type: 'resend.change' }
  | { type: 'clock.ticked'; now: number };

const validate = checks(filled('email', messages.validation.emailRequired), emailLike('email'));

/**
 * Sending the code again (section 4): ready → sending → coolingDown for 120 s → ready.
 *
 * Invariants:
 * - No code is requested without an address.
 * - One code is sent at a time, and none for 120 s after a success. A failure has no countdown.
 * - The countdown is computed from a deadline, so a tab that was throttled or asleep is right at its next tick.
 * - The clock ticks only while there is a countdown.
 */
export const resendMachine = ({ account, everySecond, showNotice }: ResendPorts) =>
  setup({
    types: {
      context: {} as ResendContext,
      events: {} as ResendEvent,
    },
    actors: {
      /** Resolves with the time of success, in milliseconds since the epoch. */
      resendCode: fromPromise<{ sentAt: number }, { email: string }>(async ({ input: { email }, signal }) => {
        await account.resendOtp(email.trim(), signal);
        return { sentAt: Date.now() };
      }),
      tickClock: fromCallback(({ sendBack }) => everySecond(() => sendBack({ type: 'clock.ticked', now: Date.now() }))),
    },
    actions: {
      showNotice: (_, notice: Notice) => showNotice(notice),
      assignEmail: assign({
        email: ({ event }) => {
          assertEvent(event, 'resend.submit');
          return event.email;
        },
      }),
      assignProblem: assign({
        problem: ({ event }) => {
          assertEvent(event, 'resend.submit');
          return validate({ email: event.email })[0] ?? null;
        },
      }),
      clearProblem: assign({ problem: null }),
      assignNow: assign({
        now: ({ event }) => {
          assertEvent(event, 'clock.ticked');
          return event.now;
        },
      }),
    },
    delays: {
      /** Cooldown after a code was sent. */
      resendCooldown: RESEND_COOLDOWN_MS,
    },
    guards: {
      /** A plausible address was given. */
      hasAddress: ({ event }) => {
        assertEvent(event, 'resend.submit');
        return validate({ email: event.email }).length === 0;
      },
      /** The countdown’s deadline has passed. */
      isCooledDown: ({ context }) => context.now >= context.readyAt,
    },
  }).createMachine({
    id: 'resend',
    context: { email: '', problem: null, readyAt: 0, now: 0 },
    initial: 'ready',
    states: {
      ready: {
        description: 'The code can be sent again.',
        on: {
          'resend.submit': [
            { guard: 'hasAddress', target: 'sending', actions: ['clearProblem', 'assignEmail'] },
            { actions: 'assignProblem' },
          ],
          'resend.change': { actions: 'clearProblem' },
        },
      },
      sending: {
        description: 'A new code has been requested.',
        invoke: {
          id: 'resendCode',
          src: 'resendCode',
          input: ({ context }) => ({ email: context.email }),
          onDone: {
            target: 'coolingDown',
            actions: [
              assign({
                now: ({ event }) => event.output.sentAt,
                readyAt: ({ event }) => event.output.sentAt + RESEND_COOLDOWN_MS,
              }),
              { type: 'showNotice', params: { kind: 'success', sentence: messages.verifyOtp.resent } },
            ],
          },
          onError: {
            target: 'ready',
            actions: { type: 'showNotice', params: { kind: 'error', sentence: messages.verifyOtp.resendFailed } },
          },
        },
      },
      coolingDown: {
        description: 'The button is disabled and counts down.',
        invoke: { id: 'tickClock', src: 'tickClock' },
        on: {
          'clock.ticked': { actions: 'assignNow' },
        },
        always: { guard: 'isCooledDown', target: 'ready' },
        after: {
          resendCooldown: 'ready',
        },
      },
    },
  });

/** Returns the whole seconds until the code can be sent again. */
export const secondsLeft = ({ readyAt, now }: ResendContext): number => Math.max(0, Math.ceil((readyAt - now) / 1000));
