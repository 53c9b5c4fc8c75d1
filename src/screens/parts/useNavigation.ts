import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { FormMachine } from '../../machines/formMachine';

/** The bridge from the charts to the router: follows the form's `navigate`. */
export function useNavigation(form: ActorRefFrom<FormMachine>) {
  const navigate = useNavigate();
  useEffect(() => {
    const subscription = form.on('navigate', ({ to }) => void navigate(to));
    return () => subscription.unsubscribe();
  }, [form, navigate]);
}
