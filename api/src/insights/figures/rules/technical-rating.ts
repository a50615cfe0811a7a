import { type Sampled, sampled } from '@vimarsh/shared/domain/insights/sample.ts';
import { type EmaLength, type IndicatorRun, NEED } from './indicator-run.ts';
import * as of from './indicators.ts';

/**
 * Technical rating: 26 votes of −1, 0 or +1, fifteen from averages and eleven from oscillators (embeds 4.6, after
 * TradingView's published method 43000614331). A vote whose history is too short is absent and makes the group smaller; so is one that rests on
 * an average in which the first value still weighs 0.1 % or more.
 */
export const RATING_METHOD = 'technical-rating-3';
export type Rating = 'Strong sell' | 'Sell' | 'Neutral' | 'Buy' | 'Strong buy';

export interface Vote {
  readonly key: string;
  readonly group: 'averages' | 'oscillators';
  readonly label: string;
  /** The indicator now; null while the history is too short, then `need` says how many sessions it takes. */
  readonly value: number | null;
  readonly vote: -1 | 0 | 1 | null;
  readonly need: number;
  /** What makes it +1; −1 is its mirror image. */
  readonly rule: string;
}

export interface GroupRating {
  /** Mean of the votes in [−1, 1]. */
  readonly score: number;
  readonly rating: Rating;
  readonly buy: number;
  readonly neutral: number;
  readonly sell: number;
}

export interface TechnicalRating {
  readonly votes: readonly Vote[];
  /** Groups with fewer than half of their votes are refused. */
  readonly averages: Sampled<GroupRating>;
  readonly oscillators: Sampled<GroupRating>;
  readonly summary: Sampled<GroupRating>;
}

const LENGTHS = [10, 20, 30, 50, 100, 200] as const;
const LEAST_AVERAGES = 8;
const LEAST_OSCILLATORS = 6;

/** <−0.5 strong sell, <−0.1 sell, ≤0.1 neutral, ≤0.5 buy, above strong buy. */
export function ratingOf(score: number): Rating {
  if (score < -0.5) return 'Strong sell';
  if (score < -0.1) return 'Sell';
  if (score <= 0.1) return 'Neutral';
  return score <= 0.5 ? 'Buy' : 'Strong buy';
}

const side = (buy: boolean, sell: boolean): -1 | 0 | 1 => (buy ? 1 : sell ? -1 : 0);
const above = (a: number, b: number): -1 | 0 | 1 => side(a > b, a < b);

/** The last value of a series and the one before. */
const ends = (series: readonly number[]): [now: number, before: number] | null =>
  series.length < 2 ? null : [series[series.length - 1]!, series[series.length - 2]!];

/** Rates the last bar of a run, the running session’s. */
export function technicalRating(run: IndicatorRun): TechnicalRating {
  const votes = [...averageVotes(run), ...oscillatorVotes(run)];
  const averages = rate(votes, 'averages', LEAST_AVERAGES);
  const oscillators = rate(votes, 'oscillators', LEAST_OSCILLATORS);
  const both = averages.value && oscillators.value ? { a: averages.value, o: oscillators.value } : null;
  return {
    votes,
    averages,
    oscillators,
    summary: sampled(both ? 2 : 0, 2, () => {
      const score = (both!.a.score + both!.o.score) / 2;
      const add = (key: 'buy' | 'neutral' | 'sell'): number => both!.a[key] + both!.o[key];
      return { score, rating: ratingOf(score), buy: add('buy'), neutral: add('neutral'), sell: add('sell') };
    }),
  };
}

function rate(votes: readonly Vote[], group: Vote['group'], least: number): Sampled<GroupRating> {
  const cast = votes.flatMap((vote) => (vote.group === group && vote.vote !== null ? [vote.vote] : []));
  return sampled(cast.length, least, () => {
    const score = cast.reduce((sum: number, vote) => sum + vote, 0) / cast.length;
    const count = (wanted: number): number => cast.filter((vote) => vote === wanted).length;
    return { score, rating: ratingOf(score), buy: count(1), neutral: count(0), sell: count(-1) };
  });
}

function averageVotes(run: IndicatorRun): Vote[] {
  const bars = run.recent();
  const closes = bars.map((bar) => bar.c);
  const { price } = run;
  const average = (key: string, label: string, need: number, value: number | null): Vote => ({
    key,
    group: 'averages',
    label,
    value,
    need,
    vote: value === null ? null : above(price, value),
    rule: 'price above it',
  });
  const last = (series: readonly number[]): number | null => series.at(-1) ?? null;
  return [
    ...LENGTHS.map((n) => average(`sma${n}`, `SMA ${n}`, n, last(of.smaSeries(closes.slice(-n), n)))),
    ...LENGTHS.map((n: EmaLength) => average(`ema${n}`, `EMA ${n}`, NEED.ema(n), run.ema(n))),
    average('hull9', 'Hull 9', 11, last(of.hullSeries(closes.slice(-11), 9))),
    average('vwma20', 'VWMA 20', 20, last(of.vwmaSeries(bars.slice(-20), 20))),
    ichimoku(bars, price),
  ];
}

/**
 * Two published rules differ. Ours: +1 when all five lines agree: price above both lead lines of today's cloud (drawn from 26
 * bars ago), lead 1 above lead 2, conversion above base, price above base.
 */
