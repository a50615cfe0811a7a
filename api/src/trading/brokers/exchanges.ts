import { type LegTicket, ORDER_EXCHANGES } from '@vimarsh/shared/contract/trading/types.ts';

/** Positions in currencies and commodities are no matter of this product. */
export const isOrderExchange = (exchange: string): exchange is LegTicket['exchange'] => (ORDER_EXCHANGES as readonly string[]).includes(exchange);
