import { writeMachine } from '../../../../src/machines/session/writeMachine';
import { plainWords } from '../plainWords';
import { call } from '../say';

const creation = call('POST /section/create/');

export const write = plainWords(writeMachine, {
  page: 'Wherever a section is created or deleted, students are added or removed, or a session is started or stopped.',
  before: `Create a section, with ${creation} held back (a breakpoint on the call), and close the dialog.`,
  events: {},
  actors: {
    sendWrite: {
      does: 'Sends the change by its call, once.',
      answers: `Let the server answer ${creation}`,
      fails: `Let ${creation} fail`,
    },
  },
  states: {
    sending: 'the call is under way, though its dialog is closed',
    settled: 'a notice tells what became of it',
  },
});
