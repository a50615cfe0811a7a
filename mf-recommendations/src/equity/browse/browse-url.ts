import { CALL_STATUSES, CALL_TYPES, type CallStatus, type CallType, PERIODS, type Period, TERMS, type Term } from '@vimarsh/shared/contract/calls/types.ts';
import { CAPS } from '@vimarsh/shared/contract/market/types.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';

/** Base path of the list of all experts' calls (S2.1-ROUTE-14). */
export const BROWSE_PATH = HOME_WHEN_SIGNED_IN;
/** The initial period and term of every list of results (S9-DEF-04, S9-DEF-05). */
export const DEFAULT_PERIOD: Period = DEFAULTS.expertPeriod;
export const DEFAULT_TERM: Term = DEFAULTS.term;
export const SORTS = ['newest', 'oldest', 'potential', 'result'] as const;

/** What the list shows. All of it is stored in the URL; '' means no filter. */
export interface BrowseView {
  tab: 'live' | 'past';
  term: Term | 'all';
  /** Live calls that can still be entered: `first` these where there are any, else all; `1` these alone; '' whatever the term says. */
  enter: 'first' | '1' | '';
  call_type: CallType | '';
  stock: string;
  user_id: string;
  sector: string;
  cap: string;
  status: CallStatus | '';
  period: Period;
  sort: (typeof SORTS)[number];
  followed: boolean;
  /** Id of the call in the drawer. */
  reco: string;
}

const POSITIONS = ['stock', 'user_id', 'sector', 'cap'] as const;
/** Segments that mean "none", so that a later segment can follow (S2.1-PARAM-A02). */
const WILDCARDS = new Set(['', 'all', '-', '0']);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment; // A stray % is an unknown value and must not throw.
  }
}

/** The four positional filters of a path. `/experts-past-recommendations/-/-/IT` → `{ sector: 'IT' }`. */
export function parsePath(path: string): Partial<Pick<BrowseView, (typeof POSITIONS)[number]>> {
  const segments = path.startsWith(`${BROWSE_PATH}/`) ? path.slice(BROWSE_PATH.length + 1).split('/') : [];
  const found: Partial<Pick<BrowseView, (typeof POSITIONS)[number]>> = {};
  for (const [at, name] of POSITIONS.entries()) {
    const value = decoded(segments[at] ?? '');
    if (!WILDCARDS.has(value.toLowerCase())) found[name] = name === 'stock' ? value.toUpperCase() : name === 'cap' ? value.toLowerCase() : value;
  }
  return found;
}

const oneOf = <T extends string, F>(list: readonly T[], value: string | null, fallback: F): T | F => (list.includes(value as T) ? (value as T) : fallback);

/** The default period: results of the last month, but all open calls regardless of age. */
export const defaultPeriod = (tab: BrowseView['tab']): Period => (tab === 'past' ? DEFAULT_PERIOD : 'ALL');

/** Path and query → view. Unknown query values fall back to the default; unknown path values stay and match nothing. */
export function parseView(path: string, query: URLSearchParams): BrowseView {
  const tab = oneOf(['live', 'past'] as const, query.get('view'), 'live');
  const positional = parsePath(path);
  const pick = (name: (typeof POSITIONS)[number]) => positional[name] ?? query.get(name)?.trim() ?? '';
  return {
    tab,
    term: oneOf([...TERMS, 'all'] as const, query.get('term'), DEFAULT_TERM),
    enter: tab === 'past' ? '' : query.get('enter') === '1' ? '1' : oneOf([...TERMS, 'all'], query.get('term'), '') ? '' : 'first',
    call_type: oneOf(CALL_TYPES, query.get('call_type'), ''),
    stock: pick('stock').toUpperCase(),
    user_id: pick('user_id'),
    sector: pick('sector'),
    cap: pick('cap').toLowerCase(),
    status: oneOf(CALL_STATUSES, query.get('status'), ''),
    period: oneOf(PERIODS, query.get('period'), defaultPeriod(tab)),
    sort: oneOf(SORTS, query.get('sort'), 'newest'),
    followed: query.get('followed') === '1',
    reco: /^[A-Za-z0-9_-]{1,64}$/.test(query.get('reco') ?? '') ? query.get('reco')! : '',
  };
}

