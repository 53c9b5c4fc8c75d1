import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { restoreFocus } from '../../components/useKeptFocus';
import type { LookNowRow } from '../../machines/triage/lookNow';

/** What can have the focus in a row. */
const parts = ['[data-row]', '[data-see]', '[data-dismiss]'] as const;
type Part = (typeof parts)[number];

/**
 * Knows which student's row has the focus, and takes the focus along when that row moves to another place. The rows have the order of
 * `rows`.
 */
export function useFocusedRow(rows: readonly LookNowRow[]) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<{ student: string; part: Part } | null>(null);
  const placeOf = (student: string | undefined) => rows.findIndex(({ incident }) => incident.student === student);
  const find = (place: number, part: Part) => list.current?.children[place]?.querySelector<HTMLElement>(part);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows may have changed places.
  useLayoutEffect(() => {
    if (focused.current === null) return;
    const { activeElement } = document;
    // Elsewhere the focus must not be taken from the teacher, not even when the student's row comes back.
    if (list.current === null || (activeElement !== document.body && !list.current.contains(activeElement))) {
      focused.current = null;
      return;
    }
    const { student, part } = focused.current;
    const place = placeOf(student);
    if (activeElement && list.current.children[place]?.contains(activeElement)) return;
    restoreFocus(find(place, part), { preventScroll: true });
  }, [rows]);

  return {
    listeners: {
      ref: list,
      onFocus({ target }: FocusEvent) {
        const place = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target));
        const student = rows[place]?.incident.student;
        const part = parts.find((one) => target.matches(one));
        focused.current = student === undefined || part === undefined ? null : { student, part };
      },
      onBlur({ target }: FocusEvent) {
        // A button that goes with its row has not been left.
        queueMicrotask(() => {
          if (target.isConnected && list.current?.contains(document.activeElement) !== true) focused.current = null;
        });
      },
    },
    /** Returns the place of the row that has the focus; -1 without one. */
    focusedPlace: () => placeOf(focused.current?.student),
    find,
  };
}
