import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** The last focused element of a region. */
interface Focused {
  control: Element;
  /** Index of its row in the region; -1 outside the rows. */
  index: number;
  /** The focus moved into a dialog, which restores it on closing. */
  isLent: boolean;
}

export interface KeptFocus<E extends HTMLElement> {
  /** Props of the region. It contains a focusable heading or a `data-autofocus` element, and perhaps a list. */
  region: {
    ref: RefObject<E | null>;
    onFocus(event: FocusEvent): void;
    onBlur(event: FocusEvent): void;
  };
  /** `onClosed` of dialogs opened from the region. */
  settle(): void;
}

const rowsOf = (region: Element | null) => [...(region?.querySelectorAll('li, tbody tr') ?? [])];
const indexIn = (region: Element | null, control: Element) => rowsOf(region).findIndex((row) => row.contains(control));

let isRestoring = false;
/** Returns whether the focus is moving because its row was removed or moved, not because the user moved it. */
export const isFocusRestored = () => isRestoring;

/** Moves the focus to where its row has moved. */
export function restoreFocus(control: HTMLElement | null | undefined, options?: FocusOptions): void {
  isRestoring = true;
  control?.focus(options);
  isRestoring = false;
}

/**
 * Keeps the focus in a region when the focused element is removed. It moves to the next row, else the previous one;
 * without rows, to the `data-autofocus` element or the heading.
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
      ref.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      ref.current?.querySelector<HTMLElement>('h2, h3');
    restoreFocus(next);
  }, []);

  // After each render, since any may have removed or moved the row.
  useLayoutEffect(() => {
    if (last.current?.control.isConnected) last.current.index = indexIn(ref.current, last.current.control);
    else if (last.current?.isLent === false && document.activeElement === document.body) settle();
  });

  return {
    region: {
      ref,
      // React events also bubble from dialogs opened here.
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
