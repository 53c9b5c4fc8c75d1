import { type RefObject, useEffect, useRef, useState } from 'react';
import { messages } from '../../publicMessages';
import { useHasMoved } from './navigation';

/**
 * Sets the page's title, and moves the focus to its heading when the teacher came here within the product, so that a
 * screen reader starts at the new page. A freshly opened page keeps the browser's own start.
 */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // As it was when the page was entered: a change of the query later on leads to no other page.
  const [hasMoved] = useState(useHasMoved());
  useEffect(() => {
    document.title = messages.pageTitle(title);
  }, [title]);
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [hasMoved]);
  return heading;
}
