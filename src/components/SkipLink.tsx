type SkipLinkProps = {
  /** The id of what comes after the navigation; it must be able to take the focus. */
  target: string;
  children: string;
};

/** The first stop of the Tab key: past the navigation. Seen only while it has the focus. */
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
