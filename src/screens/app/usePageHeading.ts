import { type RefObject, useEffect, useRef, useState } from 'react';
import { useHasMoved } from './navigation';
import { usePageTitle } from './pageTitle';

/**
 * Sets the page's title and, after a navigation, focuses its heading, so that a screen reader starts at the new page. A
 * freshly opened document keeps the browser's focus.
 *
 * @param isNews the page replaced another one without a navigation
 */
export function usePageHeading(title: string, isNews = false): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useHasMoved();
  // As of the first render: a later change of the query is not a new page.
  const [takesFocus] = useState(hasMoved || isNews);
  usePageTitle(title);
  useEffect(() => {
    // A menu that was opened meanwhile needs the focus for its keys, Escape among them.
    if (takesFocus && !document.activeElement?.closest('[role=menu]')) heading.current?.focus();
  }, [takesFocus]);
  return heading;
}
