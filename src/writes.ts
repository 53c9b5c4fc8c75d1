import type { ActorRefFrom } from 'xstate';
import type { SendWrite, SentWrite, SubmitWrite, WriteAnswer } from './machines/app/writes';
import type { sessionMachine } from './machines/session/sessionMachine';
import { tellSession } from './machines/session/tellSession';
import { ProblemError, sessionExpired } from './problem';
import { clockOffset } from './services/app/serverClock';
import { aboutOf, sendByKind, type WritePorts, type WriteRequest, type WriteResult } from './writeKinds';

interface WritesWorld extends WritePorts {
  session(): ActorRefFrom<typeof sessionMachine> | undefined;
  /** Returns the current path. */
  page(): string;
}

const nothing = { sentence: null, section: null, logs: null, left: null, takenCount: 0 } satisfies WriteResult;

/**
 * The writes of the signed-in teacher. They belong to the session: callers only wait for the outcome. After an abort the
 * session reports it on any page.
 */
export function createWrites(world: WritesWorld) {
  const { session, page } = world;
  // Payloads may contain a password, so they stay out of every chart's context. They are dropped once settled, or with their
  // session.
  const outboxes = new WeakMap<object, Map<string, { request: WriteRequest; page: string }>>();
  let count = 0;

  const perform = async ({ id }: SentWrite, signal: AbortSignal): Promise<WriteAnswer> => {
    const sent = outboxes.get(session() ?? {})?.get(id);
    if (sent === undefined) throw new Error(`The write ${id} has no payload`);
    const answer = await sendByKind(world, sent.request, signal);
    const isOnItsPage = sent.page === page();
    return { ...nothing, ...answer, isOnItsPage, doneAt: Date.now(), clockOffset: clockOffset() };
  };

  const send: SendWrite = (request, signal) => {
    const owner = session();
    if (owner === undefined) return Promise.reject(sessionExpired());
    count += 1;
    const id = `write-${count}`;
    const outbox = outboxes.get(owner) ?? new Map<string, { request: WriteRequest; page: string }>();
    outboxes.set(owner, outbox.set(id, { request, page: page() }));

    return new Promise((resolve, reject) => {
      const unwatch = () => tellSession(owner, { type: 'write.watch', id, isWatched: false });
      signal.addEventListener('abort', unwatch, { once: true });
      const subscription = owner.on('write.settled', (settled) => {
        if (settled.id !== id) return;
        subscription.unsubscribe();
        outbox.delete(id);
        signal.removeEventListener('abort', unwatch);
        if (settled.outcome.type === 'done') resolve(settled.outcome);
        else reject(new ProblemError(settled.outcome.problem));
      });
      const sectionId = 'sectionId' in request ? request.sectionId : null;
      owner.send({
        type: 'write.submit',
        write: { id, kind: request.kind, isWatched: !signal.aborted, sectionId, ...aboutOf(request) },
      });
    });
  };

  const submit: SubmitWrite = (request) => {
    const waiting = new AbortController();
    send(request, waiting.signal).catch(() => {});
    waiting.abort();
  };

  return { perform, send, submit };
}
