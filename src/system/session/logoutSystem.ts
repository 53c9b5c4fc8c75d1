import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { logoutMachine } from '../../machines/session/logoutMachine';
import { selectIsSaving, selectRunning, type sessionMachine } from '../../machines/session/sessionMachine';
import { hasFailed } from '../../machines/session/writes';
import { messages } from '../../messages';
import { type Problem, ProblemError, problemOf } from '../../model/app/problem';
import type { RunningSection } from '../../model/section/knownStatus';
import type { SendWrite } from './writes';

interface LogoutWorld {
  session(): ActorRefFrom<typeof sessionMachine> | undefined;
  sendWrite: SendWrite;
  logOut(): void;
}

export const provideLogout = ({ session, sendWrite, logOut }: LogoutWorld) =>
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
      watchWrites: fromCallback(({ sendBack }) => {
        const owner = session();
        const subscription = owner?.on('write.settled', ({ write, outcome }) => {
          if (write === undefined || !hasFailed(write, outcome)) return;
          sendBack({ type: 'write.failed', kind: write.kind, sectionId: write.sectionId });
        });
        return () => subscription?.unsubscribe();
      }),
      finishWrites: fromCallback(({ sendBack }) => {
        const owner = session();
        if (owner === undefined) return;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const look = () => {
          clearTimeout(timer);
          // Whoever has waited for the last change hears of it first.
          timer = setTimeout(() => {
            const { context } = owner.getSnapshot();
            if (!selectIsSaving(context)) sendBack({ type: 'writes.finished', running: selectRunning(context) });
          });
        };
        const subscription = owner.subscribe(look);
        look();
        return () => {
          clearTimeout(timer);
          subscription.unsubscribe();
        };
      }),
    },
    actions: { logOut },
  });
