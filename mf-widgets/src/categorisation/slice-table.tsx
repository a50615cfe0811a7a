import { css } from '@emotion/react';
import type { Categorised, Category, Cell, Dimension } from '@vimarsh/shared/contract/categorisation/types.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/table.tsx';
import { MEASURES, type Measure, measuresOf, shownMeasure } from './measure.ts';
import { DIMENSION_NAMES, type Slice, sliceUrl, within } from './slice-url.ts';

const link = css`
  display: inline-flex;
  align-items: center;
  justify-content: inherit;
  min-width: 44px;
  min-height: 44px;
`;
const end = css`
  justify-content: flex-end;
`;
/** Share of all calls, behind the count. */
const bar = css`
  display: inline-block;
  width: 72px;
  height: 8px;
  margin-right: var(--s-8);
  border-radius: 4px;
  background: var(--line);
  & > span {
    display: block;
    height: 100%;
    border-radius: inherit;
    background: var(--accent);
  }
  @media (max-width: 479.98px) {
    display: none;
  }
`;

interface Props {
  readonly data: Categorised;
  readonly slice: Slice;
  /** What the cells of a table with columns show. */
  readonly measure: Measure;
}

/** The slice: a row for each category with every measure, or, with columns, one measure for each pair. Each leads inside. */
export function SliceTable({ data, slice, measure }: Props) {
  const rows: Dimension = slice.rows;
  const name: Column<Category> = {
    key: 'name',
    label: DIMENSION_NAMES[rows],
    render: ({ key, label }) => (
      <Link css={link} to={sliceUrl(within(slice, [rows, key]))}>
        {label}
      </Link>
    ),
  };
  const cellOf = (row: string, column: string): Cell | undefined => data.cells.find((cell) => cell.row === row && cell.column === column);
  const caption = `${data.view === 'live' ? 'Live' : 'Closed'} calls by ${DIMENSION_NAMES[rows].toLowerCase()}`;
  if (slice.columns === '' || data.columns.length === 0) {
    return (
      <Table
        caption={caption}
        rows={data.rows}
        rowKey={({ key }) => key}
        columns={[
          name,
          ...measuresOf(data.view).map(
            (each): Column<Category> => ({
              key: each,
              label: MEASURES[each].name,
              align: 'end',
              render: ({ key }) => {
                const cell = cellOf(key, '')!;
                return (
                  <>
                    {each === 'n' ? (
                      <span css={bar} aria-hidden="true">
                        <span style={{ width: `${(100 * cell.n) / data.total.n}%` }} />
                      </span>
                    ) : null}
                    {shownMeasure(each, cell, data.figures)}
                  </>
                );
              },
            }),
          ),
        ]}
      />
    );
  }
  const columns: Dimension = slice.columns;
  return (
    <Table
      caption={`${caption} and ${DIMENSION_NAMES[columns].toLowerCase()}: ${MEASURES[measure].name.toLowerCase()}`}
      rows={data.rows}
      rowKey={({ key }) => key}
      columns={[
        name,
        ...[{ key: '', label: 'All' }, ...data.columns].map(
          (column): Column<Category> => ({
            key: column.key || 'all',
            label: column.label,
            align: 'end',
            render: ({ key }) => {
              const cell = cellOf(key, column.key);
              if (!cell) return <Hidden>none</Hidden>;
              const said = shownMeasure(measure, cell, data.figures);
              if (column.key === '') return said;
              return (
                <Link css={[link, end]} to={sliceUrl(within(slice, [rows, key], [columns, column.key]))}>
                  {said}
                </Link>
              );
            },
          }),
        ),
      ]}
    />
  );
}
