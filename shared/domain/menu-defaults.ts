import { BRAND } from './brand.ts';

export const MARKET_TYPES = ['equity', 'options'] as const;
/** The initial value of each menu and period (spec section 9). */
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
