import { CLOSED_DIMENSIONS, type Dimension, LIVE_DIMENSIONS, type SliceGiven } from '@vimarsh/shared/contract/categorisation/types.ts';
import { CATEGORIES } from '@vimarsh/shared/domain/routing/member-places.ts';
import { type Axes, narrowed, readAxes, writeAxes } from './axes.ts';

export const CATEGORIES_PATH = CATEGORIES;
/** The word of the address that turns this screen to option calls. */
export const SEGMENT = 'segment';
export const OPTIONS_SLICE = 'options';
export const OPTION_SLICES = `${CATEGORIES_PATH}?${SEGMENT}=${OPTIONS_SLICE}`;

/** By what calls are counted when nothing is chosen. */
const FIRST: Dimension = 'sector';

/** What is counted, by what, and within what. All of it lives in the address, so that a view can be kept and sent. */
export interface Slice extends Axes<Dimension> {
  readonly view: 'live' | 'closed';
}

export const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  term: 'Term',
  call_type: 'Call type',
  sector: 'Sector',
  cap: 'Market cap',
  expert: 'Expert',
  potential: 'Potential return',
  risk_reward: 'Reward to risk',
  progress: 'Progress to target',
  age: 'Age',
  consensus: 'Agreement of experts',
  trend: 'Trend',
  liquidity: 'Traded value',
  fno: 'Options on the stock',
  status: 'How it ended',
  month: 'Month it ended',
};

export const dimensionsOf = (view: Slice['view']): readonly Dimension[] => (view === 'live' ? LIVE_DIMENSIONS : CLOSED_DIMENSIONS);

/** Words of the address that the view does not know fall back to its defaults or are left out. */
export function parseSlice(query: URLSearchParams): Slice {
  const view = query.get('view') === 'closed' ? 'closed' : 'live';
  return { view, ...readAxes(query, dimensionsOf(view), FIRST) };
}

/** As the server is asked for it. */
export const askedOf = ({ view, rows, columns, where }: Slice): SliceGiven => ({
  view,
  rows,
  ...(columns && { columns }),
  ...where,
});

export function sliceUrl(slice: Slice): string {
  const query = new URLSearchParams();
  if (slice.view !== 'live') query.set('view', slice.view);
  writeAxes(query, slice, dimensionsOf(slice.view), FIRST);
  const text = query.toString();
  return text ? `${CATEGORIES_PATH}?${text}` : CATEGORIES_PATH;
}

/** The slice within one category of another. */
export const within = (slice: Slice, ...chosen: readonly (readonly [Dimension, string])[]): Slice => ({
  ...slice,
  ...narrowed(slice, dimensionsOf(slice.view), chosen),
});
