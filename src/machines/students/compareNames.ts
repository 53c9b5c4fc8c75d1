let collator: Intl.Collator | undefined;

/** Compares names by the browser's language. Creates the collator on first use, since that takes milliseconds. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}
