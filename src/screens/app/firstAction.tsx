import {
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ButtonVariant } from '../../components/buttonStyle';

/** What a page may offer, the most urgent first. */
const order = ['admit', 'extend', 'save', 'resume', 'start', 'create'] as const;
type Action = (typeof order)[number];

interface Offer {
  id: string;
  action: Action;
}

/** What a page offers now. */
function createOffers() {
  let offers: readonly Offer[] = [];
  const listeners = new Set<() => void>();
  const set = (changed: readonly Offer[]) => {
    offers = changed;
    for (const tell of listeners) tell();
  };
  return {
    add(offer: Offer) {
      set([...offers, offer]);
      return () => set(offers.filter((one) => one !== offer));
    },
    /** Returns the id of the most urgent offer; of two alike, that of the earlier one. */
    first: () => offers.toSorted((one, other) => order.indexOf(one.action) - order.indexOf(other.action))[0]?.id,
    subscribe(tell: () => void) {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
  };
}

const Offers = createContext<ReturnType<typeof createOffers> | null>(null);

/** Around a page, of whose actions only the most urgent one has a filled button. Dialogs have one of their own. */
export function FirstAction({ children }: { children: ReactNode }) {
  const [offers] = useState(createOffers);
  return <Offers value={offers}>{children}</Offers>;
}

/** Returns how the button of an action looks: filled while it is the most urgent one that the page offers. */
export function useActionVariant(action: Action, isOffered: boolean): ButtonVariant {
  const offers = useContext(Offers);
  if (offers === null) throw new Error('An action needs a FirstAction around it');
  const id = useId();
  useLayoutEffect(() => (isOffered ? offers.add({ id, action }) : undefined), [offers, id, action, isOffered]);
  const isFirst = useSyncExternalStore(
    offers.subscribe,
    () => offers.first() === id,
    () => false,
  );
  return isFirst ? 'primary' : 'secondary';
}
