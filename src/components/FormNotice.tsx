import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes';
import { NoticeRegion } from './NoticeRegion';

type FormNoticeProps = ComponentProps<typeof NoticeRegion> & {
  /** The form's introduction, which the notice covers. */
  lead?: ReactNode;
};

/**
 * Messages that belong to no field, above the first one. The notice shares two reserved lines with the lead, so neither
 * moves anything. A notice out of sight is scrolled into view.
 */
export function FormNotice({ lead, ...notice }: FormNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const speaks = notice.children !== undefined;
  useEffect(() => {
    if (speaks) place.current?.scrollIntoView({ block: 'nearest' });
  }, [speaks]);
  return (
    // 16 px below, of the form's 28; its frame leaves 16 above.
    <div ref={place} className="relative -mb-3 grid min-h-16 scroll-m-4">
      {lead !== undefined && (
        <div className={classes('col-start-1 row-start-1 text-muted', speaks && 'invisible')}>{lead}</div>
      )}
      <NoticeRegion {...notice} className="col-start-1 row-start-1 min-h-16" />
    </div>
  );
}
