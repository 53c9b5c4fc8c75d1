import { Button } from './Button';
import { Icon } from './Icon';
import { pageWindow } from './pageWindow';
import { words } from './words';

type PaginationProps = {
  /** What is paged, for screen readers. */
  label: string;
  /** The current page, from 1 to `pageCount`. */
  page: number;
  pageCount: number;
  onSelect: (page: number) => void;
};

/** Previous, Next and the page numbers around the current one. Renders nothing for a single page. */
export function Pagination({ label, page, pageCount, onSelect }: PaginationProps) {
  if (pageCount < 2) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-2 print:hidden">
      <Button variant="secondary" aria-disabled={page <= 1} onClick={() => onSelect(page - 1)}>
        <Icon name="chevronLeft" />
        <span>{words.previous}</span>
      </Button>
      <ol className="flex items-center max-sm:order-last max-sm:w-full max-sm:justify-between sm:gap-1">
        {pageWindow(page, pageCount).map((entry, index, entries) =>
          entry === 'gap' ? (
            <li key={`after ${entries[index - 1]}`} aria-hidden="true" className="w-6 text-center text-muted">
              …
            </li>
          ) : (
            <li key={entry}>
              <button
                type="button"
                aria-label={words.page(entry)}
                aria-current={entry === page ? 'page' : undefined}
                onClick={() => onSelect(entry)}
                className="min-h-11 min-w-11 rounded-control px-1 text-sm font-semibold tabular-nums hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:inset-ring aria-[current=page]:inset-ring-primary"
              >
                {entry}
              </button>
            </li>
          ),
        )}
      </ol>
      <Button variant="secondary" aria-disabled={page >= pageCount} onClick={() => onSelect(page + 1)}>
        <span>{words.next}</span>
        <Icon name="chevronRight" />
      </Button>
    </nav>
  );
}
