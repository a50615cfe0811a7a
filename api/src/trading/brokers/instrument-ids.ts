import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';

/** One line of a broker's list of instruments, by our name and by its own. */
export interface BrokerInstrument {
  readonly exchange: LegTicket['exchange'];
  /** `TCS`, or `NIFTY 2026-12-01 24000 CE`. */
  readonly instrument: string;
  /** The broker's trading symbol: `TCS`, `TCS-EQ`, `NIFTY26D0124000CE`. */
  readonly symbol: string;
  /** The number of the broker or the exchange; '' where the list names none. */
  readonly id: string;
}

/**
 * A broker's names of our instruments. They come from the list that each broker publishes every morning before the session: Dhan's
 * `api-scrip-master.csv`, Kite's `GET /instruments`, and Noren's symbol files by exchange (`NSE_symbols.txt` and so on).
 */
export interface InstrumentIds {
  named(instrument: string, exchange: LegTicket['exchange']): BrokerInstrument | null;
  /** By the broker's symbol, or its number where `by` says so. */
  known(exchange: LegTicket['exchange'], name: string, by: 'symbol' | 'id'): BrokerInstrument | null;
}

export function instrumentIds(list: Iterable<BrokerInstrument>): InstrumentIds {
  const ours = new Map<string, BrokerInstrument>();
  const symbols = new Map<string, BrokerInstrument>();
  const ids = new Map<string, BrokerInstrument>();
  for (const each of list) {
    ours.set(`${each.exchange} ${each.instrument}`, each);
    symbols.set(`${each.exchange} ${each.symbol}`, each);
    if (each.id !== '') ids.set(`${each.exchange} ${each.id}`, each);
  }
  return {
    named: (instrument, exchange) => ours.get(`${exchange} ${instrument}`) ?? null,
    known: (exchange, name, by) => (by === 'id' ? ids : symbols).get(`${exchange} ${name}`) ?? null,
  };
}

/** Our name of what a broker's book names. What its list lacks keeps the broker's name: the order stays in the book, and is nobody's of ours. */
export const ownInstrument = (ids: InstrumentIds, exchange: string, symbol: string, id = ''): string => {
  const of = exchange as LegTicket['exchange'];
  return ((id !== '' ? ids.known(of, id, 'id') : null) ?? ids.known(of, symbol, 'symbol'))?.instrument ?? `${exchange}:${symbol}`;
};
