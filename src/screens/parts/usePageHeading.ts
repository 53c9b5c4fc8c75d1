import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { messages } from '../../messages';

/**
 * Sets the page's title, and moves the focus to its heading when the teacher came here within the product, so that a
 * screen reader starts at the new page. A freshly opened page keeps the browser's own start.
 */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useLocation().key === 'default';
  useEffect(() => {
    document.title = messages.pageTitle(title);
  }, [title]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus();
  }, [isFirstPage]);
  return heading;
}
