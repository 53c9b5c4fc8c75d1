import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Says what comes together with the part that it is in. A screen reader announces only what enters a live region that was
 * there before: this one stands in every document (index.html). Nobody sees it.
 */
export function Announced({ children }: { children: ReactNode }) {
  const region = document.getElementById('announced');
  return region && createPortal(<p>{children}</p>, region);
}
