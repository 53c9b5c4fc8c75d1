import type { ActorRefFrom } from 'xstate';
import type { RunningSection } from './machines/lesson/knownStatus';
import type { LogoutPorts } from './machines/session/logoutMachine';
import type { sessionMachine } from './machines/session/sessionMachine';
import { selectDetection, selectIsSaving, selectRunning } from './machines/session/sessionSetup';
import { tellSession } from './machines/session/tellSession';
import { messages } from './messages';
import { type Problem, ProblemError } from './problem';

/** What logging out asks of the session that it is part of. */
export function loggingOut(
  session: () => ActorRefFrom<typeof sessionMachine> | undefined,
  logOut: () => void,
): LogoutPorts {
  /**
   * Stops the section's detection, unless a stop is in flight, and waits for the outcome. After an abort the session reports
   * it instead.
   */
  const stop = async ({ id: sectionId, name }: RunningSection, signal: AbortSignal): Promise<Problem | null> => {
    const owner = session();
    const detection = owner && selectDetection(owner.getSnapshot(), sectionId);
    detection?.send({ type: 'stop.submit' });
    // The session may still be handling the event that led here.
    await Promise.resolve();
    const writes = owner?.getSnapshot().context.writes;
    const id = writes?.find((write) => write.kind === 'stopDetection' && write.sectionId === sectionId)?.id;
    // It may have ended since.
    if (owner === undefined || id === undefined) return null;
    return new Promise((resolve) => {
      const watch = (isWatched: boolean) => tellSession(owner, { type: 'write.watch', id, isWatched });
      const unwatch = () => watch(false);
      // A stop that was in flight is now reported here only.
      watch(true);
      signal.addEventListener('abort', unwatch, { once: true });
      const subscription = owner.on('write.settled', (settled) => {
        if (settled.id !== id) return;
        subscription.unsubscribe();
        signal.removeEventListener('abort', unwatch);
        const { outcome, hasFailed } = settled;
        if (outcome.type === 'done' || !hasFailed) return resolve(null);
        const { kind, sentence, hint } = outcome.problem;
        resolve({ kind, sentence: [messages.writes.failed(name, sentence), hint].filter(Boolean).join(' ') });
      });
    });
  };

  return {
    async stopSessions(running, signal) {
      const outcomes = await Promise.all(running.map((section) => stop(section, signal)));
      const problems = outcomes.filter((problem) => problem !== null);
      const [first] = problems;
      if (first !== undefined) {
        throw new ProblemError({ kind: first.kind, sentence: problems.map(({ sentence }) => sentence).join('\n') });
      }
      const left = session()?.getSnapshot();
      return { isSaving: left !== undefined && selectIsSaving(left.context) };
    },
    watchFailures(tell) {
      const subscription = session()?.on('write.settled', ({ write, hasFailed }) => {
        if (hasFailed) tell({ kind: write.kind, sectionId: write.sectionId });
      });
      return () => subscription?.unsubscribe();
    },
    awaitWrites(tell) {
      const owner = session();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        clearTimeout(timer);
        // Let those who wait for the last write receive it first.
        timer = setTimeout(() => {
          const left = owner?.getSnapshot();
          if (left && !selectIsSaving(left.context)) tell(selectRunning(left));
        });
      };
      const subscription = owner?.subscribe(look);
      look();
      return () => {
        clearTimeout(timer);
        subscription?.unsubscribe();
      };
    },
    logOut,
  };
}
