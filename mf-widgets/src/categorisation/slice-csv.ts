import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import { formatPercent } from '@vimarsh/shared/domain/text/formats.ts';

interface Category {
  readonly key: string;
  readonly label: string;
}

/** A slice as a file: one line for each row, and each column of it, with every measure. */
export function sliceCsv<Measure extends string>(
  {
    rows,
    columns,
    cells,
  }: {
    readonly rows: readonly Category[];
    readonly columns: readonly Category[];
    readonly cells: readonly ({ readonly row: string; readonly column: string; readonly sample: number } & Readonly<Record<Measure, number | null>>)[];
  },
  measures: readonly { readonly key: Measure; readonly name: string }[],
): string {
  const head = ['Row', ...(columns.length ? ['Column'] : []), ...measures.map(({ name }) => name), 'Results counted'];
  const lines = rows.flatMap((row) =>
    [{ key: '', label: 'All' }, ...columns].flatMap((column) => {
      const cell = cells.find((each) => each.row === row.key && each.column === column.key);
      return cell ? [[row.label, ...(columns.length ? [column.label] : []), ...measures.map(({ key }) => cell[key]), cell.sample]] : [];
    }),
  );
  return csv([head, ...lines]);
}

/** What is counted of a slice. */
export interface MeasureKind {
  readonly name: string;
  readonly views: readonly ('live' | 'closed')[];
  /** How it comes about, where its name does not say it. */
  readonly how?: string;
}

/** The least number of calls that a median is told of. */
const FEW = 5;
export const tooFew = (calls: number): boolean => calls < FEW;

/** A median in words, with a sign where its side of zero is not told otherwise; of too few calls it is not told. */
export const medianText = (value: number | null, calls: number, signed: boolean): string =>
  value === null ? '–' : tooFew(calls) ? '– too few' : formatPercent(value, { signed });

/** Why a rate is not shown; undefined where it is. */
export const withheld = ({ sample, need }: { readonly sample: number; readonly need: number }, figures: boolean): string | undefined =>
  !figures ? 'not shown here' : sample < need ? `too small: ${sample} of ${need}` : undefined;
