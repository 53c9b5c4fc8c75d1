import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes';
import { IconButton } from './IconButton';
import { words } from './words';

const widths = { form: 'sm:max-w-lg', wide: 'sm:max-w-3xl', large: 'sm:max-w-6xl' };

type DialogProps = {
  open: boolean;
  title: string;
  /** Of a form, of more than a few lines, or as wide as there is room for what is to be looked at. */
  size?: keyof typeof widths;
  /** Asked for by Escape, by a press on the backdrop and by the X; the owner then sets `open` to false. */
  onClose: () => void;
  /** It has closed, and the focus is back where it was, as far as that is still there. Always the same function. */
  onClosed?: () => void;
  /** A key is pressed wherever the focus is within it, not within a dialog that was opened from it. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/**
 * A modal dialog, a bottom sheet on phones. The focus goes to the element with `data-autofocus` (else to the dialog
 * itself), stays inside while it is open and returns to where it was. Its content is gone while it is closed,
 * typed values included.
 */
export function Dialog({ open, title, size = 'form', ...props }: DialogProps) {
  const { onClose, onClosed, onKeyDown, children } = props;
  const blurred = useRef<HTMLElement>(null);
  const close = () => {
    onClose();
    // Escape takes the focus away before it asks, also from a dialog that its owner keeps open.
    queueMicrotask(() => {
      if (document.activeElement === document.body) blurred.current?.focus();
    });
  };
  const onBlur = ({ target }: FocusEvent<HTMLElement>) => {
    blurred.current = target;
  };
  return (
    <HeadlessDialog open={open} onClose={close} onBlur={onBlur} className="relative z-20">
      <DialogBackdrop className="fixed inset-0 bg-backdrop transition-opacity starting:opacity-0" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center pt-12 sm:items-center sm:p-6">
          <DialogPanel
            // React tells also of what was opened from here, which stands elsewhere in the document.
            onKeyDown={(event) => {
              const { currentTarget, target } = event;
              if (target instanceof Node && currentTarget.contains(target)) onKeyDown?.(event);
            }}
            className={classes(
              'w-full rounded-t-card bg-surface p-5 shadow-raised transition sm:rounded-card sm:border sm:border-line sm:p-6 starting:translate-y-4 starting:opacity-0',
              widths[size],
            )}
          >
            <div className="mb-4 flex items-start justify-between gap-4">
              <DialogTitle className="min-w-0 pt-2 text-lg font-semibold tracking-tight">{title}</DialogTitle>
              <IconButton icon="close" label={words.close} onClick={() => onClose()} className="-mr-2" />
            </div>
            {children}
            {onClosed && <Closing onClosed={onClosed} />}
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  );
}

/** The dialog around it gives the focus back in a microtask, which it queues before those of what it holds. */
function Closing({ onClosed }: { onClosed: () => void }) {
  useEffect(() => () => queueMicrotask(onClosed), [onClosed]);
  return null;
}
