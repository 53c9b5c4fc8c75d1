import type { ComponentProps } from 'react';
import { NoticeRegion } from './NoticeRegion';

/** Where a form says what no field can: above its button, in a place of two lines that is kept, so that nothing moves. */
export function FormNotice(notice: ComponentProps<typeof NoticeRegion>) {
  return (
    <div className="-my-7 flex min-h-16 flex-col justify-center">
      <NoticeRegion {...notice} />
    </div>
  );
}
