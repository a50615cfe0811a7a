import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { DraftLeg, OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { LegTerms } from '@vimarsh/shared/domain/calls/options/legs.ts';
import type { ContractFacts } from '@vimarsh/shared/domain/calls/options/publish-context.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { type Assumed, type PricedLeg, valueAt } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { toPaise } from '@vimarsh/shared/domain/money/paise.ts';
import { impliedVolatility, type OptionTerms } from '@vimarsh/shared/domain/options/black-76.ts';
import { tradingYears } from '@vimarsh/shared/domain/options/option-time.ts';
import type { ChainRow, Listing, Market, OptionChain, OptionMarket } from '../../market/index.ts';

/** The chains of one underlying at one instant, gathered once so that every rule judges the same market. */
export interface ChainFacts {
  /** Null where no options are listed on it. */
  readonly listing: Listing | null;
  readonly expiries: readonly string[];
  /** By expiry: those a draft names. */
  readonly chains: ReadonlyMap<string, OptionChain>;
  readonly spot: number | null;
  /** Why prices of the underlying say nothing of what would be published now; null where they do. */
  readonly doubt: NotJudgeable | null;
  /** When the oldest of the chains was looked at; null without one, or while prices are stale. */
  readonly at: Date | null;
}

/** Questions to the market. */
export type ChainMarket = Pick<Market, 'instrument' | 'fresh' | 'quote' | 'doubtNow'> & { readonly options: Pick<OptionMarket, 'expiries' | 'chain'> };

export async function chainFacts(market: ChainMarket, { underlying, legs }: OptionDraft, now: Date): Promise<ChainFacts> {
  const listing = market.instrument(underlying);
  const expiries = listing ? await market.options.expiries(underlying, now) : [];
  if (!listing || expiries.length === 0) return { listing: null, expiries: [], chains: new Map(), spot: null, doubt: null, at: null };
  const asked = [...new Set(legs.map(({ expiry }) => expiry))].filter((expiry) => expiries.includes(expiry));
  const chains = new Map<string, OptionChain>();
  for (const expiry of asked) {
    const chain = await market.options.chain(underlying, expiry, now);
    if (chain) chains.set(expiry, chain);
  }
  const all = [...chains.values()];
  const at = all.length > 0 && market.fresh() ? new Date(Math.min(...all.map((chain) => chain.at.getTime()))) : null;
  return { listing, expiries, chains, spot: all[0]?.spot ?? market.quote(underlying)?.ltp ?? null, doubt: market.doubtNow(underlying), at };
}

const sideOf = (row: ChainRow, type: 'CE' | 'PE') => (type === 'CE' ? row.ce : row.pe);

/** The contract of a leg as its chain shows it; null where it is not listed. */
export function contractOf({ chains }: ChainFacts, { type, strike, expiry, underlying }: DraftLeg): ContractFacts | null {
  const chain = chains.get(expiry);
  if (!chain || chain.symbol !== underlying) return null;
  if (type === 'FUT') {
    const { future } = chain;
    return future && future.expiry === expiry ? { bid: future.bid ?? null, ask: future.ask ?? null, oi: future.oi, ofExpiry: future.oi } : null;
  }
  const row = chain.rows.find((each) => each.strike === strike);
  const quote = row && sideOf(row, type);
  if (!quote) return null;
  return { bid: quote.bid, ask: quote.ask, oi: quote.oi, ofExpiry: chain.rows.reduce((sum, each) => sum + (sideOf(each, type)?.oi ?? 0), 0) };
}

const middle = ({ bid, ask }: { bid: number | null; ask: number | null }): number | null =>
  bid === null || ask === null ? null : Math.round((bid + ask) * 5000) / 10_000;

/** The forward of an expiry: its future, or what call and put say where they are nearest to each other (product C.10). */
function forwardOf(chain: OptionChain, years: number, rate: number): number {
  if (chain.future?.expiry === chain.expiry) return chain.future.last;
  let nearest: { strike: number; gap: number } | null = null;
  for (const { strike, ce, pe } of chain.rows) {
    const [call, put] = [ce && middle(ce), pe && middle(pe)];
    if (call === null || put === null) continue;
    if (!nearest || Math.abs(call - put) < Math.abs(nearest.gap)) nearest = { strike, gap: call - put };
  }
  return nearest ? nearest.strike + Math.exp(rate * years) * nearest.gap : chain.spot;
}

/** Volatility at the forward, between the two out-of-the-money options around it; null where one of them has no price. */
function atMoney(chain: OptionChain, forward: number, years: number, rate: number): number | null {
  const at = (row: ChainRow | undefined, type: 'CE' | 'PE'): { strike: number; iv: number } | null => {
    const quote = row && sideOf(row, type);
    const price = quote ? middle(quote) : null;
    if (!row || price === null) return null;
    const { value } = impliedVolatility({ type, forward, strike: row.strike, years, rate }, price);
    return value === null ? null : { strike: row.strike, iv: value };
  };
  const above = at(
    chain.rows.find(({ strike }) => strike >= forward),
    'CE',
  );
  const below = at(
    chain.rows.findLast(({ strike }) => strike < forward),
    'PE',
  );
  if (!above || !below) return above?.iv ?? below?.iv ?? null;
  return below.iv + ((above.iv - below.iv) * (forward - below.strike)) / (above.strike - below.strike);
}

/** How far the underlying is expected to move until an expiry, ₹ or points, one way: by the volatility at the money. Null where no quote says it. */
export function moveUntil(chain: OptionChain, now: Date, rate: number): number | null {
  const years = tradingYears(now, chain.expiry);
  const forward = forwardOf(chain, years, rate);
  const volatility = atMoney(chain, forward, years, rate);
  return volatility === null ? null : toPaise(forward * volatility * Math.sqrt(years));
}

export interface Valued {
  readonly legs: readonly PricedLeg[];
  /** The same with the life they have left and the volatilities of now, by which they are worth what they cost. */
  readonly today: readonly PricedLeg[];
  readonly assumed: Assumed;
}

/** Shares in a lot of an expiry; null where nothing says it. */
export const lotOf = ({ chains, listing }: ChainFacts, expiry: string): number | null => chains.get(expiry)?.lot ?? listing?.lot_size ?? null;

/**
 * The legs at the middle of their quotes, and what their figures assume; null where a leg is not quoted on both sides, or its lot is not
 * that of the others: a call has one.
 */
export function valued(facts: ChainFacts, draftLegs: readonly DraftLeg[], now: Date, rate: number): Valued | null {
  const { listing, chains, spot } = facts;
  const near = chains.get(firstExpiry(draftLegs));
  if (!listing || !near || spot === null || draftLegs.length === 0) return null;
  const lotSize = lotOf(facts, near.expiry);
  if (lotSize === null || draftLegs.some(({ expiry }) => lotOf(facts, expiry) !== lotSize)) return null;
  const years = tradingYears(now, near.expiry);
  const forward = forwardOf(near, years, rate);
  const legs: PricedLeg[] = [];
  const today: PricedLeg[] = [];
  for (const leg of draftLegs) {
    const contract = contractOf(facts, leg);
    const price = contract && middle(contract);
    if (price === null || !Number.isInteger(leg.lots) || leg.lots < 1) return null;
    const far = chains.get(leg.expiry)!;
    const life = tradingYears(now, leg.expiry);
    const own = leg.expiry === near.expiry || leg.type === 'FUT' ? null : ownVolatility(far, leg, price, life, rate);
    legs.push({ ...termsOf(leg), price, volatility: own, yearsAfter: leg.expiry === near.expiry ? 0 : Math.max(0, life - years) });
    today.push({ ...termsOf(leg), price, volatility: todaysVolatility(leg, spot, price, life, rate), yearsAfter: life });
  }
  return { legs, today, assumed: { spot, isIndex: listing.kind === 'index', lotSize, forward, volatility: atMoney(near, forward, years, rate), years, rate } };
}

function ownVolatility(chain: OptionChain, { type, strike }: DraftLeg, price: number, years: number, rate: number): number | null {
  const terms: OptionTerms = { type: type as 'CE' | 'PE', forward: forwardOf(chain, years, rate), strike, years, rate };
  return impliedVolatility(terms, price).value;
}

/** By the forward that the interest gives, as `valueAt` carries a level of the underlying to it. */
function todaysVolatility({ type, strike }: DraftLeg, spot: number, price: number, years: number, rate: number): number | null {
  return type === 'FUT' ? null : impliedVolatility({ type, forward: spot * Math.exp(rate * years), strike, years, rate }, price).value;
}

/** Estimated ₹ of profit were the underlying at a level now and volatilities stayed. */
export function worthAt({ today, assumed }: Pick<Valued, 'today' | 'assumed'>): (level: number) => number {
  // What the estimate says of today is left out: quotes may stand a little off their theory.
  const now = valueAt(today, assumed, assumed.spot);
  return (level) => toPaise(valueAt(today, assumed, level) - now);
}

/** How far the underlying is expected to move until the first expiry, in its points, by the volatility at the money. */
export const expectedMoveOf = ({ assumed: { spot, volatility, years } }: Pick<Valued, 'assumed'>): number | null =>
  volatility === null ? null : spot * volatility * Math.sqrt(years);

export const termsOf = ({ side, type, strike, expiry, lots }: LegTerms): LegTerms => ({ side, type, strike, expiry, lots });
