/** The label of a button that keeps the width of the longer of its words, so that its neighbours do not move. */
export const SteadyLabel = ({
  words: [one, other],
  children,
}: {
  words: readonly [string, string];
  children: string;
}) => (
  <span data-one={one} data-other={other} className="steady-label">
    {children}
  </span>
);
