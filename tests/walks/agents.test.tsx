import { expect } from 'vitest';
import { agentsMachine } from '../../src/machines/agentsMachine';
import { StubSocket } from '../support/backend';
import { active, openSection, say } from '../support/classroom';
import { pageText } from '../support/screen';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const status = 'GET /detection/sessions/status/7/';
const noAgent = 'No agent has been heard from in this session';
const expectNothing = () => expect(pageText()).not.toContain(noAgent);

walkChart(agentsMachine, {
  async open() {
    const opened = await openSection({ [status]: active });
    await happen(() => StubSocket.latest.open());
    return opened;
  },
  events: {
    async 'agents.said'({ backend }, { areSilent }) {
      const said = { is_active: true, agents_seen_at: areSilent ? null : '2026-11-23T08:30:00Z' };
      // The poll goes on, and says the same.
      backend.answer({ [status]: { json: said } });
      await say({ type: 'status_update', section_id: 7, status: said });
    },
  },
  seen: {
    unremarkable: expectNothing,
    awaited: expectNothing,
    missed: () => expect(pageText()).toContain(noAgent),
  },
  // The poll answers again and again.
  meanwhile: ['unremarkable', 'awaited', 'missed'].map((state) => `${state} —agents.said [refused]→ (stays)`),
});
