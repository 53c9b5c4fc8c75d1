import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes';
import { NoticeRegion } from './NoticeRegion';

type FormNoticeProps = ComponentProps<typeof NoticeRegion> & {
  /** No field stands above it. */
  isFirst?: boolean;
  /** What is in its place while it says nothing. */
  otherwise?: ReactNode;
};

/** Where a form says what no field can: above its button, in a place of two lines that is kept, so that nothing moves. */
export function FormNotice({ isFirst = false, otherwise, ...notice }: FormNoticeProps) {
  return (
    <div className={classes('flex min-h-16 flex-col justify-center', isFirst ? '-my-5' : '-my-7')}>
      {notice.children === undefined && otherwise}
      <NoticeRegion {...notice} />
    </div>
  );
}
