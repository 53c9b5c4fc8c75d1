const ROWS = 6;
const SEATS = 9;
const PITCH = 44;

/** How strongly the lamp, in front of the middle of the first row, lights a seat: 1 beside it, 0 out of its reach. */
function light(row: number, seat: number): number {
  const distance = Math.hypot(row + 0.5, seat - (SEATS - 1) / 2);
  return Math.max(0, 1 - distance / 5.5) ** 1.5;
}

/** A class seen from above, its seats lit by the lamp at the front: the picture of the public pages. */
export function SeatingPlan({ className }: { className?: string }) {
  const seats = Array.from({ length: ROWS * SEATS }, (_, index) => ({
    row: Math.floor(index / SEATS),
    seat: index % SEATS,
  }));
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${SEATS * PITCH} ${(ROWS + 1) * PITCH}`} className={className}>
      <circle cx={(SEATS * PITCH) / 2} cy={PITCH / 2} r="9" className="fill-lamp" />
      {seats.map(({ row, seat }) => (
        <g key={`${row}-${seat}`} transform={`translate(${seat * PITCH + 7} ${(row + 1) * PITCH + 9})`}>
          <rect width="30" height="26" rx="6" className="fill-on-brand-muted" fillOpacity="0.16" />
          <rect width="30" height="26" rx="6" className="fill-lamp" fillOpacity={light(row, seat).toFixed(2)} />
        </g>
      ))}
    </svg>
  );
}
