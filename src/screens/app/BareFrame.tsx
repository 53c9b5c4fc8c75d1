import type { ReactNode } from 'react';
import { ReportLink } from './ReportLink';

/** The minimal frame for when neither a page nor its frame can be shown. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-4 p-6">{children}</main>
      <footer className="px-4 pb-2 text-center">
        <ReportLink />
      </footer>
    </div>
  );
}
