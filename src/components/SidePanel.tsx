import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './IconButton';
import { useFocusOnceShown } from './useFocusOnceShown';
import { useKeptFocus } from './useKeptFocus';
import { useRootMark } from './useRootMark';
import { words } from './words';

type SidePanelProps = {
  title: string;
  /** Beside the X. */
  actions?: ReactNode;
  /** Identifies what the panel shows. The panel takes the focus for each. */
  subject: string;
  /** Called on Escape and the X. */
  onClose: () => void;
  /** Called for keys pressed in the panel, but not in a dialog or menu opened from it. */
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/**
 * A panel over the right of its positioned parent, which stays usable; on phones a sheet over the whole page. Open while
 * mounted. Takes the focus, and returns it to the element that opened it.
 */
export function SidePanel({ title, actions, subject, onClose, onKeyDown, children }: SidePanelProps) {
  const titleId = useId();
  useRootMark('data-panel');
  const { region } = useKeptFocus<HTMLElement>();
  const { ref: panel } = region;
  const opener = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each subject may have an opener of its own.
  useLayoutEffect(() => {
    if (panel.current?.contains(document.activeElement) === true) return;
    opener.current = document.activeElement;
  }, [panel, subject]);
  useFocusOnceShown(subject, () => {
    if (panel.current?.contains(document.activeElement) === true) return;
    panel.current?.querySelector('h2')?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      // Only afterwards is the page no longer hidden on phones.
      queueMicrotask(() => opener.current instanceof HTMLElement && opener.current.focus());
    };
  }, [panel]);
  return (
    <div className="pointer-events-none print:hidden sm:absolute sm:inset-y-0 sm:right-0 sm:z-4 sm:w-full sm:max-w-[max(22rem,37.5%)]">
      <section
        {...region}
        role="dialog"
        aria-labelledby={titleId}
        // A press on a text keeps the keys here.
        tabIndex={-1}
        onKeyDown={(event) => {
          // React also bubbles events of the dialogs and menus opened here.
          if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
          if (event.key === 'Escape' && !event.defaultPrevented) {
            // What is being written is left first, not thrown away with the panel.
            if (event.target instanceof HTMLTextAreaElement) panel.current?.focus({ preventScroll: true });
            else onClose();
          }
          onKeyDown(event);
        }}
        className="pointer-events-auto visible outline-none overflow-y-auto overscroll-contain bg-surface p-4 max-sm:fixed max-sm:inset-0 max-sm:z-20 tall:sm:sticky tall:sm:top-36 tall:sm:h-[calc(100dvh-14.5rem)] tall:sm:min-h-96 sm:rounded-card sm:border sm:border-control sm:shadow-raised"
      >
        <div className="mb-1 flex items-start justify-between gap-2">
          <h2 id={titleId} tabIndex={-1} className="min-w-0 pt-2 text-lg font-semibold tracking-tight wrap-break-word">
            {title}
          </h2>
          <div className="-mr-2 flex shrink-0">
            {actions}
            <IconButton icon="close" label={words.close} onClick={onClose} />
          </div>
        </div>
        {children}
      </section>
    </div>
  );
}
