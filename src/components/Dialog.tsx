import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classes } from './classes';
import { IconButton } from './IconButton';
import { isFresh } from './isFresh';
import { words } from './words';

const sizes = {
  form: 'sm:max-w-lg',
  // As tall as the window where its content is side by side, whatever the content.
  large: 'lg:flex lg:h-[calc(100dvh-3rem)] lg:max-w-[100rem] lg:flex-col',
};

type DialogProps = {
  open: boolean;
  title: string;
  /** For a form, or as large as the window for something to look at. */
  size?: keyof typeof sizes;
  /** Called on Escape, a press on the backdrop and the X. The owner then sets `open` to false. */
  onClose: () => void;
  /** Called after closing, once the focus is restored where possible. Must be a stable function. */
  onClosed?: () => void;
  /** Called for keys pressed in this dialog, but not in a dialog opened from it. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/**
 * A modal dialog, a bottom sheet on phones. Focuses the element with `data-autofocus` (else the dialog itself), traps
 * the focus while open and restores it on closing. Unmounts its content when closed, typed values included.
 */
export function Dialog({ open, title, size = 'form', ...props }: DialogProps) {
  const { onClose, onClosed, onKeyDown, children } = props;
  const blurred = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    onClose();
    // Escape blurs the element before it asks, even when the owner keeps the dialog open.
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
            ref={panel}
            // React events also bubble from dialogs opened here, which are elsewhere in the DOM.
            onKeyDown={(event) => {
              const { currentTarget, target } = event;
              if (target instanceof Node && currentTarget.contains(target)) onKeyDown?.(event);
            }}
            className={classes(
              'w-full rounded-t-card bg-surface p-5 shadow-raised transition sm:rounded-card sm:border sm:border-line sm:p-6 starting:translate-y-4 starting:opacity-0',
              sizes[size],
            )}
          >
            <div className="mb-4 flex items-start justify-between gap-4">
              <DialogTitle className="min-w-0 pt-2 text-lg font-semibold tracking-tight">{title}</DialogTitle>
              <IconButton icon="close" label={words.close} onClick={() => onClose()} className="-mr-2" />
            </div>
            {children}
            <DoublePress panel={panel} />
            {onClosed && <Closing onClosed={onClosed} />}
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  );
}

/** Ignores presses beside the dialog while it is new: the second half of a double press on what opened it. */
function DoublePress({ panel }: { panel: RefObject<HTMLElement | null> }) {
  const sign = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const ignore = (event: Event) => {
      const isBeside = event.target instanceof Node && !panel.current?.contains(event.target);
      // Headless UI closes the dialog unless the default is prevented.
      if (isBeside && sign.current !== null && isFresh(sign.current)) event.preventDefault();
    };
    const types = ['pointerup', 'touchend'];
    for (const type of types) window.addEventListener(type, ignore, { capture: true, passive: false });
    return () => {
      for (const type of types) window.removeEventListener(type, ignore, { capture: true });
    };
  }, [panel]);
  return <span ref={sign} className="press-delay" />;
}

/** Headless UI restores the focus in a microtask, queued before those of the dialog's content. */
function Closing({ onClosed }: { onClosed: () => void }) {
  useEffect(() => () => queueMicrotask(onClosed), [onClosed]);
  return null;
}
