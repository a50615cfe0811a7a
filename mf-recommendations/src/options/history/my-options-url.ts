import { MY_OPTION_CALLS } from '@vimarsh/shared/domain/routing/member-places.ts';

export const MY_OPTION_TABS = ['open', 'closed', 'cancelled'] as const;

/** What the list of own or followed option calls shows. All of it is stored in the URL. */
export interface MyOptionsView {
  tab: (typeof MY_OPTION_TABS)[number];
  /** Id of the call in the drawer. */
  reco: string;
}

/** Query → view. Unknown values fall back to the default. */
export function parseMyOptions(query: URLSearchParams): MyOptionsView {
  const reco = query.get('reco') ?? '';
  return { tab: MY_OPTION_TABS.find((one) => one === query.get('tab')) ?? 'open', reco: /^[A-Za-z0-9_-]{1,64}$/.test(reco) ? reco : '' };
}

/** View → URL, without defaults. */
export function myOptionsUrl({ tab, reco }: MyOptionsView): string {
  const query = new URLSearchParams({ ...(tab !== 'open' && { tab }), ...(reco && { reco }) }).toString();
  return MY_OPTION_CALLS + (query ? `?${query}` : '');
}
