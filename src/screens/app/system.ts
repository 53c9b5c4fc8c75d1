import { useActorRef, useSelector } from '@xstate/react';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorOptions, ActorRefFrom, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { appMachine } from '../../machines/app/appMachine';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import type { AppSystem } from '../../system/app/appSystem';

type Session = ActorRefFrom<typeof sessionMachine>;

export const SystemContext = createContext<AppSystem | null>(null);

/** What lives as long as the page. */
export function useSystem(): AppSystem {
  const system = useContext(SystemContext);
  if (system === null) throw new Error('A screen needs a SystemContext around it');
  return system;
}

/**
 * An actor that lives as long as the screen: `useActorRef`, with what the actor does being recorded.
 *
 * @param provide makes the machine, once; what it depends on besides the system is the key of the screen
 */
export function useScreenActor<M extends AnyStateMachine>(
  provide: (system: AppSystem) => M,
  ...options: Parameters<typeof useActorRef<M>> extends [M, ...infer Rest] ? Rest : never
): ActorRefFrom<M>;
export function useScreenActor(
  provide: (system: AppSystem) => AnyStateMachine,
  options?: ActorOptions<AnyStateMachine>,
) {
  const system = useSystem();
  const [machine] = useState(() => provide(system));
  return useActorRef(machine, { ...options, inspect: system.inspect });
}

/** The bridge from the charts to the router: what they ask for by `navigate` is done here. */
export function RouterBridge() {
  const system = useSystem();
  const navigate = useNavigate();
  useEffect(() => system.connectRouter((to) => void navigate(to)), [system, navigate]);
  return null;
}

const selectSignedIn = (app: SnapshotFrom<typeof appMachine>) => app.matches('signedIn');

export const useIsSignedIn = () => useSelector(useSystem().actor, selectSignedIn);

/** Whether projector mode hides who the students are. */
export function useIsProjecting(): boolean {
  const { projectorMode } = useSystem();
  return useSyncExternalStore(projectorMode.subscribe, projectorMode.isOn, () => false);
}

/** The session of the signed-in teacher, another one after another sign-in. Undefined until its chunk is loaded. */
export function useSessionIfAny(): Session | undefined {
  const { actor, session } = useSystem();
  return useSelector(actor, session);
}

export const SessionContext = createContext<Session | null>(null);

/** The session that a protected page belongs to. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('A protected page needs a SessionContext around it');
  return session;
}
