import { useActorRef, useSelector } from '@xstate/react';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorOptions, ActorRefFrom, AnyActorLogic, SnapshotFrom } from 'xstate';
import type { AppSystem } from '../../appSystem';
import type { namesMachine } from '../../machines/app/namesMachine';
import type { Preference } from '../../services/app/preferences';

type Session = NonNullable<ReturnType<AppSystem['session']>>;

export const SystemContext = createContext<AppSystem | null>(null);

/** The page's {@link AppSystem}. */
export function useSystem(): AppSystem {
  const system = useContext(SystemContext);
  if (system === null) throw new Error('A screen needs a SystemContext around it');
  return system;
}

/**
 * Returns an actor that lives as long as the screen: `useActorRef` with the flight recorder.
 *
 * @param provide creates the machine or other logic once; its other dependencies must be in the screen's key
 */
export function useScreenActor<M extends AnyActorLogic>(
  provide: (system: AppSystem) => M,
  ...options: Parameters<typeof useActorRef<M>> extends [M, ...infer Rest] ? Rest : never
): ActorRefFrom<M>;
export function useScreenActor(provide: (system: AppSystem) => AnyActorLogic, options?: ActorOptions<AnyActorLogic>) {
  const system = useSystem();
  const [logic] = useState(() => provide(system));
  return useActorRef(logic, { ...options, inspect: system.inspect });
}

/** Connects the charts' `navigate` to the router. */
export function RouterBridge() {
  const system = useSystem();
  const navigate = useNavigate();
  useEffect(() => system.connectRouter((to) => void navigate(to)), [system, navigate]);
  return null;
}

const selectSignedIn = (app: SnapshotFrom<AppSystem['actor']>) => app.matches('signedIn');

export const useIsSignedIn = () => useSelector(useSystem().actor, selectSignedIn);

const areShown = (names: SnapshotFrom<ReturnType<typeof namesMachine>>) => names.matches('shown');

/** Returns whether projector mode is on, though the names may be shown for a while. */
export const useProjectorMode = () => usePreference(useSystem().projectorMode);

/** Returns whether projector mode hides the students' identities now. */
export function useIsProjecting(): boolean {
  const shown = useSelector(useSystem().get('names'), areShown);
  return useProjectorMode() && !shown;
}

/** Returns whether a preference is on. */
export const usePreference = ({ subscribe, isOn }: Preference): boolean =>
  useSyncExternalStore(subscribe, isOn, () => false);

/** Returns the signed-in teacher's session, or undefined until its chunk is loaded. Each sign-in has its own. */
export function useSessionIfAny(): Session | undefined {
  const { actor, session } = useSystem();
  return useSelector(actor, session);
}

export const SessionContext = createContext<Session | null>(null);

/** Returns the session of a protected page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('A protected page needs a SessionContext around it');
  return session;
}
