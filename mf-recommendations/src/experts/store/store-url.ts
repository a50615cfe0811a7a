import { TERMS, type Term } from '@vimarsh/shared/contract/calls/types.ts';
import { STORE_SORTS } from '@vimarsh/shared/contract/experts/types.ts';
import { PROFESSIONS, type Profession } from '@vimarsh/shared/contract/identity/types.ts';

/** What the store shows. All of it is stored in the URL; '' means no filter. */
export interface StoreView {
  q: string;
  profession: Profession | '';
  sector: string;
  term: Term | '';
  followed: boolean;
  sort: (typeof STORE_SORTS)[number];
}

const clean = (text: string | null, most: number): string => {
  const value = text?.trim() ?? '';
  return value.length <= most && value.isWellFormed() && !/[\p{Cc}]/u.test(value) ? value : '';
};

/** Query → view. What no answer can have falls back to no filter. */
export const parseStore = (query: URLSearchParams): StoreView => ({
  q: clean(query.get('q'), 60),
  profession: PROFESSIONS.find((one) => one === query.get('profession')) ?? '',
  sector: clean(query.get('sector'), 40),
  term: TERMS.find((one) => one === query.get('term')) ?? '',
  followed: query.get('followed') === '1',
  sort: STORE_SORTS.find((one) => one === query.get('sort')) ?? 'neutral',
});

/** The query of a view as the API and the address have it: without defaults. */
export const storeQuery = ({ q, profession, sector, term, followed, sort }: StoreView) => ({
  ...(q && { q }),
  ...(profession && { profession }),
  ...(sector && { sector }),
  ...(term && { term }),
  ...(followed && { followed: '1' as const }),
  ...(sort !== 'neutral' && { sort }),
});

/** View → URL of the list at a path. */
export function storeUrl(path: string, view: StoreView): string {
  const search = new URLSearchParams(storeQuery(view)).toString();
  return path + (search ? `?${search}` : '');
}

export const NO_FILTER: StoreView = { q: '', profession: '', sector: '', term: '', followed: false, sort: 'neutral' };
