import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { type InspectionEvent, StateMachine } from 'xstate';
import { startLocalInspector } from './localInspector';
import { createMask } from './mask';

/**
 * Starts an inspector and opens its window: our own page for `local`, else Stately's. A browser that holds the window
 * back says so beside its address bar; the product goes on either way. Everything is masked before it leaves.
 *
 * @param wanted the value of `?inspect`
 * @returns what every actor's inspection events have to be given to
 */
export const startInspector = (wanted: string): ((inspected: InspectionEvent) => void) =>
  wanted === 'local' ? startLocalInspector() : startStatelyInspector();

function startStatelyInspector() {
  /** Of the actors that are not announced yet, by session. */
  const definitions = new Map<string, string>();
  const { inspect } = createBrowserInspector({ serialize: createCover(definitions) });
  return (inspected: InspectionEvent) => {
    const { actorRef } = inspected;
    if (inspected.type === '@xstate.actor' && 'logic' in actorRef && actorRef.logic instanceof StateMachine) {
      definitions.set(actorRef.sessionId, JSON.stringify(actorRef.logic.config));
    }
    inspect.next?.(inspected);
  };
}

/**
 * Covers all that a message says of events, contexts, inputs and outputs; states and definitions are our own words.
 *
 * @param definitions used instead of the inspector's own, which sorts the states by the alphabet and cuts off deep ones
 */
function createCover(definitions: Map<string, string>) {
  const mask = createMask();

  const coverSnapshot = <S extends { status?: unknown; value?: unknown }>(snapshot: S): S => ({
    ...mask(snapshot),
    status: snapshot.status,
    ...('value' in snapshot && { value: snapshot.value }),
  });

  const cover = (message: StatelyInspectionEvent): StatelyInspectionEvent => {
    switch (message.type) {
      case '@xstate.actor': {
        const definition = definitions.get(message.sessionId) ?? message.definition;
        definitions.delete(message.sessionId);
        return { ...message, definition, snapshot: coverSnapshot(message.snapshot) };
      }
      case '@xstate.event':
        return { ...message, event: mask(message.event) };
      case '@xstate.snapshot':
        return { ...message, event: mask(message.event), snapshot: coverSnapshot(message.snapshot) };
    }
  };

  // Stately's adapter serializes what the inspector in front of it has serialized: secrets would get a second number.
  const covered = new WeakSet<StatelyInspectionEvent>();
  return (message: StatelyInspectionEvent): StatelyInspectionEvent => {
    const result = covered.has(message) ? message : cover(message);
    covered.add(result);
    return result;
  };
}
