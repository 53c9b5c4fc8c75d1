import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aiko, openSection } from '../support/classroom';
import { pass, settle } from '../support/screen';

const projectorSwitch = () => screen.getByRole('switch', { name: 'Projector mode' });

function expectProjecting(isOn: boolean) {
  expect(projectorSwitch().getAttribute('aria-checked')).toBe(String(isOn));
  expect(localStorage.getItem('projectorMode')).toBe(isOn ? 'on' : null);
  expect(screen.queryAllByText('Names, pictures and notes are hidden.')).toHaveLength(isOn ? 1 : 0);
  expect(screen.queryAllByText(aiko.name)).toHaveLength(isOn ? 0 : 1);
  expect(document.documentElement.outerHTML.includes(aiko.email)).toBe(!isOn);
  expect(screen.queryAllByText(/^Student [12]$/)).toHaveLength(isOn ? 2 : 0);
}

test('projector mode hides students until it is switched off, and each choice is kept', async () => {
  const { user } = await openSection();
  expectProjecting(false);
  await user.click(projectorSwitch());
  expectProjecting(true);
  await user.click(projectorSwitch());
  expectProjecting(false);
});

test('in projector mode names are shown after a question only, and for 30 s', async () => {
  const { user, press } = await openSection();
  await user.click(projectorSwitch());
  const ask = () => press('Show names');
  const answer = (name: string) =>
    user.click(within(screen.getByRole('dialog', { name: 'Show the names?' })).getByRole('button', { name }));
  await ask();
  expect(screen.getByRole('dialog').textContent).toContain('Can the class see this screen?');
  expect(screen.queryAllByText(aiko.name)).toEqual([]);
  await answer('Cancel');
  expectProjecting(true);
  await ask();
  await answer('Show names');
  expect(screen.getByText(aiko.name)).toBeTruthy();
  expect(projectorSwitch().getAttribute('aria-checked')).toBe('true');
  await pass(29_999);
  expect(screen.getByText(aiko.name)).toBeTruthy();
  await pass(1);
  expectProjecting(true);
  await ask();
  await answer('Show names');
  await press('Hide names');
  expectProjecting(true);
});

test('the question before names are shown is closed by the browser’s Back', async () => {
  const { user, press } = await openSection();
  await user.click(projectorSwitch());
  await press('Show names');
  expect(screen.getByRole('dialog', { name: 'Show the names?' })).toBeTruthy();
  window.history.back();
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expectProjecting(true);
});

test('names that are shown for a while are hidden when projector mode is switched on again', async () => {
  const { user, press } = await openSection();
  await user.click(projectorSwitch());
  await press('Show names');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Show names' }));
  await user.click(projectorSwitch());
  await user.click(projectorSwitch());
  expectProjecting(true);
});

test('projector mode survives a reload', async () => {
  localStorage.setItem('projectorMode', 'on');
  const { user } = await openSection();
  expectProjecting(true);
  await user.click(projectorSwitch());
  expectProjecting(false);
});
