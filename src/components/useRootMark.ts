import { useLayoutEffect } from 'react';

/**
 * Marks the document for rules on its root. The rules could find what causes them with `:has()`, but browsers would look for
 * it at every change of the page.
 */
export function useRootMark(mark: 'data-live-bar' | 'data-sticky-foot' | 'data-panel', isOn = true) {
  useLayoutEffect(() => {
    if (!isOn) return;
    const { documentElement } = document;
    documentElement.setAttribute(mark, '');
    return () => documentElement.removeAttribute(mark);
  }, [mark, isOn]);
}
