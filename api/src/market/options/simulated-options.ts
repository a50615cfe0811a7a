import { istDay, lastSession, previousTradingDay, type Session, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { volumeShare } from '@vimarsh/shared/domain/market/intraday-path.ts';
import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { black76, intrinsic, type OptionTerms, type OptionType } from '@vimarsh/shared/domain/options/black-76.ts';
import { calendarYears, tradingYears } from '@vimarsh/shared/domain/options/option-time.ts';
import type { Feed } from '../feed.ts';
import type { Market } from '../market.ts';
import { expiriesFrom } from './expiries.ts';
import type { ChainRow, Interest, OptionChain, OptionMarket, OptionQuote } from './option-market.ts';
import { interestAtClose } from './simulated-interest.ts';
import { stepOf, UNDERLYINGS, type Underlying } from './simulated-underlyings.ts';
import { openingVolatility, runningVolatility, smile, termVolatility } from './volatility.ts';

const RATE = 0.065;
/** What the index's dividends take off the carry. */
const YIELD = 0.012;
const TICK = 0.05;
const HISTORY = 60;
const DAY_MS = 86_400_000;
/** Seconds between two looks at the open interest of a running session. */
const LOOK_SECONDS = 900;
/** Deviations from the forward beyond which nobody trades, and beyond which nobody bids. */
const TRADED_WITHIN = 3.4;
const BID_WITHIN = 4.2;

/** What the simulation needs of the underlying, as of now. */
type Spots = Pick<Market, 'instrument' | 'quote'>;

/** One day of an underlying, as far as it is known when it opens. */
interface Opening {
  readonly session: Session;
  readonly number: number;
  readonly reference: number;
  readonly volatility: number;
  readonly step: number;
}

/** Options of the simulated exchange: prices from Black-76 on a smile, open interest that walks; all fixed by seed and clock. */
export class SimulatedOptions implements OptionMarket {
  readonly #seed: number;
  readonly #feed: Feed;
  readonly #spots: Spots;

  constructor(seed: number, feed: Feed, spots: Spots) {
    this.#seed = seed;
    this.#feed = feed;
    this.#spots = spots;
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
    const spot = this.#spots.quote(symbol)?.ltp ?? null;
    const today = underlying && this.#opening(underlying, lastSession(at, true).day);
    if (!underlying || !listing || spot === null || !today || !expiriesFrom(istDay(at), underlying).includes(expiry)) return null;
    const previous = this.#opening(underlying, previousTradingDay(today.session.day));
    const moment = momentOf(at, today.session);
    const isIndex = listing.kind === 'index';
    const lot = listing.lot_size ?? 1;
    const change = spot / today.reference - 1;
    const now = this.#prices(runningVolatility(today.volatility, change, isIndex), spot, expiry, moment, isIndex);
    // The close before: at the price the day is counted from, with the volatility that day had opened with.
    const then = previous && this.#prices(previous.volatility, today.reference, expiry, previous.session.optionsClose, isIndex);
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
      lot: listing.lot_size,
      spot,
      future: this.#future(underlying, today, now, then, expiry, share, lot),
      rows,
      quality: 'quotes',
      at: moment,
      source: 'simulated',
    };
  }

  async interestSoFar(symbol: string, expiry: string, at: Date): Promise<readonly Interest[]> {
    const underlying = underlyingOf(symbol);
    const today = underlying && this.#opening(underlying, lastSession(at, true).day);
    const lot = this.#spots.instrument(symbol)?.lot_size ?? 1;
    if (!underlying || !today) return [];
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

  #opening(underlying: Underlying, day: string): Opening | null {
    const session = sessionOf(day, true);
    const bar = this.#feed.session(underlying.symbol, day) ?? this.#feed.sessionBefore(underlying.symbol, day);
    if (!session || !bar) return null;
    const reference = bar.day === day ? bar.prev_close : bar.c;
    const from = new Date(Date.parse(day) - 2 * HISTORY * DAY_MS).toISOString().slice(0, 10);
    const closes = this.#feed.sessions(underlying.symbol, from, previousTradingDay(day)).map(({ c }) => c);
    const number = Math.round(Date.parse(day) / DAY_MS);
    return {
      session,
      number,
      reference,
      volatility: openingVolatility(this.#seed, underlying.symbol, number, closes.slice(-HISTORY)),
      step: stepOf(underlying, reference),
    };
  }

  #prices(today: number, spot: number, expiry: string, at: Date, isIndex: boolean) {
    const years = tradingYears(at, expiry);
    const atMoney = termVolatility(today, years, isIndex);
    const forward = spot * Math.exp((RATE - (isIndex ? YIELD : 0)) * calendarYears(at, expiry));
    const terms = (strike: number, type: OptionType): OptionTerms => ({ type, forward, strike, years, rate: RATE });
    const volatility = (strike: number): number => smile(atMoney, { forward, strike, years, isIndex });
    return {
      forward,
      terms,
      volatility,
      price: (strike: number, type: OptionType): number => black76(terms(strike, type), volatility(strike)),
      deviations: (strike: number): number => Math.log(strike / forward) / (atMoney * Math.sqrt(Math.max(years, 1 / 2000))),
    };
  }

  /** Bid, ask and last trade around the fair price: spreads widen with the price and away from the money. */
  #book(contract: string, terms: OptionTerms, volatility: number, at: Date): Pick<OptionQuote, 'last' | 'bid' | 'ask'> {
    const fair = black76(terms, volatility);
    const away = Math.abs(Math.log(terms.strike / terms.forward) / (volatility * Math.sqrt(Math.max(terms.years, 1 / 2000))));
    if (terms.years === 0) return { last: snap(intrinsic(terms)), bid: null, ask: null };
    const half = Math.max(TICK / 2, fair * 0.0015 * (1 + away * away) + 0.02 * Math.max(0, away - 2));
    const bid = Math.floor((fair - half) / TICK) * TICK;
    const ask = Math.ceil((fair + half) / TICK) * TICK;
    const random = rng(seedOf(this.#seed, contract, Math.floor(at.getTime() / 5000)));
    const last = random.next() < 0.5 ? bid : ask;
    const deepInTheMoney = intrinsic(terms) > 0;
    return {
      last: round(Math.max(TICK, last)),
      bid: bid < TICK || (away > BID_WITHIN && !deepInTheMoney) ? null : round(bid),
      ask: round(Math.max(ask, TICK)),
    };
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
      prev_close: then && snap(then.forward),
      volume: Math.round(from * 3 * share) * lot,
      oi: Math.round(from + (lots(today) - from) * share) * lot,
      prev_oi: from * lot,
    };
  }
}

const underlyingOf = (symbol: string): Underlying | undefined => UNDERLYINGS.find((underlying) => underlying.symbol === symbol);
const draw = (seed: number, contract: string, day: number): number => rng(seedOf(seed, contract, 'turnover', day)).next();
const round = (price: number): number => Math.round(price * 100) / 100;
const snap = (price: number): number => round(Math.max(TICK, Math.round(price / TICK) * TICK));

/** Where nobody trades there is no last price and no volume. */
const traded = (quote: OptionQuote, deviations: number): OptionQuote => (Math.abs(deviations) <= TRADED_WITHIN ? quote : { ...quote, last: null, volume: 0 });

/** Options trade until their own close; after it everything stands. */
const momentOf = (at: Date, session: Session): Date => (at < session.optionsClose ? at : session.optionsClose);
const elapsed = (session: Session, at: Date): number => Math.max(0, Math.round((at.getTime() - session.open.getTime()) / 1000));
const length = (session: Session): number => Math.round((session.optionsClose.getTime() - session.open.getTime()) / 1000);

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
