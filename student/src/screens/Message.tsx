import { type ReactNode, useEffect, useRef } from 'react';
import { useTongue } from './tongue';

/**
 * The heading of a view. It takes the focus when the view appears, so that a screen reader begins there.
 * @param pageTitle of the browser's tab, if it says more than the heading
 */
export function Heading({ children, pageTitle = children }: { children: string; pageTitle?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { locale, words } = useTongue();
  const title = words.pageTitle({ view: pageTitle });
  const shownIn = useRef(locale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is another view.
  useEffect(() => {
    // The same view in another language leaves the focus on the choice.
    if (shownIn.current === locale) heading.current?.focus();
    shownIn.current = locale;
  }, [children]);
  useEffect(() => {
    document.title = title;
  }, [title]);
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
