import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes';
import { NoticeRegion } from './NoticeRegion';

type FormNoticeProps = ComponentProps<typeof NoticeRegion> & {
  /** The form's introduction. The notice covers it. */
  lead?: ReactNode;
};

/**
 * Messages that belong to no field, above the first one. Notice and lead share two reserved lines, so that neither
 * moves the form. A notice outside the viewport is scrolled into view.
 */
export function FormNotice({ lead, ...notice }: FormNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const speaks = notice.children !== undefined;
  useEffect(() => {
    if (speaks) place.current?.scrollIntoView({ block: 'nearest' });
  }, [speaks]);
  return (
    // The negative margin leaves 16 px of the form's 28 px gap below, as much as there is above.
    <div ref={place} className="relative -mb-3 grid min-h-16 scroll-m-4">
      {lead !== undefined && (
        <div className={classes('col-start-1 row-start-1 text-muted', speaks && 'invisible')}>{lead}</div>
      )}
      <NoticeRegion {...notice} className="col-start-1 row-start-1 min-h-16" />
    </div>
  );
}
