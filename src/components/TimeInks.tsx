/** A period that was observed, in a drawing of a lesson's time. It covers the dashes of what was not. */
export const ObservedInk = ({ y, ...place }: { x: string; width: string; y: number }) => (
  <>
    <rect {...place} y={y - 2} height="4" className="fill-surface forced-colors:fill-[Canvas]" />
    <rect {...place} y={y - 1.5} height="3" className="fill-muted forced-colors:fill-[CanvasText]" />
  </>
);

/** A pause or a stop of the whole lesson: nothing was recorded. As high as its row. */
export const InterruptedInk = ({ height, ...place }: { x: string; width: string; height: number }) => (
  <rect {...place} y="0" height={height} className="fill-line print:opacity-30 forced-colors:fill-[GrayText]" />
);

/** Time that was not observed. */
export const UnobservedInk = ({ y }: { y: number }) => (
  <line x1="0" x2="100%" y1={y} y2={y} strokeDasharray="1 5" className="stroke-muted forced-colors:stroke-[GrayText]" />
);
