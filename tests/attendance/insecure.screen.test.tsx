import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { attendCalls, beatJson, openAttend } from '../support/attend';

/* A school's network without https, where browsers give no camera. */

const warning =
  'The camera works only at an address that begins with https. Tell your teacher, or attend without the camera.';
const isWarned = () => screen.queryByText(warning) !== null;

test('a student reads before anything is typed that there is no camera, and attends without one', async () => {
  const { tickets, user, press, give } = await openAttend({ isSecure: false });
  await tickets.give(null);
  expect(isWarned()).toBe(true);
  await user.type(screen.getByRole('textbox'), 'K7M2XQ');
  await press('Continue');
  await give(attendCalls.door, {
    json: { section: '4b', subject: '', teacher: 'Noor Haddad', students: [{ id: 1, name: 'Ada Lovelace' }] },
  });
  expect(isWarned()).toBe(true);
  await press('Ada Lovelace');
  await give(attendCalls.knock, { status: 201, json: { token: 'T1' } });
  await give(attendCalls.heartbeat, beatJson('knocking'));
  expect(isWarned()).toBe(true);
});

test('a student who has joined is offered nothing but to attend without a camera', async () => {
  const { tickets, claim, ticketWith, press, give, camera } = await openAttend({ isSecure: false });
  await tickets.give(ticketWith({ choice: null, pictures: false, pause: null, cameraId: null }));
  await claim.give(true);
  await give(attendCalls.heartbeat, beatJson('admitted'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This address has no camera');
  expect(isWarned()).toBe(true);
  expect(screen.queryByRole('button', { name: 'I agree, use the camera' })).toBeNull();
  await press('Attend without the camera');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You attend without the camera');
  expect(screen.queryByRole('button', { name: 'Use the camera after all' })).toBeNull();
  expect(camera.opened).toBe(0);
});

test('with https nothing is said', async () => {
  const { tickets } = await openAttend();
  await tickets.give(null);
  expect(isWarned()).toBe(false);
});
