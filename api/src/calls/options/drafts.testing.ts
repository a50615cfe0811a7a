import type { DraftLeg, OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import { draftOf } from '../testing.ts';

export type OptionStage = Market & { readonly options: OptionMarket };

/** A leg by its distance from the money in listed strikes, +1 the next above; its entry is the middle of its quotes. */
export type Wanted = readonly [side: 'buy' | 'sell', type: 'CE' | 'PE' | 'FUT', away: number, lots?: number, expiry?: string];

/** A draft on the listed chain that keeps every rule except, perhaps, those on its levels. */
export async function optionDraftOf(
  market: OptionStage,
  underlying: string,
  expiry: string,
  legs: readonly Wanted[],
  change: Partial<OptionDraft> = {},
): Promise<OptionDraft> {
  const { rationale, disclosures } = draftOf({ stock: underlying, entry_low: 1, entry_high: 1, target: 2, stop_loss: 1, valid_till: expiry });
  return {
    underlying,
    outlook: 'neutral',
    legs: await Promise.all(legs.map((leg) => legOf(market, underlying, expiry, leg))),
    net_limit: null,
    target: { basis: 'pnl', value: 2000 },
    stop: { basis: 'pnl', value: -2000 },
    valid_till: expiry,
    caution: 'The loss has no limit: five hundred points against it cost more than ten such calls earn.',
    base_rate_read: true,
    rationale,
    disclosures,
    ...change,
  };
}

async function legOf(market: OptionStage, underlying: string, first: string, [side, type, away, lots = 1, expiry = first]: Wanted): Promise<DraftLeg> {
  const chain = (await market.options.chain(underlying, expiry, market.now()))!;
  const terms = { underlying, side, type, expiry, lots };
  if (type === 'FUT') return { ...terms, strike: 0, entry: chain.future!.last };
  const nearest = chain.rows.reduce((best, row, at) => (Math.abs(row.strike - chain.spot) < Math.abs(chain.rows[best]!.strike - chain.spot) ? at : best), 0);
  const row = chain.rows[nearest + away]!;
  const { bid, ask } = (type === 'CE' ? row.ce : row.pe)!;
  return { ...terms, strike: row.strike, entry: Math.round((bid! + ask!) * 50) / 100 };
}
