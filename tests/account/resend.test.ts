import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type ResendEvent, resendMachine, secondsLeft } from '../../src/machines/account/resendMachine';
import type { Notice } from '../../src/machines/app/noticeMachine';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const resendCode = heldPromise<{ sentAt: number }, { email: string }>();
  const tickClock = heldCallback<ResendEvent>();
  const notices: Notice[] = [];
  const actor = createActor(
    idle(resendMachine).provide({
      actors: { resendCode: resendCode.logic, tickClock: tickClock.logic },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
  ).start();
  return {
    resendCode,
    tickClock,
    notices,
    resend: (email = 'ada@school.example') => actor.send({ type: 'resend.submit', email }),
    change: () => actor.send({ type: 'resend.change' }),
    problem: () => actor.getSnapshot().context.problem?.sentence,
    tick: () => tickClock.send({ type: 'clock.ticked', now: Date.now() }),
    left: () => secondsLeft(actor.getSnapshot().context),
    canResend: () => actor.getSnapshot().can({ type: 'resend.submit', email: 'ada@school.example' }),
  };
}

test('an address that is none is said so, until it is changed or another one is sent to', () => {
  const { change, problem, resend, resendCode } = started();
  resend('ada');
  expect([problem(), resendCode.calls]).toEqual(['Please enter a valid email address', []]);
  change();
  expect(problem()).toBeUndefined();
  resend('ada');
  resend();
  expect([problem(), resendCode.last.input]).toEqual([undefined, { email: 'ada@school.example' }]);
});

async function coolingDown() {
  const parts = started();
  parts.resend();
  await parts.resendCode.last.answer({ sentAt: Date.now() });
  return parts;
}

test('4 resend: on success a 120 s countdown disables the button', async () => {
  const { canResend, resend, resendCode } = await coolingDown();
  expect(canResend()).toBe(false);
  vi.advanceTimersByTime(119_999);
  expect(canResend()).toBe(false);
  resend();
  expect(resendCode.calls).toHaveLength(1);

  vi.advanceTimersByTime(1);
  expect(canResend()).toBe(true);
  resend();
  expect(resendCode.calls).toHaveLength(2);
});

test('4 resend: the countdown is told in whole seconds, rounded up', async () => {
  const { left, tick } = await coolingDown();
  expect(left()).toBe(120);
  vi.advanceTimersByTime(1);
  tick();
  expect(left()).toBe(120);
  vi.advanceTimersByTime(59_999);
  tick();
  expect(left()).toBe(60);
  vi.advanceTimersByTime(59_999);
  tick();
  expect(left()).toBe(1);
});

test('4 resend: counted from a deadline, so that a laptop that slept through it is ready at the next tick', async () => {
  const { canResend, left, tick, tickClock } = await coolingDown();
  // The wall clock goes on in sleep; timers do not.
  vi.setSystemTime(Date.now() + 119_999);
  tick();
  expect(canResend()).toBe(false);
  vi.setSystemTime(Date.now() + 1);
  tick();
  expect(canResend()).toBe(true);
  expect(left()).toBe(0);
  expect(tickClock.isRunning).toBe(false);
});

test('4 resend: the code goes to the address, once, however often the button is pressed', () => {
  const { canResend, left, resend, resendCode } = started();
  expect(left()).toBe(0);
  resend();
  resend();
  expect(canResend()).toBe(false);
  expect(resendCode.calls.map(({ input }) => input)).toEqual([{ email: 'ada@school.example' }]);
});

test('8 resend: success says that the OTP has been resent', async () => {
  const { notices } = await coolingDown();
  expect(notices).toEqual([{ kind: 'success', sentence: 'OTP has been resent to your email.' }]);
});

test('8 resend: failure says so, and there is no countdown', async () => {
  const { canResend, notices, resend, resendCode } = started();
  resend();
  await resendCode.last.fail();
  expect(notices).toEqual([{ kind: 'error', sentence: 'Failed to resend OTP. Please try again.' }]);
  expect(canResend()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('8 resend: a failure after an earlier success does not bring its countdown back', async () => {
  const { canResend, resend, resendCode } = await coolingDown();
  vi.advanceTimersByTime(120_000);
  resend();
  await resendCode.last.fail();
  expect(canResend()).toBe(true);
});
