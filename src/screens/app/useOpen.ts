import { useCallback, useState } from 'react';
import { useBackCloses } from './useBackCloses';

/** Whether a dialog is open. The browser's Back closes it. */
export function useOpen() {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  useBackCloses(isOpen, close);
  return { isOpen, open, close };
}
