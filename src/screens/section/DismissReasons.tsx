import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '../../components/Button';
import { IconButton } from '../../components/IconButton';
import { messages } from '../../messages';

const { lookNow: words } = messages;

type DismissReasonsProps = {
  student: string;
  /** Called with the reason, which becomes the note. */
  onDismiss: (reason: string) => void;
  onCancel: () => void;
};

/** Asks for a reason of one word in place of the buttons it was opened from. A double press chooses none. */
export function DismissReasons({ student, onDismiss, onCancel }: DismissReasonsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => group.current?.querySelector('button')?.focus({ preventScroll: true }), []);
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
      className="press-delay -ml-2 flex min-w-0 items-center"
    >
      {words.reasons.map((reason) => (
        <Button
          key={reason}
          variant="quiet"
          onClick={() => onDismiss(reason)}
          className="px-2! text-sm wide:pointer-fine:min-h-9!"
        >
          {reason}
        </Button>
      ))}
      <IconButton icon="close" label={words.keep} onClick={onCancel} className="wide:pointer-fine:size-9" />
    </fieldset>
  );
}
