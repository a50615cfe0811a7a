import type { CategorisedOptions, OptionSliceCell } from '@vimarsh/shared/contract/categorisation/options.ts';
import { formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { sliceCsv, withheld } from './slice-csv.ts';

export const OPTION_MEASURES = {
  n: { name: 'Calls', views: ['live', 'closed'] },
  chance: { name: 'Median probability of profit', views: ['live', 'closed'] },
  hit_rate: { name: 'In profit', views: ['closed'] },
  avg_return: { name: 'Mean return on risk', views: ['closed'] },
} as const;
export type OptionMeasure = keyof typeof OPTION_MEASURES;
/** What is counted of a cell, or of all calls. */
export type OptionMeasured = Pick<OptionSliceCell, OptionMeasure | 'sample' | 'need'>;

export const optionMeasuresOf = (view: CategorisedOptions['view']): OptionMeasure[] =>
  (Object.keys(OPTION_MEASURES) as OptionMeasure[]).filter((measure) => (OPTION_MEASURES[measure].views as readonly string[]).includes(view));

/** A measure in words. A rate over too few results says how many there are. */
export function shownOptionMeasure(measure: OptionMeasure, cell: OptionMeasured, figures: boolean): string {
  if (measure === 'n') return formatNumber(cell.n);
  if (measure === 'chance') return formatPercent(cell.chance, { signed: false });
  const missing = withheld(cell, figures);
  if (missing) return missing;
  return measure === 'hit_rate' ? formatPercent(cell.hit_rate, { signed: false }) : formatPercent(cell.avg_return);
}

/** The rows as a file: one line each, every measure. */
export const optionCsv = (data: Pick<CategorisedOptions, 'view' | 'rows' | 'columns' | 'cells'>): string =>
  sliceCsv(
    data,
    optionMeasuresOf(data.view).map((key) => ({ key, name: OPTION_MEASURES[key].name })),
  );
