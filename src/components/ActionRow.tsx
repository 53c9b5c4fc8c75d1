import type { ReactNode } from 'react';

/** The buttons at the end of a form or dialog, the main one last. On phones they stack, the main one on top. */
export function ActionRow({ children }: { children: ReactNode }) {
  return <div className="mt-1 flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">{children}</div>;
}
