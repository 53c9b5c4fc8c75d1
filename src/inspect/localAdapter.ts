import type { createInspector, StatelyInspectionEvent } from '@statelyai/inspect';
import { CHANNEL, INSPECTOR_OPENED } from './protocol';

const MAX_REMEMBERED = 500;

type Message<Type extends StatelyInspectionEvent['type']> = Extract<StatelyInspectionEvent, { type: Type }>;

/**
 * Sends the inspection protocol over a BroadcastChannel to our own inspector. One that is opened later is told of
 * every actor that lives, and what happened last.
 */
export function localAdapter(): Parameters<typeof createInspector>[0] {
  const channel = new BroadcastChannel(CHANNEL);
  // Session ids are unique within a page; two pages may be watched at once.
  const page = Math.random().toString(36).slice(2, 6);
  const actors = new Map<string, Message<'@xstate.actor'>>();
  const remembered: Message<'@xstate.snapshot'>[] = [];

  const forgetOldest = () => {
    const oldest = remembered.shift();
    const actor = oldest && actors.get(oldest.sessionId);
    if (!oldest || !actor) return;
    if (oldest.snapshot.status === 'active') actors.set(oldest.sessionId, { ...actor, snapshot: oldest.snapshot });
    else actors.delete(oldest.sessionId);
  };

  channel.addEventListener('message', ({ data }) => {
    if (data?.type !== INSPECTOR_OPENED) return;
    for (const message of [...actors.values(), ...remembered]) channel.postMessage(message);
  });
  window.addEventListener('pagehide', () => channel.postMessage({ type: 'page.left', page }));

  return {
    send(event) {
      const message = { ...event, sessionId: `${page}/${event.sessionId}` };
      if (message.type === '@xstate.actor') actors.set(message.sessionId, message);
      if (message.type === '@xstate.snapshot') remembered.push(message);
      if (remembered.length > MAX_REMEMBERED) forgetOldest();
      channel.postMessage(message);
    },
  };
}
