import { useRef, useState } from 'react';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { isInView } from '../../components/isInView';
import { messages } from '../../messages';
import { useStable } from '../app/useStable';

const { lookNow: words } = messages;

interface SeeAllProps {
  /** Asks whether to mark them. */
  question: string;
  /** Returns the rows of what would be marked. */
  rows: () => readonly Element[];
  onSee: () => void;
  className: string;
}

/** Marks all rows as seen. Asks first if some are not in view, since nobody has seen those. */
export function SeeAll({ question, rows, onSee, className }: SeeAllProps) {
  /** As of the press: what comes while it is asked is not marked. */
  const [asked, setAsked] = useState<Pick<SeeAllProps, 'question' | 'onSee'> & { hidden: number }>();
  const confirmed = useRef<() => void>(undefined);
  const press = () => {
    const hidden = rows().filter((row) => !isInView(row)).length;
    if (hidden === 0) onSee();
    else setAsked({ question, onSee, hidden });
  };
  // The button goes with what it marks, and the focus must be back by then.
  const onClosed = useStable(() => {
    confirmed.current?.();
    confirmed.current = undefined;
  });
  return (
    <>
      <Button variant="quiet" onClick={press} className={className}>
        {words.markAllSeen}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        title={asked?.question ?? ''}
        cancel={words.cancel}
        onCancel={() => setAsked(undefined)}
        confirm={words.markAllSeen}
        variant="primary"
        onConfirm={() => {
          confirmed.current = asked?.onSee;
          setAsked(undefined);
        }}
        onClosed={onClosed}
      >
        {words.notInView(asked?.hidden ?? 0)}
      </ConfirmDialog>
    </>
  );
}
