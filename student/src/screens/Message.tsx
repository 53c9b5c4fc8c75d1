import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../messages';

/**
 * The heading of a view. It takes the focus when the view appears, so that a screen reader begins there.
 * @param pageTitle of the browser's tab, if it says more than the heading
 */
export function Heading({ children, pageTitle = children }: { children: string; pageTitle?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is another view.
  useEffect(() => heading.current?.focus(), [children]);
  useEffect(() => {
    document.title = messages.pageTitle(pageTitle);
  }, [pageTitle]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** A view with a heading, a sentence and buttons. */
export function Message({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <section>
      <Heading>{title}</Heading>
      {lead !== '' && <p>{lead}</p>}
      <div className="buttons">{children}</div>
    </section>
  );
}
