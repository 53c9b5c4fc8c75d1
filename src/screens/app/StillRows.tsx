import { type PointerEvent, type ReactNode, type SyntheticEvent, useRef } from 'react';
import { isFocusRestored, useKeptFocus } from '../../components/useKeptFocus';
import { messages } from '../../messages';

const { lookNow: words } = messages;

type StillRowsProps = {
  /** Undefined while no row can move. */
  onTouch: (() => void) | undefined;
  className?: string;
  children: ReactNode;
};

/** Reports every movement on the rows, and leaves behind what moved last for `mouseOffRows`. */
export function StillRows({ onTouch, className, children }: StillRowsProps) {
  const { region } = useKeptFocus<HTMLDivElement>();
  const pointer = useRef('');
  const touch = ({ target }: SyntheticEvent) => {
    // React also bubbles events of dialogs opened from here, and the buttons beside the rows ask for new ones.
    const isOnRow =
      target instanceof Element && region.ref.current?.contains(target) && target.closest('ul, tbody') !== null;
    if (isOnRow) onTouch?.();
  };
  const movePointer = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.dataset.pointer = onTouch === undefined ? '' : event.pointerType;
    // Browsers also report a resting pointer when the page moves beneath it.
    const place = `${event.screenX} ${event.screenY}`;
    if (place !== pointer.current) touch(event);
    pointer.current = place;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks the pointer and the focus.
    <div
      ref={region.ref}
      onPointerMove={movePointer}
      onPointerDown={touch}
      onTouchMove={touch}
      onWheel={touch}
      onKeyDown={touch}
      onFocus={(event) => {
        region.onFocus(event);
        if (!isFocusRestored()) touch(event);
      }}
      onBlur={region.onBlur}
      className={className}
    >
      {children}
    </div>
  );
}

/** The number of waiting rows. Reserves its place while there are none. */
export function NewRows({ count, onShow }: { count: number; onShow: (() => void) | undefined }) {
  return (
    <div className="flex min-h-9 items-center">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="min-h-9 rounded-control text-sm font-semibold text-link underline underline-offset-4"
        >
          {words.newRows(count)}
        </button>
      )}
    </div>
  );
}
