import type { ReactNode } from 'react';
import { Spinner } from './Spinner';

/** Says what is being waited for, in the place where it will appear. */
export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <p aria-live="polite" className="flex items-center justify-center gap-3 px-4 py-10 text-muted">
      <Spinner />
      {children}
    </p>
  );
}
