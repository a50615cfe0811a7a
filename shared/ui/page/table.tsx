import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { hiddenCss } from '../hidden.tsx';
import { fadingRowCss, useFadingRow } from './fading-row.ts';

const scrollCss = css`
  position: relative;
  min-width: 0;
  max-width: 100%;
`;
const tableCss = css`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--t-13);
  line-height: 1.2;
  & th,
  & td {
    height: var(--row);
    padding: var(--s-4) var(--s-12);
    border-bottom: 1px solid var(--line);
    text-align: left;
    white-space: nowrap;
  }
  & thead th {
    color: var(--ink-3);
    font-weight: 500;
    font-size: var(--t-12);
  }
  & [data-align='end'] {
    text-align: right;
  }
  & tbody th {
    font-weight: 600;
  }
  /* As tall as a target has to be; a link with a look of its own says that itself. */
  & tbody a:not([class]) {
    display: inline-block;
    min-width: 24px;
    line-height: 24px;
  }
  & tbody tr:hover {
    background: var(--canvas);
  }
  @media (max-width: 479.98px) {
    & th,
    & td {
      padding-inline: var(--s-4);
    }
    & th {
      white-space: normal;
    }
    /* The first of a row is a heading; the first of its other cells stands beside that. */
    & tr > th:first-of-type {
      padding-left: 0;
    }
    & tr > :last-child {
      padding-right: 0;
    }
  }
`;
const sortCss = css`
  min-height: 32px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
  &::after {
    content: ' ↕';
    opacity: 0.6;
  }
  [aria-sort='ascending'] > &::after {
    content: ' ↑';
    opacity: 1;
  }
  [aria-sort='descending'] > &::after {
    content: ' ↓';
    opacity: 1;
  }
`;

export interface Column<Row> {
  key: string;
  label: ReactNode;
  /** Figures are aligned to the end. */
  align?: 'start' | 'end';
  sortable?: boolean;
  render: (row: Row) => ReactNode;
}
export interface TableProps<Row> {
  caption: string;
  captionHidden?: boolean;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  sort?: { key: string; direction: 'ascending' | 'descending' } | undefined;
  onSort?: (key: string) => void;
}

/** A plain table with a caption. It scrolls sideways inside its own box, which the keyboard can reach. */
export function Table<Row>({ caption, captionHidden = true, columns, rows, rowKey, sort, onSort }: TableProps<Row>) {
  const { props } = useFadingRow<HTMLElement>(`${rows.length} ${columns.length}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard (axe: scrollable-region-focusable).
    <section {...props} css={[fadingRowCss, scrollCss]} aria-label={caption} tabIndex={0}>
      <table css={tableCss}>
        <caption css={captionHidden ? hiddenCss : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align} aria-sort={sort?.key === column.key ? sort.direction : undefined}>
                {column.sortable && onSort ? (
                  <button type="button" css={sortCss} onClick={() => onSort(column.key)}>
                    {column.label}
                  </button>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.key} scope="row" data-align={column.align}>
                    {column.render(row)}
                  </th>
                ) : (
                  <td key={column.key} data-align={column.align}>
                    {column.render(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
