type PageWindowEntry = number | 'gap';

/**
 * The page numbers worth showing: the first, the last, the current one and its neighbours, at most seven entries. A gap
 * stands for two pages or more, since a single one takes no more room than the dots in its place.
 * `page` counts from 1 to `pageCount`.
 */
export function pageWindow(page: number, pageCount: number): PageWindowEntry[] {
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  // At either end the window grows towards the middle, so that its length, and what lies under the pointer, stays put.
  const from = Math.min(page - 1, pageCount - 4);
  const to = Math.max(page + 1, 5);
  const shown = all.filter((each) => each === 1 || each === pageCount || (each >= from && each <= to));
  return shown.flatMap((each, index): PageWindowEntry[] => {
    const skipped = each - (shown[index - 1] ?? 0) - 1;
    if (skipped === 0) return [each];
    return skipped === 1 ? [each - 1, each] : ['gap', each];
  });
}
