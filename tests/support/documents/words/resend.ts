import { resendMachine, secondsLeft } from '../../../../src/machines/account/resendMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { verifyOtp: texts } = messages;
const resending = call('POST /account/resend-otp/');

export const resend = plainWords(resendMachine, {
  page: 'The verification page, `/verify-otp?email={email}`.',
  before: 'Open `/verify-otp` without an e-mail in the address, so that it can be typed.',
  events: {
    'resend.submit': ({ email }) =>
      `Fill in ${quote(email)} as ${quote(messages.fields.email)}, and press ${button(texts.resend)}`,
    'resend.change': `Type into ${quote(messages.fields.email)}`,
    'clock.ticked': ({ now }) => `Look again when the button was pressed ${now / 1000} s ago`,
  },
  actors: {
    resendCode: {
      does: `Asks for another code by ${resending}.`,
      answers: `Let the server answer ${resending}`,
      fails: `Let ${resending} fail`,
    },
    tickClock: { does: 'Tells the time every second, for the countdown.' },
  },
  states: {
    ready: ({ problem }) =>
      `${button(texts.resend)} can be pressed${problem ? `, and at the field stands ${quote(problem.sentence)}` : ''}`,
    sending: `the button says ${button(texts.resending)}`,
    coolingDown: (context) => `the button says ${button(texts.resendIn(secondsLeft(context)))} and cannot be pressed`,
  },
  delays: { resendCooldown: { rules: ['4.20'] } },
});
