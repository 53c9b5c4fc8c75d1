// biome-ignore-all lint/a11y/noRedundantRoles: see the comment on Table
import type { ReactNode } from 'react';

export type Column<Row> = {
  /** The column's heading, and the label of its values where the table is stacked. Tells the columns apart. */
  header: string;
  cell: (row: Row) => ReactNode;
};

type TableProps<Row> = {
  /** What the table lists, for a screen reader; the page's heading says it to everyone else. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/**
 * A table that turns into a stack of labelled values where it has less than 36 rem: beside a sidebar that is so in windows
 * much wider than a phone's. Browsers forget what a table is when its display changes, hence the roles that repeat it.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="@container">
      <table role="table" className="w-full text-left text-sm @max-xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-xl:sr-only">
          <tr role="row">
            {columns.map(({ header }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className="border-b border-line px-3 py-2.5 text-xs font-semibold text-muted first:pl-0 last:pr-0"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-xl:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="border-b border-line last:border-b-0 @max-xl:block @max-xl:py-3 @max-xl:first:pt-0 @max-xl:last:pb-0"
            >
              {columns.map(({ header, cell }) => (
                <td
                  key={header}
                  role="cell"
                  data-label={header}
                  className="px-3 py-3 align-middle wrap-anywhere first:pl-0 last:pr-0 @max-xl:grid @max-xl:grid-cols-[6.5rem_minmax(0,1fr)] @max-xl:gap-3 @max-xl:p-0 @max-xl:py-1.5 @max-xl:before:text-muted @max-xl:before:content-[attr(data-label)]"
                >
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
