type SkipLinkProps = {
  /** Id of the focusable element after the navigation. */
  target: string;
  children: string;
};

/** Skips the navigation. First in the tab order, visible only while focused. */
export function SkipLink({ target, children }: SkipLinkProps) {
  return (
    <a
      href={`#${target}`}
      className="print:hidden sr-only z-30 rounded-control bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
    >
      {children}
    </a>
  );
}
