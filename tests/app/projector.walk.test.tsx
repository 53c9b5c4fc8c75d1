import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { projectorMachine } from '../../src/machines/app/projectorMachine';
import { aiko, openSection } from '../support/classroom';
import type { Path } from '../support/paths';
import { walkChart } from '../support/walk';

const projectorSwitch = () => screen.getByRole('switch', { name: 'Projector mode' });

function expectProjecting(isOn: boolean) {
  expect(projectorSwitch().getAttribute('aria-checked')).toBe(String(isOn));
  expect(localStorage.getItem('projectorMode')).toBe(isOn ? 'on' : null);
  expect(screen.queryAllByText('Names, pictures and notes are hidden.')).toHaveLength(isOn ? 1 : 0);
  expect(screen.queryAllByText(aiko.name)).toHaveLength(isOn ? 0 : 1);
  expect(document.documentElement.outerHTML.includes(aiko.email)).toBe(!isOn);
  expect(screen.queryAllByText(/^Student [12]$/)).toHaveLength(isOn ? 2 : 0);
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
