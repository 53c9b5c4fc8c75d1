import { type ActorRefFrom, assertEvent } from 'xstate';
import { mayHaveHappened } from '../../problem';
import type { WriteKind } from '../../writeKinds';
import { noticeOfProblem } from '../app/noticeMachine';
import { changes, isBehind, isDoneInPart, isOfDetection, noticeOf, type Write, type WriteOutcome } from '../app/writes';
import { isActive, isInactive, selectPause } from '../lesson/detectionMachine';
import type { LogsEvent, logsMachine } from '../records/logsMachine';
import { type Acting, type Detection, selectDetection, settledWrite } from './sessionSetup';

/** Sends the writes that can be sent: for each section only the oldest of those that must not overtake each other. */
export function sendWrites({ context, enqueue }: Acting) {
  const oldestBeside = (write: Write) => context.writes.find((earlier) => isBehind(write, earlier)) ?? write;
  const next = context.writes.filter((write) => !write.isSent && oldestBeside(write) === write);
  for (const { id, kind } of next) enqueue.spawnChild('write', { id, input: { id, kind } });
  enqueue.assign({
    writes: context.writes.map((write) => (next.includes(write) ? { ...write, isSent: true } : write)),
  });
}

/** Returns whether the status shows the effect of a start, stop or resumption. */
function hasComeAbout(kind: WriteKind, detection: Detection | undefined): boolean {
  const status = detection?.getSnapshot();
  if (status === undefined) return false;
  if (kind === 'stopDetection') return isInactive(status);
  if (kind === 'resumeLesson') return isActive(status) && selectPause(status) === null;
  return kind === 'startDetection' && isActive(status);
}

/** Returns the events about a write for the open logs. */
function newsOfLogs({ kind }: Write, outcome: WriteOutcome): LogsEvent[] {
  if (outcome.type === 'done') {
    const { logs: change, left } = outcome;
    if (change === null) return [];
    return [{ type: 'change.saved', change }, ...(left === null ? [] : [{ type: 'logs.outdated' } as const])];
  }
  const mayLack = mayHaveHappened(outcome.problem.kind) || outcome.problem.kind === 'notFound';
  return changes(kind, 'logs') && mayLack ? [{ type: 'logs.outdated' }] : [];
}

/** Publishes the outcome of a write to the logs, the lessons and its watchers. Without watchers it shows a notice. */
export function tellSettled({ context, event, enqueue, self, system }: Acting) {
  assertEvent(event, 'write.settled');
  const write = settledWrite(context, event);
  if (write === undefined) return;
  const { kind, sectionId } = write;
  const { outcome } = event;
  const detection = sectionId === null ? undefined : selectDetection(self.getSnapshot(), sectionId);
  const isHere = sectionId !== null && sectionId === context.openSectionId;
  const isDone = outcome.type === 'done';
  const hasHappened = isDone || hasComeAbout(kind, detection);

  const logs: ActorRefFrom<typeof logsMachine> | undefined = system.get('logs');
  if (isHere && logs) for (const news of newsOfLogs(write, outcome)) enqueue.sendTo(logs, news);
  if (detection && changes(kind, 'lessons')) enqueue.sendTo(detection, { type: 'records.changed' });
  enqueue.emit({ ...event, write, hasFailed: isDone ? isDoneInPart(write, outcome) : !hasHappened });

  // A deletion also removes the screen that watched it.
  const isDeleted = isDone && (kind === 'deleteSection' || kind === 'deleteLesson');
  const isShown =
    isHere &&
    ((isOfDetection(kind) && hasHappened) ||
      (kind === 'reviewLogs' && isDone && outcome.left === null && outcome.isOnItsPage));
  if (isHere && kind === 'deleteSection' && isDone) enqueue('leaveSection');
  if (isShown || (write.isWatched && !isDeleted)) return;
  const isFailureHere = isHere && isOfDetection(kind) && !isDone;
  enqueue({
    type: 'showNotice',
    params: isFailureHere ? noticeOfProblem(outcome.problem) : noticeOf(write, outcome),
  });
}
