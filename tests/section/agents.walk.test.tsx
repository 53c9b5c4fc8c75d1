import { expect } from 'vitest';
import { agentsMachine } from '../../src/machines/section/agentsMachine';
import { StubSocket } from '../support/backend';
import { active, openSection, say } from '../support/classroom';
import { pageText } from '../support/screen';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const status = 'GET /detection/sessions/status/7/';
const sentences = {
  missed: 'Nothing is being detected: no student’s device has reported yet.',
  silent: 'Nothing is being detected: the students’ devices have stopped reporting.',
  refused: 'Nothing is being detected: what the students’ devices report is refused.',
  misdated: 'Nothing is being detected: the clock of a student’s device is off.',
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
