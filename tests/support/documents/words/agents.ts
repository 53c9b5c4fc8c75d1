import { agentsMachine } from '../../../../src/machines/agentsMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { quote } from '../say';

const { detection: texts } = messages;

export const agents = plainWords(agentsMachine, {
  page: 'The bar on top of a section’s pages.',
  before: 'Open a section whose detection is active.',
  events: {
    'agents.said': ({ areSilent }) =>
      `Let a \`status_update\` arrive with \`is_active\` true and \`agents_seen_at\` ${areSilent ? 'null' : 'of now'}`,
  },
  states: {
    unremarkable: '',
    awaited: '',
    missed: `beside the badge ${quote(texts.noAgent)}`,
  },
});
