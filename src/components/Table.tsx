// biome-ignore-all lint/a11y/noRedundantRoles: see the comment on Table
import { type MouseEvent, memo, type ReactNode } from 'react';
import { classes } from './classes';

export type Column<Row> = {
  /** Column heading, and the label of each value in the stacked layout. Unique in the table. */
  header: string;
  cell(row: Row): ReactNode;
  /** Width class such as `w-1/4`. Columns without one share the rest. */
  width?: string;
  /** Position in the four-column grid of a folded row, such as `@max-4xl:row-span-2`. Tables with positions fold. */
  place?: string;
  /** In a narrow table that does not fold, values wrap below the first column with their heading. */
  isLabelled?: boolean;
};

type TableProps<Row> = {
  /** The table's name for screen readers; everyone else reads the page's heading. */
  caption: string;
  /** Memoise: new columns re-render every row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Row key. Keying rows of equal height by index keeps the visible rows in place when new ones arrive. */
  rowKey: (row: Row, place: number) => string;
  /** Group heading of a row. Consecutive rows with the same heading share it. */
  groupOf?: ((row: Row) => string) | undefined;
};

interface Group<Row> {
  heading: string | undefined;
  rows: Row[];
}

function groupsOf<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined): Group<Row>[] {
  const groups: Group<Row>[] = [];
  for (const row of rows) {
    const heading = groupOf?.(row);
    const last = groups.at(-1);
    if (last && last.heading === heading) last.rows.push(row);
    else groups.push({ heading, rows: [row] });
  }
  return groups;
}

const plain = { block: '', head: '', row: 'h-11', cell: 'px-3 align-middle first:ps-0 last:pe-0' };

const stacking = {
  block: '@max-sm:block',
  head: '@max-sm:sr-only',
  row: 'h-11 print:h-7 @max-sm:flex @max-sm:h-auto @max-sm:flex-wrap @max-sm:gap-x-4 @max-sm:py-2',
  cell: 'px-3 align-middle first:ps-0 last:pe-0 @max-sm:p-0 @max-sm:first:basis-full @max-sm:min-w-0',
};

const folding = {
  block: '@max-4xl:block',
  head: '@max-4xl:sr-only',
  row: '@max-4xl:grid @max-4xl:grid-cols-[auto_auto_minmax(0,1fr)_auto] @max-4xl:gap-x-3 @max-4xl:gap-y-1 @max-4xl:py-2 @4xl:h-11',
  cell: 'px-2 align-middle first:ps-0 last:pe-0 @max-4xl:min-w-0 @max-4xl:p-0',
};

/**
 * A table. With grid positions, rows fold into small grids below 56 rem of their own width, which a sidebar can cause
 * on wide windows too; the headings are then visually hidden. Browsers drop table semantics when `display` changes,
 * hence the explicit roles. A row with a control marked `data-opens` can be pressed anywhere.
 */
export function Table<Row>({ caption, columns, rows, rowKey, groupOf }: TableProps<Row>) {
  const look = columns.some(({ place }) => place !== undefined)
    ? folding
    : columns.some(({ isLabelled }) => isLabelled)
      ? stacking
      : plain;
  return (
    // Isolated, so that it repaints only when it changes.
    <div className="@container isolate">
      <table role="table" className={classes('w-full table-fixed text-start text-sm', look.block)}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={look.head}>
          <tr role="row">
            {columns.map(({ header, width }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className={classes(
                  'border-b border-line py-2.5 text-xs font-semibold text-muted first:ps-0 last:pe-0',
                  look === folding ? 'px-2' : 'px-3',
                  width,
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(rows, groupOf).map(({ heading, rows: grouped }) => (
          <tbody key={heading ?? ''} role="rowgroup" className={look.block}>
            {grouped.map((row, place) => (
              <TableRow
                key={rowKey(row, place)}
                row={row}
                columns={columns}
                look={look}
                heading={place === 0 ? heading : undefined}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type TableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  look: typeof folding;
  /** The group heading, on the first row of its group. */
  heading: string | undefined;
};

function Cells<Row>({ row, columns, look, heading }: TableRowProps<Row>) {
  const isFirst = heading !== undefined;
  return (
    <tr
      role="row"
      onClick={pressOpener}
      className={classes(
        'border-b border-line last:border-b-0 has-[[data-opens]]:cursor-pointer has-[[data-opens]]:hover:bg-sunken',
        look.row,
        isFirst && '@max-4xl:relative @max-4xl:pt-11',
      )}
    >
      {columns.map(({ header, cell, place, isLabelled }, column) => (
        <td key={header} role="cell" className={classes(look.cell, place, isFirst && '@4xl:align-bottom')}>
          {/* Inside the cell: an extra row would be counted as an entry. */}
          {isFirst && column === 0 && (
            <p className="pt-4 pb-1.5 font-semibold whitespace-nowrap @max-4xl:absolute @max-4xl:top-3 @max-4xl:left-0 @max-4xl:p-0">
              {heading}
            </p>
          )}
          <div
            data-heading={isLabelled ? header : undefined}
            className={classes(
              'min-w-0',
              isLabelled &&
                '@max-sm:before:pe-1.5 @max-sm:before:text-xs @max-sm:before:text-muted @max-sm:before:content-[attr(data-heading)]',
              isFirst && '@4xl:grid @4xl:min-h-11 @4xl:grid-cols-[minmax(0,1fr)] @4xl:items-center',
            )}
          >
            {cell(row)}
          </div>
        </td>
      ))}
    </tr>
  );
}

/** Presses the control that opens a row, on a press anywhere in it but on another control. */
function pressOpener({ currentTarget, target }: MouseEvent<HTMLElement>) {
  const opener = currentTarget.querySelector<HTMLElement>('[data-opens]');
  const isOnControl = target instanceof Element && target.closest('a, button, label, input') !== null;
  if (opener === null || isOnControl || document.getSelection()?.isCollapsed === false) return;
  opener.focus({ preventScroll: true });
  opener.click();
}

/** Skips rows whose data and columns have not changed. */
const TableRow = memo(Cells<unknown>);
