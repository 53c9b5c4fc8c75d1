type PageWindowEntry = number | 'gap';

/**
 * Returns the page numbers to show: first, last, current and its neighbours, at most seven entries. A gap stands for at
 * least two pages; a single one takes no more room than the dots.
 * @param page from 1 to `pageCount`
 */
export function pageWindow(page: number, pageCount: number): PageWindowEntry[] {
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  // Near either end the window extends inwards, so that its length and the buttons under the pointer stay put.
  const from = Math.min(page - 1, pageCount - 4);
  const to = Math.max(page + 1, 5);
  const shown = all.filter((each) => each === 1 || each === pageCount || (each >= from && each <= to));
  return shown.flatMap((each, index): PageWindowEntry[] => {
    const skipped = each - (shown[index - 1] ?? 0) - 1;
    if (skipped === 0) return [each];
    return skipped === 1 ? [each - 1, each] : ['gap', each];
  });
}