function ichimoku(bars: readonly of.IndicatorBar[], price: number): Vote {
  const NEED = 78;
  const empty: Vote = {
    key: 'ichimoku',
    group: 'averages',
    label: 'Ichimoku 9/26/52',
    value: null,
    vote: null,
    need: NEED,
    rule: 'price above the cloud and the base line, lead 1 above lead 2, conversion above base',
  };
  if (bars.length < NEED) return empty;
  const line = (n: number, back: number): number => of.midRange(bars.slice(bars.length - back - n, bars.length - back), n)[0]!;
  const [conversion, base] = [line(9, 0), line(26, 0)];
  const [lead1, lead2] = [(line(9, 26) + line(26, 26)) / 2, line(52, 26)];
  const buy = price > lead1 && lead1 > lead2 && conversion > base && price > base;
  const sell = price < lead1 && lead1 < lead2 && conversion < base && price < base;
  return { ...empty, value: base, vote: side(buy, sell) };
}

/** Bars behind the oscillators without a memory, two values back: the awesome oscillator looks at 36. */
const OSCILLATOR_BARS = 40;

function oscillatorVotes(run: IndicatorRun): Vote[] {
  const bars = run.recent(OSCILLATOR_BARS);
  const closes = bars.map((bar) => bar.c);
  const { price, sessions, rsis, macd, directional, elder } = run;
  const trend = run.ema(50);
  const stoch = of.stochastic(bars, 14, 3, 3);
  const stochRsi = of.stochasticOf(rsis, 14, 3, 3);
  const ao = of.awesome(bars);

  const vote = (key: string, label: string, need: number, rule: string, series: readonly number[], judge: () => -1 | 0 | 1 | null): Vote => {
    const enough = sessions >= need;
    const value = enough ? (series.at(-1) ?? null) : null;
    return { key, group: 'oscillators', label, need, rule, value, vote: value === null ? null : judge() };
  };
  /** Leaving an extreme: below `low` and rising, above `high` and falling. */
  const turning = (series: readonly number[], low: number, high: number) => (): -1 | 0 | 1 => {
    const [now, before] = ends(series)!;
    return side(now < low && now > before, now > high && now < before);
  };
  /** The two lines of a stochastic cross inside an extreme zone. */
  const crossing =
    ({ main, signal }: of.Lines, up: boolean, down: boolean) =>
    (): -1 | 0 | 1 => {
      const [k, kBefore] = ends(main)!;
      const [d, dBefore] = ends(signal)!;
      return side(up && k < 20 && d < 20 && k > d && kBefore <= dBefore, down && k > 80 && d > 80 && k < d && kBefore >= dBefore);
    };
  const rising = (series: readonly number[]) => (): -1 | 0 | 1 => above(...ends(series)!);

  return [
    vote('rsi14', 'RSI 14', NEED.rsi + 1, 'below 30 and rising', rsis, turning(rsis, 30, 70)),
    vote('stoch', 'Stochastic 14/3/3', 19, '%K and %D below 20, %K crosses above %D', stoch.main, crossing(stoch, true, true)),
    vote('cci20', 'CCI 20', 21, 'below −100 and rising', of.cciSeries(bars, 20), turning(of.cciSeries(bars, 20), -100, 100)),
    vote('adx14', 'ADX 14', NEED.adx, 'ADX above 20 and +DI crosses above −DI', directional ? [directional.adx] : [], () => {
      const [up, upBefore] = ends(directional!.plus)!;
      const [down, downBefore] = ends(directional!.minus)!;
      const strong = directional!.adx > 20;
      return side(strong && up > down && upBefore <= downBefore, strong && up < down && upBefore >= downBefore);
    }),
    vote('ao', 'Awesome oscillator', 36, 'crosses above zero, or above zero turns up after a dip', ao, () => {
      const [now, before, earlier] = [ao.at(-1)!, ao.at(-2)!, ao.at(-3)!];
      const buy = (before <= 0 && now > 0) || (now > 0 && before > 0 && now > before && earlier > before);
      const sell = (before >= 0 && now < 0) || (now < 0 && before < 0 && now < before && earlier < before);
      return side(buy, sell);
    }),
    vote('mom10', 'Momentum 10', 12, 'rising', of.momentum(closes, 10), rising(of.momentum(closes, 10))),
    vote('macd', 'MACD 12/26/9', NEED.macd, 'MACD above its signal line', macd ? [macd.main] : [], () => above(macd!.main, macd!.signal)),
    vote(
      'stochrsi',
      'Stochastic RSI 3/3/14/14',
      Math.max(NEED.stochRsi, NEED.ema(50)),
      'price below EMA 50, both lines below 20, %K crosses above %D',
      stochRsi.main,
      crossing(stochRsi, trend !== null && price < trend, trend !== null && price > trend),
    ),
    vote('williams14', 'Williams %R 14', 15, 'below −80 and rising', of.williams(bars, 14), turning(of.williams(bars, 14), -80, -20)),
    vote(
      'bbp13',
      'Bull bear power 13',
      NEED.ema(50),
      'price above EMA 50, bear power below zero and rising',
      elder ? [elder.bull.at(-1)! + elder.bear.at(-1)!] : [],
      () => {
        const [bearNow, bearBefore] = ends(elder!.bear)!;
        const [bullNow, bullBefore] = ends(elder!.bull)!;
        return side(price > trend! && bearNow < 0 && bearNow > bearBefore, price < trend! && bullNow > 0 && bullNow < bullBefore);
      },
    ),
    vote('uo', 'Ultimate 7/14/28', 29, 'above 70', of.ultimate(bars, 7, 14, 28), () => {
      const now = of.ultimate(bars, 7, 14, 28).at(-1)!;
      return side(now > 70, now < 30);
    }),
  ];
}
