import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { authMachine } from '../../machines/authMachine';
import type { FormMachine } from '../../machines/formMachine';

/** The bridge from the charts to the router: follows the actor's `navigate`. */
export function useNavigation(actor: ActorRefFrom<FormMachine> | ActorRefFrom<typeof authMachine>) {
  const navigate = useNavigate();
  useEffect(() => {
    const subscription = actor.on('navigate', ({ to }) => void navigate(to));
    return () => subscription.unsubscribe();
  }, [actor, navigate]);
}
