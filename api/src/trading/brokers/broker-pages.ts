import type { BrokerPage, LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import type { OutgoingOrder, TradingSession } from './port.ts';

/** A basket as it goes to a page. */
export interface PageBasket {
  /** Ours; comes back with the browser. */
  readonly basket_id: string;
  readonly broker_id: number;
  readonly session: TradingSession;
  /** The browser that asked for it; '' where it has no device cookie. */
  readonly device_hash: string;
  readonly orders: readonly OutgoingOrder[];
}

/** A broker's own page, on which its customer confirms orders. Nothing is placed before that, and only the broker's book says that it was. */
export interface BrokerPages {
  /** Addresses of others that its form goes to: the portal's policy lets forms go there and nowhere else. */
  readonly formTargets: readonly string[];
  /** The most orders that one page takes. */
  readonly most: number;
  /** What an instrument is called there; null where the broker lists none such. */
  nameOf(instrument: string, exchange: LegTicket['exchange']): string | null;
  pageOf(basket: PageBasket): Promise<BrokerPage>;
}
