import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from './sessionMachine';
import type { SessionEvent } from './sessionSetup';

/** Sends an event to the session unless it has ended: at a sign-out it stops before its pages and forms do. */
export function tellSession(session: ActorRefFrom<typeof sessionMachine>, event: SessionEvent) {
  if (session.getSnapshot().status === 'active') session.send(event);
}
