import { useEffect } from 'react';

/** Sets the text at the foot of each printed page, beside its number. For browsers that print margin boxes. */
export function usePaperFoot(text: string) {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--paper-foot', `"${text.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`);
    return () => void style.removeProperty('--paper-foot');
  }, [text]);
}
