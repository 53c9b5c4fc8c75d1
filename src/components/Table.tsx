// biome-ignore-all lint/a11y/noRedundantRoles: see the comment on Table
import type { ReactNode } from 'react';
import { classes } from './classes';

export type Column<Row> = {
  /** The column's heading, and the label of its values where the table is stacked. Tells the columns apart. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Of the whole table, such as `w-1/4`; the columns without one share what is left. */
  width?: string;
  /** Its place in a row of a dense table, such as `row-span-2`. */
  place?: string;
};

type TableProps<Row> = {
  /** What the table lists, for a screen reader; the page's heading says it to everyone else. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The heading that a row stands under; rows that follow each other under the same one share it. */
  groupOf?: ((row: Row) => string) | undefined;
  /** In little room: each row is a grid of three columns, whatever the width, and the headings are only heard. */
  dense?: boolean;
};

interface Group<Row> {
  heading: string | undefined;
  rows: Row[];
}

/** It begins a group that has a heading. */
const isFirst = (place: number, heading: string | undefined) => place === 0 && heading !== undefined;

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

const looks = {
  stacking: {
    block: '@max-xl:block',
    head: '@max-xl:sr-only',
    row: '@max-xl:block @max-xl:py-3 @xl:h-11',
    cell: 'px-3 align-middle first:pl-0 last:pr-0 @max-xl:grid @max-xl:grid-cols-[6.5rem_minmax(0,1fr)] @max-xl:gap-3 @max-xl:p-0 @max-xl:py-1.5 @max-xl:before:text-muted @max-xl:before:content-[attr(data-label)]',
  },
  dense: {
    block: 'block',
    head: 'sr-only',
    row: 'grid grid-cols-[5.75rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2.5',
    cell: 'block min-w-0',
  },
};

/**
 * A table that turns into a stack of labelled values where it has less than 36 rem: beside a sidebar that is so in windows
 * much wider than a phone's. Browsers forget what a table is when its display changes, hence the roles that repeat it.
 */
export function Table<Row>({ caption, columns, rows, rowKey, groupOf, dense = false }: TableProps<Row>) {
  const look = dense ? looks.dense : looks.stacking;
  return (
    <div className="@container">
      <table role="table" className={classes('w-full text-left text-sm', look.block, !dense && 'table-fixed')}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={look.head}>
          <tr role="row">
            {columns.map(({ header, width }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className={classes(
                  'border-b border-line px-3 py-2.5 text-xs font-semibold text-muted first:pl-0 last:pr-0',
                  width,
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(rows, groupOf).map(({ heading, rows: grouped }) => (
          <tbody key={grouped.map(rowKey)[0]} role="rowgroup" className={look.block}>
            {grouped.map((row, place) => (
              <tr key={rowKey(row)} role="row" className={classes('border-b border-line last:border-b-0', look.row)}>
                {columns.map(({ header, cell, place: denseIn }, column) => (
                  <td
                    key={header}
                    role="cell"
                    data-label={header}
                    className={classes(look.cell, dense && denseIn, isFirst(place, heading) && '@xl:align-bottom')}
                  >
                    {/* In the cell, not in a row of its own: a row is one of what the table lists. */}
                    {isFirst(place, heading) && column === 0 && (
                      <p className="pt-4 pb-1.5 font-semibold whitespace-nowrap @max-xl:order-first @max-xl:col-span-2 @max-xl:pt-0">
                        {heading}
                      </p>
                    )}
                    <div
                      className={classes(
                        'min-w-0',
                        isFirst(place, heading) &&
                          '@xl:grid @xl:min-h-11 @xl:grid-cols-[minmax(0,1fr)] @xl:items-center',
                      )}
                    >
                      {cell(row)}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
