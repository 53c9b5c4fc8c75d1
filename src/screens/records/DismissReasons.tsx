import { mistakeNote } from '@vigil/contract/values';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import { IconButton } from '../../components/IconButton';
import { messages } from '../../messages';

const { lookNow: words } = messages;

/** Each button's text, and the note that it stores. */
const reasons = [
  [words.reasons.mistake, mistakeNote],
  [words.reasons.allowed, words.reasons.allowed],
  [words.reasons.settled, words.reasons.settled],
] as const;

type DismissReasonsProps = {
  student: string;
  onDismiss: (note: string) => void;
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
      {reasons.map(([label, note]) => (
        <Button
          key={note}
          variant="quiet"
          onClick={() => onDismiss(note)}
          // The opener keeps the focus: a focused reason would take it along when it goes.
          onMouseDown={(event) => keptOpener && event.preventDefault()}
          className="px-2! text-sm wide:pointer-fine:min-h-9!"
        >
          {label}
        </Button>
      ))}
      {!keptOpener && (
        <IconButton icon="close" label={words.keep} onClick={onCancel} className="wide:pointer-fine:size-9" />
      )}
    </fieldset>
  );
}
