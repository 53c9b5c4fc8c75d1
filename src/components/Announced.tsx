import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Announces its children to screen readers. They read only what enters a live region that already exists, so index.html
 * has one in every document. It is visually hidden.
 */
export function Announced({ children }: { children: ReactNode }) {
  const region = document.getElementById('announced');
  return region && createPortal(<p>{children}</p>, region);
}
