import type { ReactNode } from 'react';
import { Announced } from './Announced';
import { Spinner } from './Spinner';

/** Says what is loading, in the place where it will appear. */
export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <>
      {/* Hidden from screen readers, which read the announced copy. */}
      <p aria-hidden="true" className="flex items-center justify-center gap-3 px-4 py-10 text-muted">
        <Spinner />
        <span>{children}</span>
      </p>
      <Announced>{children}</Announced>
    </>
  );
}
