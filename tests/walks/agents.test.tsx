import { expect } from 'vitest';
import { agentsMachine } from '../../src/machines/agentsMachine';
import { StubSocket } from '../support/backend';
import { active, openSection, say } from '../support/classroom';
import { pageText } from '../support/screen';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const status = 'GET /detection/sessions/status/7/';
const sentences = {
  missed: 'No agent has been heard from in this session',
  silent: 'The agents of this session have fallen silent: nothing is being detected',
  refused: 'What the agents of this session report is refused: nothing is being detected',
  misdated: 'The clock of a student’s device is off, so what it reports is refused: nothing is being detected',
};
const expectOnly = (expected?: keyof typeof sentences) => () => {
  const seen = Object.entries(sentences).filter(([, sentence]) => pageText().includes(sentence));
  expect(seen.map(([state]) => state)).toEqual(expected === undefined ? [] : [expected]);
};

walkChart(agentsMachine, {
  async open() {
    const opened = await openSection({ [status]: active });
    await happen(() => StubSocket.latest.open());
    return opened;
  },
  events: {
    async 'agents.said'({ backend }, { agents }) {
      const said =
        agents === undefined
          ? { is_active: true }
          : {
              is_active: true,
              agents_state: agents === 'misdated' ? 'refused' : agents,
              agents_refusal: agents === 'misdated' ? 'clock' : null,
            };
      // The poll goes on, and says the same.
      backend.answer({ [status]: { json: said } });
      await say({ type: 'status_update', section_id: 7, status: said });
    },
  },
  seen: {
    untold: expectOnly(),
    awaited: expectOnly(),
    missed: expectOnly('missed'),
    watching: expectOnly(),
    silent: expectOnly('silent'),
    refused: expectOnly('refused'),
    misdated: expectOnly('misdated'),
  },
  // The poll answers again and again.
  meanwhile: [
    '(root) —agents.said→ untold',
    '(root) —agents.said [areWatching]→ watching',
    '(root) —agents.said [areSilent]→ silent',
    '(root) —agents.said [areRefused]→ refused',
    '(root) —agents.said [areMisdated]→ misdated',
    'awaited —agents.said [areAwaited]→ (stays)',
    'missed —agents.said [areAwaited]→ (stays)',
  ],
});
