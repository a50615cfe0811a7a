import { OUTLOOKS, STRATEGIES, UNDERLYING_TYPES } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { OptionDimension } from '@vimarsh/shared/contract/categorisation/options.ts';
import { OPTION_BUCKETS } from '@vimarsh/shared/domain/calls/options/categorisation.ts';
import { OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { dayDiff } from '@vimarsh/shared/domain/text/dates.ts';
import { ending, inBucket, type Placed, placed } from '../../reading/slicing.ts';
import type { OptionRow } from '../tables.ts';
import type { OptionFact } from './option-slices.ts';

/** The columns of a call that slices need. */
export const SLICED = [
  'id',
  'expert_id',
  'stock',
  'underlying_type',
  'outlook',
  'strategy',
  'status',
  'expiry',
  'pop',
  'published_at',
  'ended_at',
  'pnl',
  'cost',
  'risk',
  'return_on_risk',
] as const satisfies readonly (keyof OptionRow)[];
export type SlicedRow = Pick<OptionRow, (typeof SLICED)[number]>;

const UNDERLYING_NAMES = { indices: 'Index', stocks: 'Stock' } as const;
const MISSING = 'not known';

/** Probability of profit at publication, %. */
export const chanceOf = ({ pop }: Pick<SlicedRow, 'pop'>): number | null => (pop === null ? null : Math.round(pop * 10_000) / 100);

/** What live and closed calls share. */
const always = (row: SlicedRow, expert: string): Partial<Record<OptionDimension, Placed>> => ({
  strategy: placed(row.strategy, STRATEGY_LABEL[row.strategy], STRATEGIES.indexOf(row.strategy)),
  outlook: placed(row.outlook, OUTLOOK_LABEL[row.outlook], OUTLOOKS.indexOf(row.outlook)),
  underlying: placed(row.stock, row.stock),
  underlying_type: placed(row.underlying_type, UNDERLYING_NAMES[row.underlying_type], UNDERLYING_TYPES.indexOf(row.underlying_type)),
  expert: placed(row.expert_id, expert),
  chance: inBucket(OPTION_BUCKETS.chance, chanceOf(row), MISSING),
});

export const liveOptionFact = (row: SlicedRow, expert: string, now: Date): OptionFact => ({
  categories: {
    ...always(row, expert),
    days_left: inBucket(OPTION_BUCKETS.days_left, row.expiry > istDay(now) ? dayDiff(istDay(now), row.expiry) : 0, MISSING),
  },
  chance: chanceOf(row),
  result: null,
});

export function closedOptionFact(row: SlicedRow, expert: string): OptionFact {
  const { ended_at, status, pnl, cost, return_on_risk } = row;
  return {
    categories: { ...always(row, expert), ...ending(status, ended_at!) },
    chance: chanceOf(row),
    result: pnl === null || cost === null || return_on_risk === null ? null : { hit: pnl - cost > 0, return: return_on_risk },
  };
}
