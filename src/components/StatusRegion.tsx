import type { ReactElement } from 'react';

/** Announces the result of waiting, such as an empty list. Mount it empty with the screen, like NoticeRegion. */
export function StatusRegion({ children }: { children: ReactElement | false }) {
  return (
    // Out of the flow while empty, so that its parent's layout leaves no gap. Announces only what was added.
    <div role="status" aria-atomic="false" className={children === false ? 'absolute' : 'flex grow flex-col'}>
      {children}
    </div>
  );
}
