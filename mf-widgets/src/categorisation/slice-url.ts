import { CLOSED_DIMENSIONS, DIMENSIONS, type Dimension, LIVE_DIMENSIONS, type SliceGiven } from '@vimarsh/shared/contract/categorisation/types.ts';
import { CATEGORIES } from '@vimarsh/shared/domain/routing/places.ts';

export const CATEGORIES_PATH = CATEGORIES;

/** What is counted, by what, and within what. All of it lives in the address, so that a view can be kept and sent. */
export interface Slice {
  readonly view: 'live' | 'closed';
  readonly rows: Dimension;
  readonly columns: Dimension | '';
  readonly where: Readonly<Partial<Record<Dimension, string>>>;
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
  const known = dimensionsOf(view);
  const one = (name: string): Dimension | undefined => known.find((dimension) => dimension === query.get(name));
  const rows = one('rows') ?? 'sector';
  const columns = one('columns');
  const where = Object.fromEntries(known.flatMap((dimension) => (query.get(dimension) ? [[dimension, query.get(dimension)!]] : [])));
  return { view, rows, columns: columns && columns !== rows ? columns : '', where };
}

/** As the server is asked for it. */
export const askedOf = ({ view, rows, columns, where }: Slice): SliceGiven => ({
  view,
  rows,
  ...(columns && { columns }),
  ...where,
});

export function sliceUrl({ view, rows, columns, where }: Slice): string {
  const query = new URLSearchParams();
  if (view !== 'live') query.set('view', view);
  if (rows !== 'sector') query.set('rows', rows);
  if (columns && columns !== rows) query.set('columns', columns);
  const known = dimensionsOf(view);
  for (const dimension of DIMENSIONS) if (where[dimension] && known.includes(dimension)) query.set(dimension, where[dimension]);
  const text = query.toString();
  return text ? `${CATEGORIES_PATH}?${text}` : CATEGORIES_PATH;
}

/** The slice within one category of another: its rows are the next dimension that says something new. */
export function within(slice: Slice, ...chosen: readonly (readonly [Dimension, string])[]): Slice {
  const where = { ...slice.where, ...Object.fromEntries(chosen) };
  const free = dimensionsOf(slice.view).filter((dimension) => where[dimension] === undefined);
  const rows = free.includes(slice.rows) ? slice.rows : (free[0] ?? slice.rows);
  return { ...slice, where, rows, columns: slice.columns && free.includes(slice.columns) && slice.columns !== rows ? slice.columns : '' };
}
