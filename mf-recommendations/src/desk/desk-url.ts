import { PERIODS, type Period } from '@vimarsh/shared/contract/calls/types.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { MY_DESK } from '@vimarsh/shared/domain/routing/member-places.ts';

export const DESK_TABS = ['EXPERTS_HUB', 'MY_CALLS', 'ACTIVITY'] as const;

/** What the desk shows. All of it is stored in the URL. */
export interface DeskView {
  tab: (typeof DESK_TABS)[number];
  period: Period;
  /** Id of the call in the drawer. */
  reco: string;
}

/** Query → view. Unknown values fall back to the defaults (S9-DEF-04, S9-DEF-07). */
export function parseDesk(query: URLSearchParams): DeskView {
  const reco = query.get('reco') ?? '';
  return {
    tab: DESK_TABS.find((one) => one === query.get('tab')) ?? DEFAULTS.dashboardSubmenu,
    period: PERIODS.find((one) => one === query.get('period')) ?? DEFAULTS.dashboardPeriod,
    reco: /^[A-Za-z0-9_-]{1,64}$/.test(reco) ? reco : '',
  };
}

/** View → URL, without defaults. */
export function deskUrl(view: DeskView): string {
  const query = new URLSearchParams();
  if (view.tab !== DEFAULTS.dashboardSubmenu) query.set('tab', view.tab);
  if (view.period !== DEFAULTS.dashboardPeriod) query.set('period', view.period);
  if (view.reco) query.set('reco', view.reco);
  const search = query.toString();
  return MY_DESK + (search ? `?${search}` : '');
}
