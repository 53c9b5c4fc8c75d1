import type { ReactNode } from 'react';
import { Announced } from './Announced';
import { Spinner } from './Spinner';

/** Says what is being waited for, in the place where it will appear. */
export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <>
      {/* For the eye: it is read where it is announced, and not twice. */}
      <p aria-hidden="true" className="flex items-center justify-center gap-3 px-4 py-10 text-muted">
        <Spinner />
        <span>{children}</span>
      </p>
      <Announced>{children}</Announced>
    </>
  );
}
