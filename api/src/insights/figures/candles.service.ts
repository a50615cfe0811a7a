import { CANDLE_INTERVALS, type CandleInterval, type CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { addDays, istDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PublicCall } from '../../calls/index.ts';
import { type Candle, type DayBar, type Listing, type Market, marketSourceOf, ownSymbol, type Quote } from '../../market/index.ts';
import { Fail } from '../../platform/platform.ts';
import { runningSession } from './adjusted-sessions.ts';
import { KeptInsights } from './kept-insights.ts';
import { groupSessions } from './rules/candle-groups.ts';

/** As many as a phone's width can tell apart. */
const SHOWN = 120;
const MINUTES: Partial<Record<CandleInterval, number>> = { '1m': 1, '5m': 5, '15m': 15, '1h': 60 };
/** Days back that hold so many sessions, weeks or months. */
const DAYS = { '1d': 200, '1w': 7 * SHOWN, '1M': 31 * SHOWN } as const;

export interface CandlesParts {
  readonly market: Market;
  readonly calls: { publicCallsOf(symbol: string): Promise<readonly PublicCall[]> };
}

/** Candles of a symbol by interval; the code is `RELIANCE 1d`. */
export class CandlesService {
  readonly #parts: CandlesParts;
  readonly #kept = new KeptInsights((code: string) => this.#compute(code));

  constructor(parts: CandlesParts) {
    this.#parts = parts;
  }

  /** Throws UNKNOWN_SYMBOL, SYMBOL_DELISTED or NO_PRICES. An interval there are no candles of is answered with sessions. */
  of(symbol: string, interval: CandleInterval): Promise<CandlesInsight> {
    return this.#kept.of(`${ownSymbol(this.#parts.market, symbol)} ${interval}`);
  }

  async #compute(code: string): Promise<CandlesInsight> {
    const { market, calls } = this.#parts;
    const [symbol = '', asked = '1d'] = code.split(' ') as [string, CandleInterval];
    const listing = market.instrument(symbol);
    if (!listing) throw new Fail('UNKNOWN_SYMBOL');
    if (listing.status === 'delisted') throw new Fail('SYMBOL_DELISTED');
    const quote = market.quote(symbol);
    if (!quote) throw new Fail('NO_PRICES');
    // What lies between the prices of a day's file would be drawn, not known.
    const intervals = !market.can.ticking ? CANDLE_INTERVALS.filter((each) => !(each in MINUTES)) : CANDLE_INTERVALS;
    const interval = intervals.includes(asked) ? asked : '1d';
    const candles = interval in MINUTES ? await this.#minutes(symbol, MINUTES[interval]!) : await this.#sessions(listing, quote, interval as keyof typeof DAYS);
    const from = candles[0]?.t ?? '';
    return {
      symbol,
      interval,
      intervals: [...intervals],
      candles,
      calls: (await calls.publicCallsOf(symbol)).filter(({ ended_at }) => ended_at >= from),
      share_changes: [...market.priceChanges(symbol, istDay(market.now()))],
      as_of: quote.ts,
      phase: quote.phase,
      stale: !market.fresh(),
      source: quote.source,
      prices_from: marketSourceOf(this.#parts.market),
    };
  }

  async #minutes(symbol: string, minutes: number): Promise<Candle[]> {
    const { market } = this.#parts;
    const today = istDay(market.now());
    return [...(await market.minutes(symbol, minutes, SHOWN, today))];
  }

  async #sessions(listing: Listing, quote: Quote, interval: keyof typeof DAYS): Promise<Candle[]> {
    const running = runningSession(quote);
    const { day } = running;
    // A picture of what was traded goes on over a step that nobody explains; no figure is made of it.
    const past = await this.#parts.market.adjusted(listing.symbol, addDays(day, -DAYS[interval]), addDays(day, -1), day, 'cross');
    const bars = [...past, running];
    const shown = interval === '1d' ? bars : groupSessions(bars, interval === '1w' ? 'week' : 'month');
    return shown.slice(-SHOWN).map((bar) => candle(sessionOf(bar.day, listing.fno)!.open.toISOString(), bar));
  }
}

/** A split leaves more decimals than a price has. */
const candle = (t: string, { o, h, l, c, v }: Pick<DayBar, 'o' | 'h' | 'l' | 'c' | 'v'>): Candle => ({
  t,
  o: paise(o),
  h: paise(h),
  l: paise(l),
  c: paise(c),
  v: Math.round(v),
});
const paise = (price: number): number => Math.round(100 * price) / 100;
