import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { projectorMachine } from '../../src/machines/projectorMachine';
import { aiko, openSection } from '../support/classroom';
import type { Path } from '../support/paths';
import { walkChart } from '../support/walk';

const projectorSwitch = () => screen.getByRole('switch', { name: 'Projector mode' });

function expectProjecting(isOn: boolean) {
  expect(projectorSwitch().getAttribute('aria-checked')).toBe(String(isOn));
  expect(document.documentElement.hasAttribute('data-projector')).toBe(isOn);
  expect(localStorage.getItem('projectorMode')).toBe(isOn ? 'on' : null);
  // The style sheet covers what is personal.
  expect(screen.getByText(aiko.name).closest('.personal')).toBeTruthy();
  expect(screen.getByText(aiko.email).closest('.personal')).toBeTruthy();
}

walkChart(projectorMachine, {
  async open({ input }: Path) {
    const { wasOn } = input as InputFrom<typeof projectorMachine>;
    if (wasOn) localStorage.setItem('projectorMode', 'on');
    return openSection();
  },
  events: { 'projector.toggle': ({ user }) => user.click(projectorSwitch()) },
  seen: { on: () => expectProjecting(true), off: () => expectProjecting(false) },
});
