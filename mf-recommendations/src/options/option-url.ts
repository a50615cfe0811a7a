import { OUTLOOKS, type Outlook, STRATEGIES, type Strategy, UNDERLYING_TYPES, type UnderlyingType } from '@vimarsh/shared/contract/calls/options/types.ts';
import { CALL_STATUSES, type CallStatus, PERIODS, type Period } from '@vimarsh/shared/contract/calls/types.ts';
import { isDay } from '@vimarsh/shared/contract/days.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { OPTION_CALLS } from '@vimarsh/shared/domain/routing/member-places.ts';

export const OPTION_SORTS = ['newest', 'oldest', 'result'] as const;

/** What the list shows. All of it is stored in the URL; '' means no filter. */
export interface OptionView {
  tab: 'live' | 'past';
  /** Live calls that can still be entered: `first` these where there are any, else all; `1` these alone; '' whatever the type says. */
  enter: 'first' | '1' | '';
  type: UnderlyingType | '';
  stock: string;
  user_id: string;
  expiry: string;
  strategy: Strategy | '';
  outlook: Outlook | '';
  limited: boolean;
  followed: boolean;
  status: CallStatus | '';
  period: Period;
  sort: (typeof OPTION_SORTS)[number];
  /** Id of the call in the drawer. */
  reco: string;
}

const oneOf = <T extends string, F>(list: readonly T[], value: string | null, fallback: F): T | F => (list.includes(value as T) ? (value as T) : fallback);
const matching = (value: string | null, form: RegExp): string => (form.test(value ?? '') ? value! : '');

/** Results of the last month, but all open calls regardless of age. */
export const defaultPeriod = (tab: OptionView['tab']): Period => (tab === 'past' ? DEFAULTS.expertPeriod : 'ALL');

/** Query → view. Unknown values fall back to the default. */
export function parseOptionView(query: URLSearchParams): OptionView {
  const tab = oneOf(['live', 'past'] as const, query.get('view'), 'live');
  return {
    tab,
    enter: tab === 'past' ? '' : query.get('enter') === '1' ? '1' : oneOf([...UNDERLYING_TYPES, 'all'], query.get('type'), '') ? '' : 'first',
    type: oneOf(UNDERLYING_TYPES, query.get('type'), ''),
    stock: matching(query.get('stock')?.toUpperCase() ?? null, /^[A-Z0-9][A-Z0-9&-]{0,19}$/),
    user_id: matching(query.get('user_id'), /^[A-Za-z0-9_-]{1,64}$/),
    expiry: isDay(query.get('expiry') ?? '') ? query.get('expiry')! : '',
    strategy: oneOf(STRATEGIES, query.get('strategy'), ''),
    outlook: oneOf(OUTLOOKS, query.get('outlook'), ''),
    limited: query.get('limited') === '1',
    followed: query.get('followed') === '1',
    status: oneOf(CALL_STATUSES, query.get('status'), ''),
    period: oneOf(PERIODS, query.get('period'), defaultPeriod(tab)),
    sort: oneOf(OPTION_SORTS, query.get('sort'), 'newest'),
    reco: matching(query.get('reco'), /^[A-Za-z0-9_-]{1,64}$/),
  };
}

const WORDS = ['type', 'stock', 'user_id', 'expiry', 'strategy', 'outlook', 'status'] as const;

/** View → URL, without defaults. */
export function optionUrl(view: OptionView): string {
  const query = new URLSearchParams();
  if (view.tab !== 'live') query.set('view', view.tab);
  // A live list without a type begins with what can still be entered, of all types.
  if (view.enter === '1') query.set('enter', '1');
  else if (view.tab === 'live' && view.enter === '' && view.type === '') query.set('type', 'all');
  for (const name of WORDS) if (view[name]) query.set(name, view[name]);
  if (view.limited) query.set('limited', '1');
  if (view.followed) query.set('followed', '1');
  if (view.period !== defaultPeriod(view.tab)) query.set('period', view.period);
  if (view.sort !== 'newest') query.set('sort', view.sort);
  if (view.reco) query.set('reco', view.reco);
  const search = query.toString();
  return OPTION_CALLS + (search ? `?${search}` : '');
}

/** The view without filters, as "Clear filters" restores it. The tab stays. */
export const clearedOptions = ({ tab }: OptionView): OptionView => parseOptionView(new URLSearchParams({ view: tab }));

/** The number of active filters. */
export const optionFilters = (view: OptionView): number =>
  [...WORDS.map((name) => view[name]), view.limited, view.followed, view.period !== defaultPeriod(view.tab)].filter(Boolean).length;

/** The list request of a view. */
export const optionQuery = (view: OptionView) => ({
  view: view.tab,
  sort: view.sort,
  ...(view.enter && { enter: view.enter }),
  ...(view.type && { underlying_type: view.type }),
  ...(view.stock && { stock: view.stock }),
  ...(view.user_id && { user_id: view.user_id }),
  ...(view.expiry && { expiry: view.expiry }),
  ...(view.strategy && { strategy: view.strategy }),
  ...(view.outlook && { outlook: view.outlook }),
  ...(view.limited && { defined_risk: '1' as const }),
  ...(view.followed && { followed: '1' as const }),
  ...(view.status && { status: view.status }),
  ...(view.period !== 'ALL' && { period: view.period }),
});
