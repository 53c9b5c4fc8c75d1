import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { type InspectionEvent, StateMachine } from 'xstate';
import { startLocalInspector } from './localInspector';
import { createMask } from './mask';

/**
 * Starts an inspector and opens its window: our own page for `local`, else Stately's. If the browser blocks the window,
 * the product continues regardless. Everything is masked before it leaves the page.
 *
 * @param wanted the value of `?inspect`
 * @returns the inspector for every root actor
 */
export const startInspector = (wanted: string): ((inspected: InspectionEvent) => void) =>
  wanted === 'local' ? startLocalInspector() : startStatelyInspector();

/** How long stately.ai may take to answer, in milliseconds. */
const STATELY_PATIENCE = 5_000;

function startStatelyInspector() {
  sayIfUnanswered();
  /** Definitions of actors not yet announced, by session id. */
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

/** Tells the developer if stately.ai is not reached or its window was blocked. */
function sayIfUnanswered() {
  const answered = new AbortController();
  const unanswered = setTimeout(() => {
    answered.abort();
    console.warn('stately.ai has not answered. ?inspect=local shows the charts in Vigil’s own inspector, offline too.');
  }, STATELY_PATIENCE);
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== '@statelyai.connected') return;
    clearTimeout(unanswered);
    answered.abort();
  };
  window.addEventListener('message', hear, { signal: answered.signal });
}

/**
 * Masks events, contexts, inputs and outputs. States and definitions are our own words and stay.
 *
 * @param definitions replace the inspector's own, which sorts states alphabetically and truncates deep ones
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

  // Stately's adapter serializes twice. Masking a masked message would renumber its secrets.
  const covered = new WeakSet<StatelyInspectionEvent>();
  return (message: StatelyInspectionEvent): StatelyInspectionEvent => {
    const result = covered.has(message) ? message : cover(message);
    covered.add(result);
    return result;
  };
}
