import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { logoutMachine } from '../../machines/session/logoutMachine';
import {
  selectDetection,
  selectIsSaving,
  selectRunning,
  type sessionMachine,
} from '../../machines/session/sessionMachine';
import { messages } from '../../messages';
import { type Problem, ProblemError } from '../../model/app/problem';
import type { RunningSection } from '../../model/section/knownStatus';

interface LogoutWorld {
  session(): ActorRefFrom<typeof sessionMachine> | undefined;
  logOut(): void;
}

export const provideLogout = ({ session, logOut }: LogoutWorld) => {
  /** Asks the section's detection for a stop, unless one is under way, and waits for what becomes of it. */
  const stop = ({ id: sectionId, name }: RunningSection) =>
    new Promise<Problem | null>((resolve) => {
      const owner = session();
      const subscription = owner?.on('write.settled', ({ write, outcome }) => {
        if (write.kind !== 'stopDetection' || write.sectionId !== sectionId) return;
        subscription?.unsubscribe();
        if (outcome.type === 'done') resolve(null);
        else {
          const { kind, sentence, hint } = outcome.problem;
          resolve({ kind, sentence: [messages.writes.failed(name, sentence), hint].filter(Boolean).join(' ') });
        }
      });
      const detection = owner && selectDetection(owner.getSnapshot(), sectionId);
      detection?.send({ type: 'stop.submit', isWatched: true });
      if (detection?.getSnapshot().matches({ change: 'stopping' }) === true) return;
      // It has ended meanwhile.
      subscription?.unsubscribe();
      resolve(null);
    });

  return logoutMachine.provide({
    actors: {
      stopSessions: fromPromise(async ({ input: { running } }) => {
        const problems = (await Promise.all(running.map(stop))).filter((problem) => problem !== null);
        const [first] = problems;
        if (first !== undefined) {
          throw new ProblemError({ kind: first.kind, sentence: problems.map(({ sentence }) => sentence).join('\n') });
        }
        const left = session()?.getSnapshot();
        return { isSaving: left !== undefined && selectIsSaving(left.context) };
      }),
      watchWrites: fromCallback(({ sendBack }) => {
        const subscription = session()?.on('write.settled', ({ write, hasFailed }) => {
          if (!hasFailed) return;
          sendBack({ type: 'write.failed', kind: write.kind, sectionId: write.sectionId });
        });
        return () => subscription?.unsubscribe();
      }),
      finishWrites: fromCallback(({ sendBack }) => {
        const owner = session();
        let timer: ReturnType<typeof setTimeout> | undefined;
        const look = () => {
          clearTimeout(timer);
          // Those who wait for the last change hear of it first.
          timer = setTimeout(() => {
            const left = owner?.getSnapshot();
            if (left && !selectIsSaving(left.context))
              sendBack({ type: 'writes.finished', running: selectRunning(left) });
          });
        };
        const subscription = owner?.subscribe(look);
        look();
        return () => {
          clearTimeout(timer);
          subscription?.unsubscribe();
        };
      }),
    },
    actions: { logOut },
  });
};
