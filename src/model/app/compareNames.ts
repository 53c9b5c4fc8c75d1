let collator: Intl.Collator | undefined;

/** The order of names in the browser's language. Its rules are made when they are first needed: that takes milliseconds. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}
