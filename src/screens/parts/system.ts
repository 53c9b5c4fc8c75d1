import { useActorRef, useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { ActorOptions, ActorRefFrom, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { authMachine } from '../../machines/authMachine';
import type { AppSystem } from '../../system/appSystem';

export const SystemContext = createContext<AppSystem | null>(null);

/** What lives as long as the page. */
export function useSystem(): AppSystem {
  const system = useContext(SystemContext);
  if (system === null) throw new Error('A screen needs a SystemContext around it');
  return system;
}

/** An actor that lives as long as the screen: `useActorRef`, with what the actor does being recorded. */
export function useScreenActor<M extends AnyStateMachine>(
  machine: M,
  ...options: Parameters<typeof useActorRef<M>> extends [M, ...infer Rest] ? Rest : never
): ActorRefFrom<M>;
export function useScreenActor(machine: AnyStateMachine, options?: ActorOptions<AnyStateMachine>) {
  const { inspect } = useSystem();
  return useActorRef(machine, { ...options, inspect });
}

/** One of the actors that live as long as the page. */
export function useAppChild<Id extends 'auth' | 'liveChannel' | 'notice'>(id: Id) {
  const { actor } = useSystem();
  const child = actor.getSnapshot().children[id];
  if (child === undefined) throw new Error(`The app's ${id} is not running`);
  return child;
}

const isSignedIn = (auth: SnapshotFrom<typeof authMachine>) => auth.matches('signedIn');

export const useSignedIn = () => useSelector(useAppChild('auth'), isSignedIn);
