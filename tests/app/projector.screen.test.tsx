import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aiko, openSection } from '../support/classroom';

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
  const { user, press } = await openSection();
  expectProjecting(false);
  await user.click(projectorSwitch());
  expectProjecting(true);
  await press('Show names');
  expectProjecting(false);
  expect(document.activeElement).toBe(projectorSwitch());
});

test('projector mode survives a reload', async () => {
  localStorage.setItem('projectorMode', 'on');
  const { user } = await openSection();
  expectProjecting(true);
  await user.click(projectorSwitch());
  expectProjecting(false);
});
