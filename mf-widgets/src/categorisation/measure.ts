import type { Categorised, Cell } from '@vimarsh/shared/contract/categorisation/types.ts';
import { formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { sliceCsv, withheld } from './slice-csv.ts';

export const MEASURES = {
  n: { name: 'Calls', views: ['live', 'closed'] },
  potential: { name: 'Median potential', views: ['live', 'closed'] },
  progress: { name: 'Median progress', views: ['live'] },
  hit_rate: { name: 'In profit', views: ['closed'] },
  avg_r: { name: 'Mean R', views: ['closed'] },
} as const;
export type Measure = keyof typeof MEASURES;
/** What is counted of a cell, or of all calls. */
export type Measured = Pick<Cell, Measure | 'sample' | 'need'>;

export const measuresOf = (view: Categorised['view']): Measure[] =>
  (Object.keys(MEASURES) as Measure[]).filter((measure) => (MEASURES[measure].views as readonly string[]).includes(view));

/** A measure in words. A rate over too few results says how many there are. */
export function shownMeasure(measure: Measure, cell: Measured, figures: boolean): string {
  if (measure === 'n') return formatNumber(cell.n);
  if (measure === 'potential') return formatPercent(cell.potential);
  if (measure === 'progress') return formatPercent(cell.progress, { signed: false });
  const missing = withheld(cell, figures);
  if (missing) return missing;
  return measure === 'hit_rate' ? formatPercent(cell.hit_rate, { signed: false }) : `${formatNumber(cell.avg_r, 2)} R`;
}

/** The rows as a file: one line each, every measure. */
export const csvOf = (data: Pick<Categorised, 'view' | 'rows' | 'columns' | 'cells'>): string =>
  sliceCsv(
    data,
    measuresOf(data.view).map((key) => ({ key, name: MEASURES[key].name })),
  );
