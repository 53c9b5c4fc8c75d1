import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { messages } from '../../messages';

/**
 * Sets the page's title, and moves the focus to its heading when the teacher came here within the product, so that a
 * screen reader starts at the new page. A freshly opened page keeps the browser's own start.
 */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // As it was when the page was entered: a change of the query later on leads to no other page.
  const [isFirstPage] = useState(key === 'default');
  useEffect(() => {
    document.title = messages.pageTitle(title);
  }, [title]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus();
  }, [isFirstPage]);
  return heading;
}
