import { fromPromise } from 'xstate';
import { logoutMachine } from '../machines/logoutMachine';
import type { RunningSection } from '../machines/sessionMachine';
import { messages } from '../messages';
import { type Problem, ProblemError, problemOf } from '../problem';
import type { AppSystem } from './appSystem';

export const provideLogout = ({ get, sendWrite }: AppSystem) =>
  logoutMachine.provide({
    actors: {
      stopSessions: fromPromise(async ({ input: { running }, signal }) => {
        const stop = async ({ id: sectionId, name }: RunningSection): Promise<Problem | null> => {
          try {
            await sendWrite({ kind: 'stopDetection', sectionId }, signal);
            return null;
          } catch (error) {
            const { kind, sentence, hint } = problemOf(error);
            return { kind, sentence: [messages.writes.failed(name, sentence), hint].filter(Boolean).join(' ') };
          }
        };
        const problems = (await Promise.all(running.map(stop))).filter((problem) => problem !== null);
        const [first] = problems;
        if (first === undefined) return;
        throw new ProblemError({ kind: first.kind, sentence: problems.map(({ sentence }) => sentence).join('\n') });
      }),
    },
    actions: { logOut: () => get('auth').send({ type: 'logout.submit' }) },
  });
