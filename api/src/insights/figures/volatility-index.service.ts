import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import type { VolatilityIndex } from '@vimarsh/shared/contract/options-insight/types.ts';
import { dailyMoveWord } from '@vimarsh/shared/domain/insights/figure-words.ts';
import { tooFew } from '@vimarsh/shared/domain/insights/sample.ts';
import { istDay, lastSession, previousTradingDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { calendarYears, sessionsLeft } from '@vimarsh/shared/domain/options/option-time.ts';
import { expectedVariance, type TwoSided, volatilityIndexOf, weightsOf } from '@vimarsh/shared/domain/options/volatility-index.ts';
import { formatDay, formatNumber, roundTo } from '@vimarsh/shared/domain/text/formats.ts';
import { isMonthlyExpiry, type Market, type OptionChain, type OptionMarket, type OptionQuote } from '../../market/index.ts';
import { figureOf, formatTwo } from './figures.ts';
import { KeptInsights } from './kept-insights.ts';
import { analyse, RATE } from './rules/chain-analysis.ts';

const UNDERLYING = 'NIFTY';
/** With so few sessions left the exchange's index looks past a month. */
const ROLLED_AT = 3;

/** India VIX as far as the option chains here allow it: volatility of the NIFTY over the next 30 days, % a year. */
export class VolatilityIndexService {
  readonly #market: Pick<Market, 'now'> & { readonly options: OptionMarket };
  readonly #kept = new KeptInsights(() => this.#at(this.#market.now()));
  /** Its close before a session, read once a session. */
  #before: { day: string; value: Promise<number | null> } = { day: '', value: Promise.resolve(null) };

  constructor(market: Pick<Market, 'now'> & { readonly options: OptionMarket }) {
    this.#market = market;
  }

  /** Without a value, with the reason as its note, where chains are missing or too thin. */
  async figure(): Promise<Figure> {
    return (await this.#kept.of('')).figure;
  }

  /** The value alone, with its change since the close before. */
  async reading(): Promise<VolatilityIndex> {
    const now = this.#market.now();
    const {
      figure: { value, note },
      of,
    } = await this.#kept.of('');
    // What was recorded on an earlier day is no value of this session, and has moved by nothing.
    const before = value === null || of !== lastSession(now, true).day ? null : await this.#closeBefore(of);
    return {
      value: value === null ? null : roundTo(value, 2),
      change_pct: before ? roundTo(100 * (value! / before - 1), 2) : null,
      note,
      as_of: now.toISOString(),
    };
  }

  #closeBefore(day: string): Promise<number | null> {
    if (this.#before.day !== day) {
      const previous = sessionOf(previousTradingDay(day), true)!;
      const value = this.#at(previous.optionsClose).then(({ figure, of }) => (of === previous.day ? figure.value : null));
      this.#before = { day, value };
      value.catch(() => {
        this.#before = { day: '', value: Promise.resolve(null) };
      });
    }
    return this.#before.value;
  }

  /** The figure at a moment, and the IST day its chains are of. */
  async #at(now: Date): Promise<{ figure: Figure; of: string }> {
    const { options } = this.#market;
    const unknown = (note: string) => ({ figure: none(note), of: '' });
    const months = (await options.expiries(UNDERLYING, now)).filter((day) => isMonthlyExpiry(day) && sessionsLeft(now, day) > ROLLED_AT);
    const chains = (await Promise.all(months.slice(0, 2).map((day) => options.chain(UNDERLYING, day, now)))).filter((chain) => chain !== null);
    const [near, next] = chains;
    if (!near || !next) return unknown(`needs two monthly expiries of ${UNDERLYING} with more than ${ROLLED_AT} sessions left; here are ${chains.length}`);
    if (istDay(near.at) !== istDay(next.at)) return unknown('the two expiries were recorded on different days');
    const terms = chains.map((chain) => termOf(chain));
    if (terms.some(({ forwardFrom }) => forwardFrom === 'spot')) return unknown('no future, and no pair quoted at the money');
    const thin = terms.find(({ expected }) => expected.value === null);
    if (thin) return unknown(`${formatDay(thin.expiry)}: ${tooFew(thin.expected, 'quoted strikes on a side')}`);
    const [first, second] = terms.map(({ expected, years }) => ({ variance: expected.value!.variance, years })) as [Term, Term];
    const both = (write: (term: (typeof terms)[number], at: number) => string): string => terms.map(write).join(' and ');
    const weights = weightsOf(first.years, second.years);
    const index = volatilityIndexOf(first, second);
    const figure = figureOf(index, {
      ...WHAT,
      word: index === null ? '' : dailyMoveWord(index),
      how: `${METHOD} ${near.source.invented ? 'Computed here from the simulated NIFTY chain.' : 'Computed here from the recorded NIFTY chain; it is not the value the exchange publishes.'}${near.quality === 'quotes' ? '' : ' An end-of-day file has no quotes: closes stand for them.'}`,
      note: 'the two expiries contradict each other',
      inputs: [
        ['Expiries', both(({ expiry }) => formatDay(expiry))],
        ['Days left', both(({ years }) => formatNumber(365 * years, 1))],
        ['Volatility of each', both(({ expected }) => `${formatTwo(100 * Math.sqrt(Math.max(0, expected.value!.variance)))}%`)],
        ['Weights for 30 days', both((_term, at) => formatTwo(weights[at]!))],
        ['Forwards', both(({ forward }) => formatTwo(forward))],
        ['Strikes', both(({ expected }) => formatNumber(expected.value!.strikes))],
      ],
    });
    return { figure, of: istDay(near.at) };
  }
}

interface Term {
  readonly variance: number;
  readonly years: number;
}

const METHOD = `Expected volatility of ${UNDERLYING} over 30 calendar days by NSE’s method for India VIX: variance from the out-of-the-money options of two months (2/T · Σ ΔK/K² · e^RT · Q − (F/K₀ − 1)²/T, spreads above 30 % fitted by a natural cubic spline), interpolated to 30 days; ${100 * RATE} % interest.`;
const WHAT = { key: 'india_vix', label: 'India VIX', unit: 'pct', how: METHOD } as const;
const none = (note: string): Figure => figureOf(null, { ...WHAT, note });

function termOf(chain: OptionChain) {
  const { forward, forwardFrom } = analyse(chain);
  const years = calendarYears(chain.at, chain.expiry);
  const quotes = chain.rows.map(({ strike, ce, pe }) => ({ strike, call: quoteOf(ce, chain), put: quoteOf(pe, chain) }));
  return { expiry: chain.expiry, forward, forwardFrom, years, expected: expectedVariance({ quotes, forward, years, rate: RATE }) };
}

function quoteOf(quote: OptionQuote | null, { quality }: OptionChain): TwoSided | null {
  if (!quote) return null;
  if (quality === 'end of day') return quote.last === null || quote.volume === 0 ? null : { bid: quote.last, ask: quote.last };
  return quote.bid === null || quote.ask === null ? null : { bid: quote.bid, ask: quote.ask };
}
