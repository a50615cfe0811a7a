import { css } from '@emotion/react';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import type { ReactNode } from 'react';
import { small } from './categorisation.css.ts';

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
/** As long as its count beside the largest. */
const bar = css`
  display: inline-block;
  width: 56px;
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
    width: 44px;
  }
`;

/** A figure in its place, or in small why there is none. */
const shown = (said: string): ReactNode => (said.startsWith('–') || /^[a-z]/.test(said) ? <span css={small}>{said}</span> : said);

interface Category {
  readonly key: string;
  readonly label: string;
}
interface Counted {
  readonly row: string;
  readonly column: string;
  readonly n: number;
}
/** What a cell shows of its calls. */
export interface Shown<Cell> {
  readonly key: string;
  readonly name: string;
  readonly text: (cell: Cell) => string;
  /** How it comes about, where its name does not say it. */
  readonly how?: string | undefined;
}

export interface SliceTableProps<Cell> {
  readonly caption: string;
  readonly rowName: string;
  /** Empty where the table counts by one dimension. */
  readonly columnName: string;
  readonly rows: readonly Category[];
  readonly columns: readonly Category[];
  readonly cells: readonly Cell[];
  readonly measures: readonly Shown<Cell>[];
  /** What the cells of a table with columns show. */
  readonly measure: Shown<Cell>;
  /** The address of the slice inside a row, and a column. */
  readonly inside: (row: string, column?: string) => string;
}

/** The slice: a row for each category with every measure, or, with columns, one measure for each pair. Each leads inside. */
export function SliceTable<Cell extends Counted>(props: SliceTableProps<Cell>) {
  const { caption, rowName, columnName, rows, columns, cells, measures, measure, inside } = props;
  const name: Column<Category> = {
    key: 'name',
    label: rowName,
    render: ({ key, label }) => (
      <Link css={link} to={inside(key)}>
        {label}
      </Link>
    ),
  };
  const cellOf = (row: string, column: string): Cell | undefined => cells.find((cell) => cell.row === row && cell.column === column);
  if (columnName === '' || columns.length === 0) {
    const largest = Math.max(...cells.map(({ n }) => n), 1);
    return (
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          name,
          ...measures.map(
            (each): Column<Category> => ({
              key: each.key,
              label: each.name,
              align: 'end',
              render: ({ key }) => {
                const cell = cellOf(key, '')!;
                return (
                  <>
                    {each.key === 'n' ? (
                      <span css={bar} aria-hidden="true">
                        <span style={{ width: `${(100 * cell.n) / largest}%` }} />
                      </span>
                    ) : null}
                    {shown(each.text(cell))}
                  </>
                );
              },
            }),
          ),
        ]}
      />
    );
  }
  return (
    <Table
      caption={`${caption} and ${columnName.toLowerCase()}: ${measure.name.toLowerCase()}`}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        name,
        ...[{ key: '', label: 'All' }, ...columns].map(
          (column): Column<Category> => ({
            key: column.key || 'all',
            label: column.label,
            align: 'end',
            render: ({ key }) => {
              const cell = cellOf(key, column.key);
              if (!cell) return <Hidden>none</Hidden>;
              const said = shown(measure.text(cell));
              if (column.key === '') return said;
              return (
                <Link css={[link, end]} to={inside(key, column.key)}>
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
