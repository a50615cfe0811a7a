import { BRAND } from './brand.ts';

export const MARKET_TYPES = ['equity', 'options'] as const;
/** What each menu and period stands at before anybody chose (spec section 9). */
export const DEFAULTS = {
  marketType: 'equity',
  dashboardPeriod: '1M',
  expertPeriod: '1M',
  term: 'shortTerm',
  tradeMenu: 'TRADE',
  dashboardSubmenu: 'EXPERTS_HUB',
  paymentFaqMenu: 'SUBSCRIPTION',
  supportState: 'NEW_TICKET',
  marketIdeasSubmenu: 'ALL_COMPANIES',
  efsSubmenu: `EARN_FROM_${BRAND.toUpperCase()}`,
} as const;
