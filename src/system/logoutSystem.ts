import { fromPromise, waitFor } from 'xstate';
import { logoutMachine } from '../machines/logoutMachine';
import { type RunningSection, selectIsSaving, selectRunning } from '../machines/sessionMachine';
import { messages } from '../messages';
import { type Problem, ProblemError, problemOf } from '../problem';
import type { AppSystem } from './appSystem';

export const provideLogout = ({ get, sendWrite, session }: AppSystem) =>
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
        if (first !== undefined) {
          throw new ProblemError({ kind: first.kind, sentence: problems.map(({ sentence }) => sentence).join('\n') });
        }
        const left = session()?.getSnapshot();
        return { isSaving: left !== undefined && selectIsSaving(left.context) };
      }),
      finishWrites: fromPromise(async ({ signal }) => {
        const owner = session();
        if (owner === undefined) return [];
        const problems: Problem[] = [];
        const subscription = owner.on('write.settled', ({ outcome }) => {
          if (outcome.type === 'failed') problems.push(outcome.problem);
        });
        try {
          await waitFor(owner, ({ context }) => !selectIsSaving(context), { signal });
        } finally {
          subscription.unsubscribe();
        }
        const [first] = problems;
        if (first !== undefined) throw new ProblemError(first);
        return selectRunning(owner.getSnapshot().context);
      }),
    },
    actions: { logOut: () => get('auth').send({ type: 'logout.submit' }) },
  });
