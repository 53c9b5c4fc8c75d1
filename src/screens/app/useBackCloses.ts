import { useEffect, useEffectEvent } from 'react';
import { addBackEntry } from '../../system/app/backEntry';

/** Lets the browser's Back close a dialog that is open. For one that a chart opens, see `holdBackEntry`. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => (isOpen ? addBackEntry(() => onBack()) : undefined), [isOpen]);
}
