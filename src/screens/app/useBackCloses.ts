import { useEffect, useEffectEvent } from 'react';
import { useSystem } from './system';

/** Lets the browser's Back close a dialog that is open. For one that a chart opens, see `holdBackEntry`. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const { addBackEntry } = useSystem();
  const onBack = useEffectEvent(close);
  useEffect(() => (isOpen ? addBackEntry(() => onBack()) : undefined), [isOpen, addBackEntry]);
}
