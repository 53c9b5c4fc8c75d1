const clock = new Intl.DateTimeFormat(undefined, {
  numberingSystem: 'latn',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** @param at milliseconds since the epoch */
export function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} className="font-mono text-xs text-muted tabular-nums">
      {clock.format(at)}
    </time>
  );
}
