import { istDay, lastSession, previousTradingDay, type TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { volumeShare } from '@vimarsh/shared/domain/market/intraday-path.ts';
import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { OPTION_TICK } from '@vimarsh/shared/domain/market/ticks.ts';
import { intrinsic, type OptionTerms, type OptionType } from '@vimarsh/shared/domain/options/black-76.ts';
import { marketSourceOf } from '../feed/source.ts';
import { simulatedLotOn } from '../instruments/listed.ts';
import type { Market } from '../market.ts';
import { expiriesFrom } from '../options/expiries.ts';
import type { ChainRow, Interest, OptionBeat, OptionChain, OptionMarket, OptionQuote } from '../options/option-market.ts';
import { secondAt } from '../session-seconds.ts';
import type { PathOf } from './paths.ts';
import { simulatedBeats } from './simulated-beats.ts';
import type { SimulatedFeed } from './simulated-feed.ts';
import { interestAtClose } from './simulated-interest.ts';
import { BID_WITHIN, bestOf, DAY_MS, futureBook, type Opening, openingsOf, pricesAt, round, snap } from './simulated-pricing.ts';
import { UNDERLYINGS, type Underlying } from './simulated-underlyings.ts';
import { runningVolatility } from './volatility.ts';

/** Seconds between two looks at the open interest of a running session. */
const LOOK_SECONDS = 900;
/** Deviations from the forward beyond which nobody trades. */
const TRADED_WITHIN = 3.4;

/** What the simulation needs to know of underlyings. */
type Spots = Pick<Market, 'instrument'>;

/** Options of the simulated exchange: prices from Black-76 on a smile, open interest that walks; all fixed by seed and clock. */
export class SimulatedOptions implements OptionMarket {
  readonly #seed: number;
  readonly #feed: SimulatedFeed;
  readonly #spots: Spots;
  readonly #path: PathOf;
  readonly #opening: ReturnType<typeof openingsOf>;
  readonly #beats: ReturnType<typeof simulatedBeats>;

  constructor(seed: number, feed: SimulatedFeed, spots: Spots, path: PathOf) {
    this.#seed = seed;
    this.#feed = feed;
    this.#spots = spots;
    this.#path = path;
    this.#opening = openingsOf(seed, feed);
    this.#beats = simulatedBeats({ feed, path, opening: this.#opening, isIndex: (symbol) => spots.instrument(symbol)?.kind === 'index' });
  }

  async underlyings(): Promise<readonly string[]> {
    return UNDERLYINGS.map(({ symbol }) => symbol);
  }

  async expiries(symbol: string, at: Date): Promise<readonly string[]> {
    const underlying = underlyingOf(symbol);
    return underlying ? expiriesFrom(istDay(at), underlying) : [];
  }

  async chain(symbol: string, expiry: string, at: Date): Promise<OptionChain | null> {
    const underlying = underlyingOf(symbol);
    const listing = this.#spots.instrument(symbol);
    const spot = underlying ? this.#spotAt(underlying, listing?.kind === 'index', at) : null;
    const today = underlying && this.#opening(underlying, lastSession(at, true).day);
    if (!underlying || !listing || spot === null || !today || !expiriesFrom(istDay(at), underlying).includes(expiry)) return null;
    const previous = this.#opening(underlying, previousTradingDay(today.session.day));
    const moment = momentOf(at, today.session);
    const isIndex = listing.kind === 'index';
    const lot = simulatedLotOn(symbol, today.session.day) ?? 1;
    const change = spot / today.reference - 1;
    const now = pricesAt(runningVolatility(today.volatility, change, isIndex), spot, expiry, moment, isIndex);
    // The close before: at the price the day is counted from, with the volatility that day had opened with.
    const then = previous && pricesAt(previous.volatility, today.reference, expiry, previous.session.optionsClose, isIndex);
    const share = volumeShare(elapsed(today.session, moment), length(today.session));
    const quote = (strike: number, type: OptionType): OptionQuote => {
      const { oi, prev_oi, busy } = this.#interest(underlying, today, previous, expiry, strike, type, share, lot);
      const book = this.#book(`${symbol} ${expiry} ${strike} ${type}`, now.terms(strike, type), now.volatility(strike), moment);
      return { ...book, prev_close: then && snap(then.price(strike, type)), volume: Math.round(busy * share) * lot, oi, prev_oi };
    };
    const rows: ChainRow[] = strikesOf(underlying, today, expiry).map((strike) => {
      const [ce, pe] = [quote(strike, 'CE'), quote(strike, 'PE')];
      return { strike, ce: traded(ce, now.deviations(strike)), pe: traded(pe, now.deviations(strike)) };
    });
    return {
      symbol,
      expiry,
      lot,
      spot,
      future: this.#future(underlying, today, now, then, expiry, share, lot),
      rows,
      quality: 'quotes',
      at: moment,
      source: marketSourceOf(this.#feed),
    };
  }

  async interestSoFar(symbol: string, expiry: string, at: Date): Promise<readonly Interest[]> {
    const underlying = underlyingOf(symbol);
    const today = underlying && this.#opening(underlying, lastSession(at, true).day);
    if (!underlying || !today) return [];
    const lot = simulatedLotOn(symbol, today.session.day) ?? 1;
    const previous = this.#opening(underlying, previousTradingDay(today.session.day));
    const until = elapsed(today.session, momentOf(at, today.session));
    const looks: Interest[] = [];
    for (let second = 0; second <= until; second += LOOK_SECONDS) {
      const share = volumeShare(second, length(today.session));
      const oi = (strike: number, type: OptionType): number => this.#interest(underlying, today, previous, expiry, strike, type, share, lot).oi;
      looks.push({
        at: new Date(today.session.open.getTime() + second * 1000),
        rows: strikesOf(underlying, today, expiry).map((strike) => ({ strike, ce: oi(strike, 'CE'), pe: oi(strike, 'PE') })),
      });
    }
    return looks;
  }

  async beats(symbol: string, from: Date, to: Date): Promise<readonly OptionBeat[]> {
    const underlying = underlyingOf(symbol);
    return underlying ? this.#beats(underlying, from, to) : [];
  }

  async closingVolatilities(symbol: string, days: readonly string[]): Promise<readonly { day: string; iv: number }[]> {
    const underlying = underlyingOf(symbol);
    const isIndex = this.#spots.instrument(symbol)?.kind === 'index';
    if (!underlying) return [];
    return days.flatMap((day) => {
      const opening = this.#opening(underlying, day);
      const bar = this.#feed.session(symbol, day);
      return opening && bar ? [{ day, iv: runningVolatility(opening.volatility, bar.c / bar.prev_close - 1, isIndex) }] : [];
    });
  }

  /** The underlying's price at a moment: what its quote showed then. */
  #spotAt({ symbol }: Underlying, isIndex: boolean, at: Date): number | null {
    const session = lastSession(at, true);
    const bar = this.#feed.session(symbol, session.day);
    if (!bar) return this.#feed.sessionBefore(symbol, session.day)?.c ?? null;
    if (at >= session.close) return bar.c;
    return this.#path({ symbol, kind: isIndex ? 'index' : 'equity' }, session, bar)[secondAt(session, at)]!;
  }

  /** Bid, ask and last trade around the fair price. */
  #book(contract: string, terms: OptionTerms, volatility: number, at: Date): Pick<OptionQuote, 'last' | 'bid' | 'ask'> {
    if (terms.years === 0) return { last: snap(intrinsic(terms)), bid: null, ask: null };
    const { bid, ask, bids } = bestOf(terms, volatility);
    const random = rng(seedOf(this.#seed, contract, Math.floor(at.getTime() / 5000)));
    const last = random.next() < 0.5 ? bid : ask;
    return { last: round(Math.max(OPTION_TICK, last)), bid: bids ? round(bid) : null, ask: round(Math.max(ask, OPTION_TICK)) };
  }

  #interest(underlying: Underlying, today: Opening, previous: Opening | null, expiry: string, strike: number, type: OptionType, share: number, lot: number) {
    const contract = `${underlying.symbol} ${expiry} ${strike} ${type}`;
    const lots = (opening: Opening): number => {
      const daysLeft = Math.max(1, Math.round(Date.parse(expiry) / DAY_MS) - opening.number);
      return interestAtClose({
        seed: this.#seed,
        contract,
        day: opening.number,
        strike,
        step: opening.step,
        type,
        centre: opening.reference,
        move: opening.reference * opening.volatility * Math.sqrt(daysLeft / 365),
        daysLeft,
        busiest: underlying.interest,
      });
    };
    const to = lots(today);
    const from = previous ? lots(previous) : to;
    const oi = Math.round(from + (to - from) * share) * lot;
    // A day's trades turn the positions over several times.
    return { oi, prev_oi: from * lot, busy: (from + to) * (2 + 4 * draw(this.#seed, contract, today.number)) };
  }

  #future(
    underlying: Underlying,
    today: Opening,
    now: { forward: number },
    then: { forward: number } | null,
    expiry: string,
    share: number,
    lot: number,
  ): OptionChain['future'] {
    const lots = (opening: Opening): number =>
      Math.round(underlying.interest * 1.4 * (0.8 + 0.4 * draw(this.#seed, `${underlying.symbol} ${expiry}`, opening.number)));
    const previous = this.#opening(underlying, previousTradingDay(today.session.day));
    const from = lots(previous ?? today);
    return {
      expiry,
      last: snap(now.forward),
      ...futureBook(now.forward),
      prev_close: then && snap(then.forward),
      volume: Math.round(from * 3 * share) * lot,
      oi: Math.round(from + (lots(today) - from) * share) * lot,
      prev_oi: from * lot,
    };
  }
}

const underlyingOf = (symbol: string): Underlying | undefined => UNDERLYINGS.find((underlying) => underlying.symbol === symbol);
const draw = (seed: number, contract: string, day: number): number => rng(seedOf(seed, contract, 'turnover', day)).next();

/** Where nobody trades there is no last price and no volume. */
const traded = (quote: OptionQuote, deviations: number): OptionQuote => (Math.abs(deviations) <= TRADED_WITHIN ? quote : { ...quote, last: null, volume: 0 });

/** Options trade until their own close; after it everything stands. */
const momentOf = (at: Date, session: TradingSession): Date => (at < session.optionsClose ? at : session.optionsClose);
const elapsed = (session: TradingSession, at: Date): number => Math.max(0, Math.round((at.getTime() - session.open.getTime()) / 1000));
const length = (session: TradingSession): number => Math.round((session.optionsClose.getTime() - session.open.getTime()) / 1000);

/** Around the close before, and in the wings as far as somebody may still bid until the expiry. */
function strikesOf({ strikes, wing }: Underlying, { reference, step, volatility, number }: Opening, expiry: string): number[] {
  const middle = Math.round(reference / step) * step;
  const listed = Array.from({ length: 2 * strikes + 1 }, (_, at) => round(middle + (at - strikes) * step)).filter((strike) => strike > 0);
  if (!wing) return listed;
  const days = Math.max(0, Math.round(Date.parse(expiry) / DAY_MS) - number);
  const reach = reference * BID_WITHIN * volatility * Math.sqrt(days / 365);
  const [below, above]: [number[], number[]] = [[], []];
  for (let strike = Math.ceil(listed[0]! / wing - 1) * wing; strike >= reference - reach; strike -= wing) below.unshift(strike);
  for (let strike = Math.floor(listed.at(-1)! / wing + 1) * wing; strike <= reference + reach; strike += wing) above.push(strike);
  return [...below, ...listed, ...above];
}
