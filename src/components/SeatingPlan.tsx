const ROWS = 6;
const SEATS = 9;
const PITCH = 44;

/** How strongly the lamp, above the middle of the front row, lights a seat: from 1 right below it to 0.12 far away. */
function light(row: number, seat: number): number {
  const distance = Math.hypot(row + 1, (seat - (SEATS - 1) / 2) * 0.9);
  return Math.max(0.12, 1 - distance / 6.5);
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
        <rect
          key={`${row}-${seat}`}
          x={seat * PITCH + 7}
          y={(row + 1) * PITCH + 9}
          width={PITCH - 14}
          height={PITCH - 18}
          rx="6"
          className="fill-on-brand-muted"
          fillOpacity={light(row, seat).toFixed(2)}
        />
      ))}
    </svg>
  );
}
