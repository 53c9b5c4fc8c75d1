const ROWS = 6;
const SEATS = 9;
const PITCH = 44;

/** Returns how brightly the lamp at the front lights a seat, from 1 (next to it) to 0 (out of reach). */
function light(row: number, seat: number): number {
  const distance = Math.hypot(row + 0.5, seat - (SEATS - 1) / 2);
  return Math.max(0, 1 - distance / 5.5) ** 1.5;
}

/** Returns a seat's outline as an SVG path. */
const outline = (row: number, seat: number) =>
  `M${seat * PITCH + 13} ${(row + 1) * PITCH + 9}h18a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6h-18a6 6 0 0 1-6-6v-14a6 6 0 0 1 6-6z`;

const seats = Array.from({ length: ROWS * SEATS }, (_, index) => ({
  row: Math.floor(index / SEATS),
  seat: index % SEATS,
}));

/** Seats of the same brightness share one path: each element costs rendering time on the first page. */
const lit = new Map<string, string>();
for (const { row, seat } of seats) {
  const opacity = light(row, seat).toFixed(2);
  lit.set(opacity, (lit.get(opacity) ?? '') + outline(row, seat));
}

/** The picture on the public pages: a class seen from above, its seats lit by the lamp at the front. */
export function SeatingPlan({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${SEATS * PITCH} ${(ROWS + 1) * PITCH}`} className={className}>
      <circle cx={(SEATS * PITCH) / 2} cy={PITCH / 2} r="9" className="fill-lamp" />
      <path d={[...lit.values()].join('')} className="fill-on-brand-muted" fillOpacity="0.16" />
      {[...lit].map(([opacity, outlines]) => (
        <path key={opacity} d={outlines} className="fill-lamp" fillOpacity={opacity} />
      ))}
    </svg>
  );
}
