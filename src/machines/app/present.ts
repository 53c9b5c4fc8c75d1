/**
 * Returns what a state of a chart guarantees to be in its context.
 *
 * @throws if it is missing
 */
export function present<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`There is no ${name}`);
  return value;
}
