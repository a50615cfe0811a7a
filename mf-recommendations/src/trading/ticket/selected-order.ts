import type { LegTicket, TicketSubject } from '@vimarsh/shared/contract/trading/types.ts';
import { writeContract } from '@vimarsh/shared/domain/watchlists/codes.ts';
import type { SelectedOrder } from '@vimarsh/shared/session/core/client-state.ts';

/** A leg of a ticket as the page remembers it, by the names of the specification. */
export const selectedOrderOf = ({ symbol, contract, type }: LegTicket, { ltp, lot }: Pick<TicketSubject, 'ltp' | 'lot'>, address: string): SelectedOrder => ({
  segment: contract ? 'options' : 'equity',
  symbol: contract ? writeContract({ underlying: symbol, ...contract }) : symbol,
  ltp,
  order_type: type.toLowerCase(),
  // A ticket knows no price of an underlying.
  stock: { symbol, ltp: contract ? null : ltp, lot_size: lot },
  address,
});
