import type { Categorised, Cell } from '@vimarsh/shared/contract/categorisation/types.ts';
import { formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { type MeasureKind, medianText, sliceCsv, tooFew, withheld } from './slice-csv.ts';

export type Measure = 'n' | 'made' | 'progress' | 'potential' | 'hit_rate' | 'avg_r';
export const MEASURES: Readonly<Record<Measure, MeasureKind>> = {
  n: { name: 'Calls', views: ['live', 'closed'] },
  made: {
    name: 'Median result so far',
    views: ['live'],
    how: 'The middle of what these calls have made of a follower’s money since entry, after estimated costs. Calls that wait for their entry and Hold calls are left out.',
  },
  progress: {
    name: 'Median progress',
    views: ['live'],
    how: 'The middle of how far the prices of these calls have gone from entry to target, in %. Calls that wait for their entry and Hold calls are left out.',
  },
  potential: {
    name: 'Median potential as published',
    views: ['live', 'closed'],
    how: 'The middle of the potential returns of these calls, each from its published price to its target. It does not move with the price.',
  },
  hit_rate: { name: 'In profit', views: ['closed'] },
  avg_r: { name: 'Mean R', views: ['closed'] },
};
/** What is counted of a cell, or of all calls. */
export type Measured = Pick<Cell, Measure | 'moving' | 'made_by' | 'sample' | 'need'>;

/** An older server does not say how many calls have progress: at most all of them. */
const movingOf = ({ moving, n }: Pick<Cell, 'moving' | 'n'>): number => moving ?? n;

export const measuresOf = (view: Categorised['view']): Measure[] =>
  (Object.keys(MEASURES) as Measure[]).filter((measure) => MEASURES[measure].views.includes(view));

/** A measure in words. A rate over too few results says how many there are. */
export function shownMeasure(measure: Measure, cell: Measured, figures: boolean): string {
  if (measure === 'n') return formatNumber(cell.n);
  if (measure === 'potential') return medianText(cell.potential, cell.n, true);
  if (measure === 'made') return medianText(cell.made ?? null, cell.made_by ?? 0, true);
  if (measure === 'progress') return medianText(cell.progress, movingOf(cell), false);
  const missing = withheld(cell, figures);
  if (missing) return missing;
  return measure === 'hit_rate' ? formatPercent(cell.hit_rate, { signed: false }) : `${formatNumber(cell.avg_r, 2)} R`;
}

/** The rows as a file: one line each, every measure, and no median of too few calls. */
export const csvOf = (data: Pick<Categorised, 'view' | 'rows' | 'columns' | 'cells'>): string =>
  sliceCsv(
    {
      ...data,
      cells: data.cells.map((cell) => ({
        ...cell,
        potential: tooFew(cell.n) ? null : cell.potential,
        made: tooFew(cell.made_by ?? 0) ? null : (cell.made ?? null),
        progress: tooFew(movingOf(cell)) ? null : cell.progress,
      })),
    },
    measuresOf(data.view).map((key) => ({ key, name: MEASURES[key].name })),
  );
