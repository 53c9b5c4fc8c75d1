import { type RefObject, useEffect, useRef, useState } from 'react';
import { messages } from '../../publicMessages';
import { useHasMoved } from './navigation';

/**
 * Sets the page's title, and moves the focus to its heading when the teacher came here within the product, so that a
 * screen reader starts at the new page. A freshly opened page keeps the browser's own start.
 *
 * @param isNews it takes the place of what was read, though the teacher has gone nowhere
 */
export function usePageHeading(title: string, isNews = false): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useHasMoved();
  // As it was when the page was entered: a change of the query later on leads to no other page.
  const [takesFocus] = useState(hasMoved || isNews);
  useEffect(() => {
    document.title = messages.pageTitle(title);
  }, [title]);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return heading;
}
