import {
  OPTION_CLOSED_DIMENSIONS,
  OPTION_LIVE_DIMENSIONS,
  OPTION_POOLS,
  type OptionDimension,
  type OptionPool,
  type OptionSliceGiven,
} from '@vimarsh/shared/contract/categorisation/options.ts';
import { type Axes, narrowed, readAxes, writeAxes } from './axes.ts';
import { CATEGORIES_PATH, OPTIONS_SLICE, SEGMENT } from './slice-url.ts';

/** By what option calls are counted when nothing is chosen. */
const FIRST: OptionDimension = 'strategy';

/** Which option calls are counted, by what, and within what. All of it lives in the address. */
export interface OptionSlice extends Axes<OptionDimension> {
  readonly view: 'live' | 'closed';
  readonly pool: OptionPool;
}

export const OPTION_DIMENSION_NAMES: Readonly<Record<OptionDimension, string>> = {
  strategy: 'Strategy',
  outlook: 'Outlook',
  underlying: 'Underlying',
  underlying_type: 'Index or stock',
  expert: 'Expert',
  chance: 'Probability of profit',
  days_left: 'Days to expiry',
  status: 'How it ended',
  month: 'Month it ended',
};

export const optionDimensionsOf = (view: OptionSlice['view']): readonly OptionDimension[] =>
  view === 'live' ? OPTION_LIVE_DIMENSIONS : OPTION_CLOSED_DIMENSIONS;

/** Words of the address that the view does not know fall back to its defaults or are left out. */
export function parseOptionSlice(query: URLSearchParams): OptionSlice {
  const view = query.get('view') === 'closed' ? 'closed' : 'live';
  return {
    view,
    pool: OPTION_POOLS.find((pool) => pool === query.get('pool')) ?? 'limited',
    ...readAxes(query, optionDimensionsOf(view), FIRST),
  };
}

/** As the server is asked for it. */
export const askedOfOptions = ({ view, pool, rows, columns, where }: OptionSlice): OptionSliceGiven => ({
  view,
  pool,
  rows,
  ...(columns && { columns }),
  ...where,
});

export function optionSliceUrl(slice: OptionSlice): string {
  const query = new URLSearchParams({ [SEGMENT]: OPTIONS_SLICE });
  if (slice.view !== 'live') query.set('view', slice.view);
  if (slice.pool !== 'limited') query.set('pool', slice.pool);
  writeAxes(query, slice, optionDimensionsOf(slice.view), FIRST);
  return `${CATEGORIES_PATH}?${query}`;
}

/** The slice within one category of another. */
export const withinOptions = (slice: OptionSlice, ...chosen: readonly (readonly [OptionDimension, string])[]): OptionSlice => ({
  ...slice,
  ...narrowed(slice, optionDimensionsOf(slice.view), chosen),
});
