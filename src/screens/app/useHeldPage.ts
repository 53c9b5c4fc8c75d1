import { useEffect } from 'react';
import { useSystem } from './system';

/** Makes the browser ask before the page is closed or reloaded while something would be lost. */
export function useHeldPage(isHeld: boolean): void {
  const { holdPage } = useSystem();
  useEffect(() => (isHeld ? holdPage() : undefined), [isHeld, holdPage]);
}
