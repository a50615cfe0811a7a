import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { TRADING } from '@vimarsh/shared/domain/routing/member-places.ts';

export const TRADING_TABS = ['trade', 'orders', 'positions', 'holdings', 'funds'] as const;
export type TradingTab = (typeof TRADING_TABS)[number];
const FIRST = DEFAULTS.tradeMenu.toLowerCase() as Lowercase<typeof DEFAULTS.tradeMenu>;

/** What a ticket is about: a call, or a share or option contract. Null: nothing is chosen yet. */
export type TicketSource =
  | { readonly call_id: string }
  | { readonly symbol: string; readonly contract: LegTicket['contract']; readonly side: LegTicket['side'] };

/** The trading screen by its address: the tab in the path, the rest in the query. */
export interface TradingView {
  readonly tab: TradingTab;
  readonly source: TicketSource | null;
  /** Id of the order in the drawer; ''. */
  readonly order: string;
  /** Whoever comes back from the broker's page, and with which basket; null: nobody does. */
  readonly back: BackFrom | null;
}
export interface BackFrom {
  readonly basket: string;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const SYMBOL = /^[A-Z0-9][A-Z0-9&-]{0,19}$/;
/** `CE-24000-2026-12-01`. */
const CONTRACT = /^(CE|PE)-(\d{1,7}(?:\.\d{1,2})?)-(\d{4}-\d\d-\d\d)$/;

/** Unknown values fall back: the tab to TRADE (S9-DEF-06), a ticket to none. */
export function parseTrading(orders: string | undefined, query: URLSearchParams): TradingView {
  const order = query.get('order') ?? '';
  const basket = query.get('basket') ?? '';
  return {
    tab: TRADING_TABS.find((one) => one === orders) ?? FIRST,
    source: sourceOf(query),
    order: ID.test(order) ? order : '',
    back: query.has('back') && ID.test(basket) ? { basket } : null,
  };
}

function sourceOf(query: URLSearchParams): TicketSource | null {
  const call_id = query.get('call') ?? '';
  if (ID.test(call_id)) return { call_id };
  const symbol = query.get('symbol') ?? '';
  if (!SYMBOL.test(symbol)) return null;
  const [, type, strike, expiry] = CONTRACT.exec(query.get('contract') ?? '') ?? [];
  return {
    symbol,
    contract: type && strike && expiry ? { type: type as 'CE' | 'PE', strike: Number(strike), expiry } : null,
    side: query.get('side') === 'sell' ? 'sell' : 'buy',
  };
}

export const tabAddress = (tab: TradingTab): string => (tab === FIRST ? TRADING : `${TRADING}/${tab}`);
/** The ticket for what it is about. */
export function ticketAddress(source: TicketSource): string {
  if ('call_id' in source) return `${TRADING}?call=${encodeURIComponent(source.call_id)}`;
  const { symbol, contract, side } = source;
  const query = new URLSearchParams({ symbol });
  if (side === 'sell') query.set('side', side);
  if (contract) query.set('contract', `${contract.type}-${contract.strike}-${contract.expiry}`);
  return `${TRADING}?${query}`;
}
