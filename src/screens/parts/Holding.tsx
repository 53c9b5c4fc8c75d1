import type { FocusEvent, PointerEvent, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useKeptFocus } from '../../components/useKeptFocus';
import type { Holder, overviewMachine, Rows } from '../../machines/overviewMachine';
import { messages } from '../../messages';

const { lookNow: words } = messages;

type Overview = ActorRefFrom<typeof overviewMachine>;

type HoldingProps = {
  overview: Overview;
  /** As they are shown. */
  rows: Rows;
  className?: string;
  children: ReactNode;
};

/** Rows that stand still while the pointer is over them or the focus is on one of them. */
export function Holding({ overview, rows, className, children }: HoldingProps) {
  const { region } = useKeptFocus<HTMLDivElement>();
  // React tells also of dialogs that were opened from here, and beside the rows there are buttons that ask for new ones.
  const isHere = (target: EventTarget | null) =>
    target instanceof Element && region.ref.current?.contains(target) === true && target.closest('ul, tbody') !== null;
  const enter = (holder: Holder, { target, relatedTarget }: FocusEvent | PointerEvent) => {
    if (isHere(target) && !isHere(relatedTarget)) overview.send({ type: 'rows.held', holder, rows });
  };
  const leave = (holder: Holder, { target, relatedTarget }: FocusEvent | PointerEvent) => {
    if (isHere(target) && !isHere(relatedTarget)) overview.send({ type: 'rows.released', holder });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done with it; it only knows where the teacher is.
    <div
      ref={region.ref}
      onPointerOver={(event) => enter('pointer', event)}
      onPointerOut={(event) => leave('pointer', event)}
      onFocus={(event) => {
        region.onFocus(event);
        enter('focus', event);
      }}
      onBlur={(event) => {
        region.onBlur(event);
        leave('focus', event);
      }}
      className={className}
    >
      {children}
    </div>
  );
}

/** How many rows wait; its place is kept while there are none. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
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
