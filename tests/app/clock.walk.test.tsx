import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { clockMachine } from '../../src/machines/app/clockMachine';
import { active, openSection } from '../support/classroom';
import { pass } from '../support/screen';
import { walkChart } from '../support/walk';

walkChart(clockMachine, {
  open: () => openSection({ 'GET /detection/sessions/status/7/': active }),
  events: { 'clock.ticked': () => pass(1_000) },
  seen: { ticking: () => expect(screen.getByText(/confirmed \d s ago/)).toBeTruthy() },
  meanwhile: ['ticking —clock.ticked→ (stays)'],
});
