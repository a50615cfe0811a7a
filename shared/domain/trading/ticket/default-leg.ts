import type { LegTicket } from '../../../contract/trading/types.ts';
import { orderPriceNear } from '../../market/ticks.ts';
import type { SubjectFacts } from './ticket-facts.ts';

/** Spec section 9: shares of an equity ticket, its exchange, and the exchange of options. */
export const DEFAULT_QUANTITY = 10;
const EQUITY_EXCHANGE = 'BSE';
const OPTIONS_EXCHANGE = 'NFO';

type Subject = Pick<SubjectFacts, 'kind' | 'exchanges' | 'ltp' | 'tick' | 'lot'>;
type Named = Pick<LegTicket, 'symbol' | 'contract' | 'side' | 'call_id'>;

/** A ticket as it opens: a limit order at the price now; ten shares on BSE, or one lot on NFO. An exchange that does not list it gives way. */
export function defaultLeg(named: Named, { kind, exchanges, ltp, tick, lot }: Subject): LegTicket {
  const exchange = kind === 'option' ? OPTIONS_EXCHANGE : EQUITY_EXCHANGE;
  return {
    ...named,
    exchange: exchanges.includes(exchange) ? exchange : exchanges[0]!,
    product: kind === 'option' ? 'NRML' : 'CNC',
    type: 'LIMIT',
    quantity: kind === 'option' ? lot : DEFAULT_QUANTITY,
    price: ltp === null ? null : orderPriceNear(ltp, tick),
    trigger: null,
    validity: 'DAY',
  };
}
