import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import type { WriteAnswer } from '../../machines/app/writeMachine';
import { selectionMachine } from '../../machines/logs/selectionMachine';

/** Returns the ids of the logs that a write has changed. */
function changedIn({ logs }: WriteAnswer): readonly string[] {
  if (logs?.kind === 'deleted') return logs.ids;
  return logs?.kind === 'reviewed' ? Object.keys(logs.reviews) : [];
}

/** Provides a selection of logs with its writes. */
export const provideSelection = ({ sendWrite, showNotice }: AppSystem) =>
  selectionMachine.provide({
    actors: {
      reviewLogs: fromPromise(async ({ input: { sectionId, logIds, ...noted }, signal }) => {
        const answer = await sendWrite({ kind: 'reviewLogs', sectionId, logIds: [...logIds], noted }, signal);
        return { logIds: changedIn(answer), left: answer.left };
      }),
      undoReviews: fromPromise(async ({ input: { sectionId, before }, signal }) => {
        // Submitted at once: the session sends one after the other, also without this page.
        const answers = await Promise.all(
          before.map(({ logIds, ...noted }) =>
            sendWrite({ kind: 'reviewLogs', sectionId, logIds: [...logIds], noted }, signal),
          ),
        );
        return { logIds: answers.flatMap(changedIn), left: answers.find(({ left }) => left !== null)?.left ?? null };
      }),
      deleteLogs: fromPromise(async ({ input: { sectionId, logIds }, signal }) => {
        const answer = await sendWrite({ kind: 'deleteLogs', sectionId, logIds: [...logIds] }, signal);
        return { logIds: changedIn(answer), left: answer.left };
      }),
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
