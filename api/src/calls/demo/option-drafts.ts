import type { DraftLeg, Level, OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import { riskOf, structureOf } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { istDay, previousTradingDay, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Rng } from '@vimarsh/shared/domain/market/rng.ts';
import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import type { OptionChain } from '../../market/index.ts';
import { type ChainFacts, type ChainMarket, chainFacts, valued } from '../options/chain-facts.ts';
import type { LegShape, Structure } from './option-structures.ts';
import { OPTION_CAUTION, optionRationale } from './option-words.ts';
import { disclosuresOf } from './words.ts';

/** A draft with the facts it was written on. */
export interface OptionIdea {
  readonly draft: OptionDraft;
  readonly facts: ChainFacts;
}

/** A volatility everybody agrees on, for strikes alone: what is paid is the quotes' own. */
const USUAL = { index: 0.14, stock: 0.26 };

/** A draft that an author could have written at that instant, on an index with `least` sessions left or more; null where the chain has not what it needs. The publishing rules still judge it. */
export async function optionIdea(market: ChainMarket, symbol: string, structure: Structure, at: Date, least: number, random: Rng): Promise<OptionIdea | null> {
  const today = istDay(at);
  const left = (expiry: string): number => tradingDays(today, expiry).length;
  const listing = market.instrument(symbol);
  // A stock has one expiry listed: waiting for another would leave it out.
  const from = listing?.kind === 'index' ? least : Math.min(least, 3);
  const [expiry, next] = (await market.options.expiries(symbol, at)).filter((each) => left(each) >= from && left(each) <= 24);
  if (!expiry || !listing || (structure.legs.some(([, , , , far]) => far) && !next)) return null;
  const chains = new Map<string, OptionChain>();
  for (const each of [expiry, next]) {
    const chain = each && (await market.options.chain(symbol, each, at));
    if (chain) chains.set(chain.expiry, chain);
  }
  const { spot } = chains.get(expiry)!;
  const move = spot * (listing.kind === 'index' ? USUAL.index : USUAL.stock) * Math.sqrt(left(expiry) / 252);
  const legs = structure.legs.map((shape) => legOf(shape, symbol, chains.get(shape[4] ? next! : expiry)!, spot + shape[2] * move));
  if (legs.some((leg) => leg === null)) return null;
  const whole = legs as DraftLeg[];
  const strikes = whole.map(({ strike }) => strike);
  const bare: OptionDraft = {
    underlying: symbol,
    outlook: structure.outlook,
    legs: whole,
    net_limit: null,
    target: { basis: 'pnl', value: 1 },
    stop: { basis: 'pnl', value: -1 },
    valid_till: random.next() < 0.75 ? expiry : previousTradingDay(expiry),
    caution: '',
    base_rate_read: true,
    rationale: optionRationale({ name: listing.name, spot, expiry, move, structure, strikes, daysLeft: left(expiry) }, random),
    disclosures: disclosuresOf('shortTerm', random),
  };
  const facts = await chainFacts(market, bare, at);
  const worth = valued(facts, whole, at, INTEREST_RATE);
  if (!worth) return null;
  const figures = structureOf(worth.legs, worth.assumed);
  const basis = structure.bases[Math.floor(random.next() * structure.bases.length)]!;
  const { lotSize } = worth.assumed;
  const levels = basis === 'underlying' ? onUnderlying(structure, spot, move) : inRupees({ basis, figures, legs: whole, lotSize, spot, random });
  return { draft: { ...bare, ...levels, caution: figures.defined_risk ? '' : OPTION_CAUTION }, facts };
}

function legOf([side, type, , lots = 1]: LegShape, underlying: string, chain: OptionChain, wanted: number): DraftLeg | null {
  const terms = { underlying, side, type, expiry: chain.expiry, lots };
  if (type === 'FUT') return chain.future && chain.future.expiry === chain.expiry ? { ...terms, strike: 0, entry: chain.future.last } : null;
  const [first, ...others] = chain.rows;
  const row = others.reduce((best, each) => (Math.abs(each.strike - wanted) < Math.abs(best.strike - wanted) ? each : best), first!);
  const quote = type === 'CE' ? row.ce : row.pe;
  if (!quote || quote.bid === null || quote.ask === null) return null;
  return { ...terms, strike: row.strike, entry: Math.round((quote.bid + quote.ask) * 50) / 100 };
}

/** A usual move for it, a little less against it. */
function onUnderlying({ outlook }: Structure, spot: number, move: number): { target: Level; stop: Level } {
  const up = outlook === 'bearish' ? -1 : 1;
  const at = (moves: number): Level => ({ basis: 'underlying', value: Math.round(spot + up * moves * move) });
  return { target: at(0.9), stop: at(-0.6) };
}

interface Measured {
  readonly basis: 'pnl' | 'premium';
  readonly figures: ReturnType<typeof structureOf>;
  readonly legs: readonly DraftLeg[];
  readonly lotSize: number;
  readonly spot: number;
  readonly random: Rng;
}

/** A part of what is at risk against more than that, as far as the structure can earn it. */
function inRupees({ basis, figures, legs, lotSize, spot, random }: Measured): { target: Level; stop: Level } {
  const { risk } = riskOf(legs, figures);
  const premium = Math.abs(figures.net_premium) * lotSize;
  const future = legs.some(({ type }) => type === 'FUT');
  const base = future ? spot * lotSize * 0.025 : figures.defined_risk ? risk : Math.max(premium, 0.02 * spot * lotSize);
  const most = figures.max_profit === null ? Number.POSITIVE_INFINITY : 0.8 * figures.max_profit;
  const gain = Math.min(most, base * (0.4 + 0.3 * random.next()));
  const loss = Math.min(gain * (0.65 + 0.3 * random.next()), base * 0.6);
  if (basis === 'pnl') return { target: { basis, value: Math.round(gain) }, stop: { basis, value: -Math.round(loss) } };
  const now = legs.reduce((sum, { side, entry }) => sum + (side === 'buy' ? entry : -entry), 0);
  const level = (value: number): Level => ({ basis, value: Math.round((now + value / lotSize) * 20) / 20 });
  return { target: level(gain), stop: level(-loss) };
}
