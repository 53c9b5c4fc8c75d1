import { agentsMachine } from '../../../../src/machines/section/agentsMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { quote } from '../say';

const { watch: texts } = messages;

export const agents = plainWords(agentsMachine, {
  page: 'The bar on top of a section’s pages.',
  before: 'Open a section whose detection is active.',
  events: {
    'agents.said': ({ agents }) =>
      agents === undefined
        ? 'Let a `status_update` arrive with `is_active` false'
        : `Let a \`status_update\` arrive with \`is_active\` true and \`agents_state\` ${agents === 'misdated' ? 'refused, `agents_refusal` clock' : agents}`,
  },
  states: {
    untold: '',
    awaited: '',
    missed: `beside the badge ${quote(texts.missed.sentence)}`,
    watching: '',
    silent: `beside the badge ${quote(texts.silent.sentence)}`,
    refused: `beside the badge ${quote(texts.refused.sentence)}`,
    misdated: `beside the badge ${quote(texts.misdated.sentence)}`,
  },
});
