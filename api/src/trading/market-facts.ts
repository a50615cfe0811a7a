import type { LegTicket } from '@vimarsh/shared/contract/trading/types.ts';
import { istDay, istInstant, phaseAt, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { OPTION_TICK } from '@vimarsh/shared/domain/market/ticks.ts';
import { optionExchange } from '@vimarsh/shared/domain/options/option-exchange.ts';
import { freezeOf } from '@vimarsh/shared/domain/trading/ticket/freeze.ts';
import type { SubjectFacts } from '@vimarsh/shared/domain/trading/ticket/ticket-facts.ts';
import { readContract, writeContract } from '@vimarsh/shared/domain/watchlists/codes.ts';
import { type Market, type OptionMarket, ownSymbol } from '../market/index.ts';
import { Fail } from '../platform/platform.ts';
import type { PaperQuote } from './brokers/paper/paper-match.ts';
import type { OwnHours } from './engine/next-look.ts';

/** What trading asks of the market. */
export type TradingMarket = Pick<Market, 'instrument' | 'otherNames' | 'quote' | 'band' | 'banned' | 'fresh' | 'now' | 'source'> & {
  readonly options: OptionMarket;
};

type Named = Pick<LegTicket, 'symbol' | 'contract'>;

/** Brokers square intraday positions off from 15:10 on; none is opened after this time (IST). */
const INTRADAY_UNTIL = '15:05';
/** ms after which the price of a running session is old. */
const STALE_MS = 60_000;

/** `TCS`, or `NIFTY 2026-12-01 24000 CE`. */
export const instrumentOfLeg = ({ symbol, contract }: Named): string => (contract ? writeContract({ underlying: symbol, ...contract }) : symbol);

/** The symbol that a share has now, and those under which orders and calls of before may stand. */
export function namesOf(market: Pick<TradingMarket, 'instrument' | 'otherNames'>, name: string): string[] {
  const symbol = ownSymbol(market, name);
  return [symbol, ...[...market.otherNames()].flatMap(([other, now]) => (now === symbol ? [other] : []))];
}

/** By how long what is written so trades on a day. */
export function tradedHoursOf(market: Pick<TradingMarket, 'instrument' | 'otherNames'>, instrument: string): OwnHours {
  const contract = readContract(instrument);
  return { fno: contract !== null || market.instrument(ownSymbol(market, instrument))?.fno === true, option: contract !== null };
}

/** What the market knows of a leg now. Throws UNKNOWN_SYMBOL. */
export async function subjectFacts(market: TradingMarket, named: Named): Promise<SubjectFacts> {
  const symbol = ownSymbol(market, named.symbol);
  const listing = market.instrument(symbol);
  if (!listing) throw new Fail('UNKNOWN_SYMBOL');
  const now = market.now();
  const day = istDay(now);
  const quote = market.quote(symbol);
  const spot = quote?.ltp ?? null;
  const intradayUntil = istInstant(day, INTRADAY_UNTIL).getTime();
  const isOld = (at: number): boolean => now.getTime() - at > STALE_MS;
  const stale = !market.fresh() || quote === null || isOld(Date.parse(quote.ts));
  if (!named.contract) {
    if (listing.kind === 'index') throw new Fail('UNKNOWN_SYMBOL', { validation: `${listing.name} is an index: it can’t be bought itself.` });
    return {
      instrument: symbol,
      name: listing.name,
      kind: 'equity',
      index: false,
      exchanges: ['BSE', 'NSE'],
      status: listing.status,
      ltp: spot,
      spot,
      stale,
      tick: listing.tick,
      lot: 1,
      freeze: null,
      band: quote ? market.band(symbol, day) : null,
      phase: phaseAt(now, listing.fno),
      intradayUntil,
    };
  }
  const chain = await market.options.chain(symbol, named.contract.expiry, now);
  const row = chain?.rows.find(({ strike }) => strike === named.contract!.strike);
  const option = named.contract.type === 'CE' ? row?.ce : row?.pe;
  if (!chain || !option) throw new Fail('UNKNOWN_SYMBOL', { validation: 'This contract is not listed.' });
  const session = sessionOf(day, true);
  const trades = session !== null && now >= session.open && now < session.optionsClose;
  // Options outlast the underlying, whose price stands still from then on.
  const alone = trades && now >= session.close;
  const banned = market.banned(symbol, day);
  return {
    instrument: instrumentOfLeg({ symbol, contract: named.contract }),
    name: `${listing.name} ${named.contract.strike} ${named.contract.type}`,
    kind: 'option',
    index: listing.kind === 'index',
    exchanges: [optionExchange(symbol)],
    status: banned ? 'ban' : listing.status === 'ban' ? 'active' : listing.status,
    ltp: option.last ?? option.prev_close,
    spot: chain.spot,
    stale: (alone ? !market.fresh() || isOld(chain.at.getTime()) : stale) || (trades && option.bid === null && option.ask === null),
    tick: OPTION_TICK,
    lot: chain.lot ?? listing.lot_size ?? 1,
    freeze: freezeOf(symbol, day),
    band: null,
    phase: trades ? 'continuous' : phaseAt(now) === 'preopen' ? 'preopen' : 'closed',
    intradayUntil,
  };
}

/** A second's share of a share's usual turnover can change hands at the simulated price; of a contract, some lots. */
const SHARES_AT_ONCE = 500;
const LOTS_AT_ONCE = 20;

/** The simulated book that the paper broker fills by; null while there is no price. */
export async function paperQuote(market: TradingMarket, instrument: string): Promise<PaperQuote | null> {
  const contract = readContract(instrument);
  if (!contract) {
    const quote = market.quote(instrument);
    return quote && { bid: quote.ltp, ask: quote.ltp, depth: SHARES_AT_ONCE };
  }
  const chain = await market.options.chain(contract.underlying, contract.expiry, market.now());
  const row = chain?.rows.find(({ strike }) => strike === contract.strike);
  const option = contract.type === 'CE' ? row?.ce : row?.pe;
  if (!chain || !option || option.bid === null || option.ask === null) return null;
  return { bid: option.bid, ask: option.ask, depth: LOTS_AT_ONCE * (chain.lot ?? 1) };
}
