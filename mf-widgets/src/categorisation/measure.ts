import type { Categorised, Cell } from '@vimarsh/shared/contract/categorisation/types.ts';
import { formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { csv } from '../insight/csv.ts';

export const MEASURES = {
  n: { name: 'Calls', views: ['live', 'closed'] },
  potential: { name: 'Median potential', views: ['live', 'closed'] },
  progress: { name: 'Median progress', views: ['live'] },
  hit_rate: { name: 'In profit', views: ['closed'] },
  avg_r: { name: 'Mean R', views: ['closed'] },
} as const;
export type Measure = keyof typeof MEASURES;

export const measuresOf = (view: Categorised['view']): Measure[] =>
  (Object.keys(MEASURES) as Measure[]).filter((measure) => (MEASURES[measure].views as readonly string[]).includes(view));

/** A measure in words. A rate over too few results says how many there are. */
export function shownMeasure(measure: Measure, cell: Pick<Cell, Measure | 'sample' | 'need'>, figures: boolean): string {
  if (measure === 'n') return formatNumber(cell.n);
  if (measure === 'potential') return formatPercent(cell.potential);
  if (measure === 'progress') return formatPercent(cell.progress, { signed: false });
  if (!figures) return 'not shown here';
  if (cell.sample < cell.need) return `too small: ${cell.sample} of ${cell.need}`;
  return measure === 'hit_rate' ? formatPercent(cell.hit_rate, { signed: false }) : `${formatNumber(cell.avg_r, 2)} R`;
}

/** The rows as a file: one line each, every measure. */
export function csvOf({ view, rows, columns, cells }: Pick<Categorised, 'view' | 'rows' | 'columns' | 'cells'>): string {
  const measures = measuresOf(view);
  const head = ['Row', ...(columns.length ? ['Column'] : []), ...measures.map((measure) => MEASURES[measure].name), 'Results counted'];
  const lines = rows.flatMap((row) =>
    [{ key: '', label: 'All' }, ...columns].flatMap((column) => {
      const cell = cells.find((candidate) => candidate.row === row.key && candidate.column === column.key);
      if (!cell) return [];
      return [[row.label, ...(columns.length ? [column.label] : []), ...measures.map((measure) => cell[measure]), cell.sample]];
    }),
  );
  return csv([head, ...lines]);
}
