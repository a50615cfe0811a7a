import type { Feed } from '../feed/port.ts';
import { INDICES } from '../instruments/listed.ts';
import type { LineInstrument } from './price-line.ts';

/** An instrument of the live feed on one day. */
export interface LiveInstrument extends LineInstrument {
  /** Shares with derivatives trade until the closing auction. */
  readonly fno: boolean;
  /** The fixed band, % either side of the close before; absent where there is none, or no list names it. */
  readonly band?: number;
}

type Lists = Required<Pick<Feed, 'listed' | 'untradedBecause'>>;

/**
 * The instruments of an IST day by the exchange’s own rows, under the symbols they carry then. A share that was taken off the list has no prices
 * to come; one that is suspended may trade again.
 */
export function instrumentsOn(lists: Lists, day: string, most: number): LiveInstrument[] {
  const indices = INDICES.map(({ symbol }): LiveInstrument => ({ symbol, tradedAs: symbol, isin: '', fno: true }));
  const shares = lists.listed(day).flatMap(({ symbol, tradedAs, isin, lot, band }): LiveInstrument[] => {
    const because = lists.untradedBecause(symbol, day);
    return because === 'delisted' || because === 'merged' ? [] : [{ symbol, tradedAs, isin, ...(lot === null ? { fno: false, band } : { fno: true }) }];
  });
  return [...indices, ...shares].slice(0, most);
}
