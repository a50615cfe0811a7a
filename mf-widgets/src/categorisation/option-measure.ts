import type { CategorisedOptions, OptionSliceCell } from '@vimarsh/shared/contract/categorisation/options.ts';
import { formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { type MeasureKind, medianText, sliceCsv, tooFew, withheld } from './slice-csv.ts';

export type OptionMeasure = 'n' | 'chance' | 'hit_rate' | 'avg_return';
export const OPTION_MEASURES: Readonly<Record<OptionMeasure, MeasureKind>> = {
  n: { name: 'Calls', views: ['live', 'closed'] },
  chance: {
    name: 'Median probability of profit as published',
    views: ['live', 'closed'],
    how: 'The middle of the probabilities of profit of these calls, each as computed on publication. It does not move with the price.',
  },
  hit_rate: { name: 'In profit', views: ['closed'] },
  avg_return: { name: 'Mean return on risk', views: ['closed'] },
};
/** What is counted of a cell, or of all calls. */
export type OptionMeasured = Pick<OptionSliceCell, OptionMeasure | 'sample' | 'need'>;

export const optionMeasuresOf = (view: CategorisedOptions['view']): OptionMeasure[] =>
  (Object.keys(OPTION_MEASURES) as OptionMeasure[]).filter((measure) => OPTION_MEASURES[measure].views.includes(view));

/** A measure in words. A rate over too few results says how many there are. */
export function shownOptionMeasure(measure: OptionMeasure, cell: OptionMeasured, figures: boolean): string {
  if (measure === 'n') return formatNumber(cell.n);
  if (measure === 'chance') return medianText(cell.chance, cell.n, false);
  const missing = withheld(cell, figures);
  if (missing) return missing;
  return measure === 'hit_rate' ? formatPercent(cell.hit_rate, { signed: false }) : formatPercent(cell.avg_return);
}

/** The rows as a file: one line each, every measure, and no median of too few calls. */
export const optionCsv = (data: Pick<CategorisedOptions, 'view' | 'rows' | 'columns' | 'cells'>): string =>
  sliceCsv(
    { ...data, cells: data.cells.map((cell) => ({ ...cell, chance: tooFew(cell.n) ? null : cell.chance })) },
    optionMeasuresOf(data.view).map((key) => ({ key, name: OPTION_MEASURES[key].name })),
  );
