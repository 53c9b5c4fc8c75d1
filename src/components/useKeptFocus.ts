import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** What had the focus in a region last. */
interface Focused {
  control: Element;
  /** The place of its row among the region's rows; -1 outside of them. */
  index: number;
  /** The focus is in a dialog, which gives it back when it closes. */
  isLent: boolean;
}

export interface KeptFocus<E extends HTMLElement> {
  /** For the region: a heading that can take the focus, or what takes it at first, and a list perhaps. */
  region: {
    ref: RefObject<E | null>;
    onFocus(event: FocusEvent): void;
    onBlur(event: FocusEvent): void;
  };
  /** For the dialogs that are opened from it, as `onClosed`. */
  settle(): void;
}

const rowsOf = (region: Element | null) => [...(region?.querySelectorAll('li, tbody tr') ?? [])];
const indexIn = (region: Element | null, control: Element) => rowsOf(region).findIndex((row) => row.contains(control));

let isMovingFocus = false;
/** Whether the focus is moving because its row has gone, and not because anybody has moved it. */
export const isFocusMovingByItself = () => isMovingFocus;

/**
 * Keeps the focus from falling to the page when what has it goes: with its row it moves to the next row, from the last
 * row to the one before, and to the region's heading, or what has the focus at first, where there is no row.
 */
export function useKeptFocus<E extends HTMLElement>(): KeptFocus<E> {
  const ref = useRef<E>(null);
  const last = useRef<Focused | null>(null);

  const settle = useCallback(() => {
    const isKept = last.current?.control.isConnected ?? document.activeElement !== document.body;
    if (isKept) return;
    const index = last.current?.index ?? -1;
    last.current = null;
    const rows = rowsOf(ref.current);
    const row = index < 0 ? undefined : (rows[index] ?? rows.at(-1));
    const next =
      row?.querySelector<HTMLElement>('button, input') ??
      ref.current?.querySelector<HTMLElement>('h2, h3, [data-autofocus]');
    isMovingFocus = true;
    next?.focus();
    isMovingFocus = false;
  }, []);

  // After each render, since any of them may have taken the row away or moved it.
  useLayoutEffect(() => {
    if (last.current?.control.isConnected) last.current.index = indexIn(ref.current, last.current.control);
    else if (last.current?.isLent === false && document.activeElement === document.body) settle();
  });

  return {
    region: {
      ref,
      // React tells also of dialogs that were opened from here.
      onFocus: ({ target }) => {
        if (ref.current?.contains(target) !== true) return;
        last.current = { control: target, index: indexIn(ref.current, target), isLent: false };
      },
      onBlur: ({ target, relatedTarget }) => {
        if (relatedTarget === null || last.current === null || ref.current?.contains(target) !== true) return;
        if (relatedTarget.closest('[role="dialog"]') === null) last.current = null;
        else last.current.isLent = true;
      },
    },
    settle,
  };
}
