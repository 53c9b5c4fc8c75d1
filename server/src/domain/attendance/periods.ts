/** A period, in milliseconds since 1970 by the server's clock. */
export interface Period {
  from: number;
  to: number;
}

export const lengthOf = (periods: readonly Period[]): number =>
  periods.reduce((sum, { from, to }) => sum + to - from, 0);

/** Returns the parts of periods outside of others. */
export const outside = <One extends Period>(periods: readonly One[], others: readonly Period[]): One[] =>
  others.reduce<One[]>(
    (left, other) =>
      left.flatMap((one) =>
        [
          { ...one, to: Math.min(one.to, other.from) },
          { ...one, from: Math.max(one.from, other.to) },
        ].filter(({ from, to }) => from < to),
      ),
    periods.filter(({ from, to }) => from < to),
  );
