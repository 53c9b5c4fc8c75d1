import type { ReactElement } from 'react';

/**
 * Where it is said what has come of waiting, such as that there is nothing. Mount it with the screen, empty, as a
 * NoticeRegion.
 */
export function StatusRegion({ children }: { children: ReactElement | false }) {
  return (
    // Out of the flow while empty, so that it takes no gap of its parent's layout. Of what is added later that alone is said.
    <div role="status" aria-atomic="false" className={children === false ? 'absolute' : 'flex grow flex-col'}>
      {children}
    </div>
  );
}
