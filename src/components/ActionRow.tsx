import type { ReactNode } from 'react';

/** The buttons that end a form or a dialog, the main one last: a row at the right, on phones a stack with the main one on top. */
export function ActionRow({ children }: { children: ReactNode }) {
  return <div className="mt-1 flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">{children}</div>;
}
