import { BRAND } from './brand.ts';
import { DEFAULT_MARKET_TYPE } from './market/market-types.ts';

/** The initial value of each menu and period (spec section 9). */
export const DEFAULTS = {
  marketType: DEFAULT_MARKET_TYPE,
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
