import { TERMS, type Term } from '@vimarsh/shared/contract/calls/types.ts';
import { MY_CALLS } from '@vimarsh/shared/domain/routing/member-places.ts';

export const HISTORY_PATH = MY_CALLS;
export const HISTORY_TABS = ['open', 'closed', 'cancelled'] as const;

/** What "My calls" shows. All of it is stored in the URL. */
export interface HistoryView {
  tab: (typeof HISTORY_TABS)[number];
  term: Term | 'all';
  /** Id of the call in the drawer. */
  reco: string;
}

/** Query → view. Unknown values fall back to the default. The user's own history starts with all terms. */
export function parseHistory(query: URLSearchParams): HistoryView {
  const tab = HISTORY_TABS.find((one) => one === query.get('tab')) ?? 'open';
  const term = TERMS.find((one) => one === query.get('term')) ?? 'all';
  const reco = query.get('reco') ?? '';
  return { tab, term, reco: /^[A-Za-z0-9_-]{1,64}$/.test(reco) ? reco : '' };
}

/** View → URL, without defaults. */
export function historyUrl(view: HistoryView): string {
  const query = new URLSearchParams();
  if (view.tab !== 'open') query.set('tab', view.tab);
  if (view.term !== 'all') query.set('term', view.term);
  if (view.reco) query.set('reco', view.reco);
  const search = query.toString();
  return HISTORY_PATH + (search ? `?${search}` : '');
}
