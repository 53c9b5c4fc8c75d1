import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import { IconButton } from '../../components/IconButton';
import { messages } from '../../messages';

const { lookNow: words } = messages;

type DismissReasonsProps = {
  student: string;
  /** Called with the reason, which becomes the note. */
  onDismiss: (reason: string) => void;
  onCancel: () => void;
  /** The button that was pressed stays beside the reasons, delays presses, cancels, and keeps the focus of a pointer. */
  keptOpener?: { isPointed: boolean } | undefined;
};

/** Replaces the buttons it was opened from by one-word reasons. They ignore the second press of a double click. */
export function DismissReasons({ student, onDismiss, onCancel, keptOpener }: DismissReasonsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const takesFocus = keptOpener?.isPointed !== true;
  useLayoutEffect(() => {
    if (takesFocus) group.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [takesFocus]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Closes nothing else.
    event.preventDefault();
    onCancel();
  };
  return (
    <fieldset
      ref={group}
      aria-label={words.dismiss(student)}
      onKeyDown={press}
      className={classes('-ml-2 flex min-w-0 items-center', !keptOpener && 'press-delay')}
    >
      {words.reasons.map((reason) => (
        <Button
          key={reason}
          variant="quiet"
          onClick={() => onDismiss(reason)}
          // The opener keeps the focus: a focused reason would take it along when it goes.
          onMouseDown={(event) => keptOpener && event.preventDefault()}
          className="px-2! text-sm wide:pointer-fine:min-h-9!"
        >
          {reason}
        </Button>
      ))}
      {!keptOpener && (
        <IconButton icon="close" label={words.keep} onClick={onCancel} className="wide:pointer-fine:size-9" />
      )}
    </fieldset>
  );
}