/** View → URL. Positional filters stay in the path, with '-' for a skipped one. Defaults are left out. */
export function viewUrl(view: BrowseView): string {
  const segments = POSITIONS.map((name) => (view[name] === '' ? '-' : encodeURIComponent(view[name])));
  while (segments.at(-1) === '-') segments.pop();
  const query = new URLSearchParams();
  if (view.tab !== 'live') query.set('view', view.tab);
  // A live list without a term begins with what can still be entered, of all terms.
  if (view.enter === '1') query.set('enter', '1');
  else if (view.enter === '' && (view.tab === 'live' || view.term !== DEFAULT_TERM)) query.set('term', view.term);
  if (view.call_type) query.set('call_type', view.call_type);
  if (view.status) query.set('status', view.status);
  if (view.period !== defaultPeriod(view.tab)) query.set('period', view.period);
  if (view.sort !== 'newest') query.set('sort', view.sort);
  if (view.followed) query.set('followed', '1');
  if (view.reco) query.set('reco', view.reco);
  const search = query.toString();
  return [BROWSE_PATH, ...segments].join('/') + (search ? `?${search}` : '');
}

/** The view without filters, as "Clear filters" restores it. Tab and term stay. */
export const cleared = (view: BrowseView): BrowseView => ({
  ...view,
  call_type: '',
  stock: '',
  user_id: '',
  sector: '',
  cap: '',
  status: '',
  period: defaultPeriod(view.tab),
  followed: false,
  reco: '',
});

/** The number of active filters, for the filter button. */
export const filterCount = (view: BrowseView): number =>
  [view.call_type, view.stock, view.user_id, view.sector, view.cap, view.status, view.followed, view.period !== defaultPeriod(view.tab)].filter(Boolean).length;

/** The view without each of its filters in turn, the term among them, by the name that the screen gives the filter. */
export function widerViews(view: BrowseView): { name: string; view: BrowseView }[] {
  const none = cleared(view);
  const names = {
    call_type: view.call_type,
    stock: view.stock,
    sector: view.sector,
    cap: 'Size',
    user_id: 'Expert',
    status: 'Status',
    period: view.tab === 'live' ? 'Published within' : 'Ended within',
    followed: 'Followed',
  } as const;
  const filters = (Object.keys(names) as (keyof typeof names)[]).filter((key) => view[key] !== none[key]);
  return [
    ...filters.map((key) => ({ name: names[key], view: { ...view, [key]: none[key], reco: '' } })),
    ...(view.enter || view.term === 'all' || filters.length === 0 ? [] : [{ name: 'Term', view: { ...view, term: 'all' as const, reco: '' } }]),
  ];
}

export interface ListQuery {
  view: 'live' | 'past';
  term?: Term;
  call_type?: CallType;
  stock?: string;
  user_id?: string;
  sector?: string;
  cap?: (typeof CAPS)[number];
  status?: CallStatus;
  period?: Period;
  sort: BrowseView['sort'];
  followed?: '1';
  enter?: '1' | 'first';
}

/** The list request of a view, or null when a path value can match nothing (S2.1-PARAM-O01: the screen is empty, not broken). */
export function listQuery(view: BrowseView): ListQuery | null {
  if (view.stock && !/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(view.stock)) return null;
  if (view.user_id && !/^[A-Za-z0-9_-]{1,64}$/.test(view.user_id)) return null;
  if (view.sector.length > 40 || !view.sector.isWellFormed() || view.sector.includes('\u0000')) return null;
  if (view.cap && !CAPS.includes(view.cap as (typeof CAPS)[number])) return null;
  return {
    view: view.tab,
    ...(view.enter && { enter: view.enter }),
    ...(!view.enter && view.term !== 'all' && { term: view.term }),
    ...(view.call_type && { call_type: view.call_type }),
    ...(view.stock && { stock: view.stock }),
    ...(view.user_id && { user_id: view.user_id }),
    ...(view.sector && { sector: view.sector }),
    ...(view.cap && { cap: view.cap as (typeof CAPS)[number] }),
    ...(view.status && { status: view.status }),
    ...(view.period !== 'ALL' && { period: view.period }),
    sort: view.sort,
    ...(view.followed && { followed: '1' as const }),
  };
}
