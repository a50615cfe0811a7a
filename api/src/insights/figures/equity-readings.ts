import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { changeWord, shareWord, volumeWord } from '@vimarsh/shared/domain/insights/figure-words.ts';
import { sampled } from '@vimarsh/shared/domain/insights/sample.ts';
import { lastYear } from './adjusted-sessions.ts';
import { figureOf, formatTwo, sampledFigure } from './figures.ts';
import { type IndicatorRun, NEED } from './rules/indicator-run.ts';
import * as of from './rules/indicators.ts';
import { meanVolume, volumeTimes } from './usual-volume.ts';

interface DayRow extends of.IndicatorBar {
  readonly day: string;
}

const word = (value: number | undefined, low: number, high: number, below: string, above: string): string =>
  value === undefined ? '' : value < low ? below : value > high ? above : 'Neutral';

/** Why a figure comes so late: what `how` says of an average that never forgets its first value. */
const SETTLED = 'Shown once its first value weighs less than 0.1 % in it.';

/** Indicators of the last bar as figures, each with the sessions it needs. */
export function readingsOf(run: IndicatorRun): Figure[] {
  const { price, rsi, macd, atr, directional, sessions } = run;
  const bars = run.recent(40);
  const closes = bars.map((bar) => bar.c);
  const last = (series: readonly number[]): number | undefined => series.at(-1);
  const stoch = of.stochastic(bars, 14, 3, 3);
  const flow = of.moneyFlow(bars, 14) ?? undefined;
  const bands = of.bollinger(closes, 20, 2);
  const roc = last(of.rateOfChange(closes, 12));
  const reading = (need: number, value: number | undefined, given: Omit<Figure, 'value' | 'note'>): Figure =>
    sampledFigure(
      sampled(sessions >= need && value !== undefined ? need : Math.min(sessions, need - 1), need, () => value!),
      given,
    );
  return [
    reading(NEED.rsi, rsi ?? undefined, {
      key: 'rsi',
      label: 'RSI 14',
      unit: 'x',
      word: word(rsi ?? undefined, 30, 70, 'Oversold', 'Overbought'),
      how: `Wilder’s average gain over average gain plus loss of 14 sessions, 0 to 100. Below 30 oversold, above 70 overbought. ${SETTLED}`,
      inputs: [['Last price', formatTwo(price)]],
    }),
    reading(NEED.macd, macd?.main, {
      key: 'macd',
      label: 'MACD 12/26/9',
      unit: 'inr',
      word: !macd ? '' : macd.main > macd.signal ? 'Above signal' : 'Below signal',
      how: `EMA 12 minus EMA 26; its signal line is the EMA 9 of that. ${SETTLED}`,
      inputs: [['Signal line', macd ? formatTwo(macd.signal) : '–']],
    }),
    reading(NEED.adx, directional?.adx, {
      key: 'adx',
      label: 'ADX 14',
      unit: 'x',
      word: !directional ? '' : directional.adx < 20 ? 'No trend' : last(directional.plus)! > last(directional.minus)! ? 'Rising trend' : 'Falling trend',
      how: `Wilder’s average of the spread between +DI and −DI. Above 20 there is a trend; the larger DI gives its direction. ${SETTLED}`,
      inputs: directional
        ? [
            ['+DI', formatTwo(last(directional.plus)!)],
            ['−DI', formatTwo(last(directional.minus)!)],
          ]
        : [],
    }),
    reading(NEED.atr, atr ?? undefined, {
      key: 'atr',
      label: 'ATR 14',
      unit: 'inr',
      word: atr === null ? '' : shareWord(atr, price),
      how: `Wilder’s average of the true range of 14 sessions: what a session usually spans. ${SETTLED}`,
      inputs: [],
    }),
    reading(19, last(stoch.main), {
      key: 'stoch',
      label: 'Stochastic 14/3/3',
      unit: 'x',
      word: word(last(stoch.main), 20, 80, 'Oversold', 'Overbought'),
      how: 'Place of the close in the range of 14 sessions, averaged over 3. Below 20 oversold, above 80 overbought.',
      inputs: last(stoch.signal) === undefined ? [] : [['%D', formatTwo(last(stoch.signal)!)]],
    }),
    reading(15, flow, {
      key: 'mfi',
      label: 'Money flow 14',
      unit: 'x',
      word: word(flow, 20, 80, 'Oversold', 'Overbought'),
      how: 'Share of rising sessions in price times volume over 14 sessions, 0 to 100.',
      inputs: [],
    }),
    reading(20, bands?.middle, {
      key: 'bollinger',
      label: 'Bollinger 20, 2σ',
      unit: 'inr',
      word: !bands ? '' : price > bands.upper ? 'Above the band' : price < bands.lower ? 'Below the band' : 'Inside the band',
      how: 'SMA 20 with a band of two population deviations either side.',
      inputs: bands
        ? [
            ['Upper band', formatTwo(bands.upper)],
            ['Lower band', formatTwo(bands.lower)],
          ]
        : [],
    }),
    reading(13, roc, {
      key: 'roc',
      label: 'Rate of change 12',
      unit: 'pct',
      word: roc === undefined ? '' : changeWord(roc),
      how: 'Price against 12 sessions ago.',
      inputs: [],
    }),
  ];
}

const STATUS_RULE = 'status of the exchange';

/** Prices of a stock that is not traded now say nothing of the present; its status does. */
export const ofStatusAlone = (signals: EquityInsight['signals']): EquityInsight['signals'] => signals.filter(({ rule }) => rule === STATUS_RULE);

/** What simple rules find in the prices. Nothing here is chosen by hand or forecast. `tradedShare`: see `volumeTimes`. */
export function signalsOf(bars: readonly DayRow[], rsi: number | null, status: string, tradedShare: number): EquityInsight['signals'] {
  const found: EquityInsight['signals'] = [];
  const day = bars.at(-1)?.day ?? '';
  const add = (kind: EquityInsight['signals'][number]['kind'], text: string, rule: string): number => found.push({ kind, text, rule, day });
  const closes = bars.map((bar) => bar.c);
  const price = closes.at(-1) ?? 0;
  const average = (n: number): number | null => of.smaSeries(closes.slice(-n), n).at(-1) ?? null;
  const [short, long] = [average(50), average(200)];
  if (short !== null && long !== null) {
    if (price > short && short > long) add('strength', 'Price, 50-day and 200-day average stand in rising order', 'price > SMA 50 > SMA 200');
    if (price < short && short < long) add('weakness', 'Price, 50-day and 200-day average stand in falling order', 'price < SMA 50 < SMA 200');
  }
  const year = lastYear(bars, day)?.slice(0, -1);
  if (year?.length) {
    const [high, low] = [Math.max(...year.map((bar) => bar.h)), Math.min(...year.map((bar) => bar.l))];
    if (price >= 0.97 * high) add('strength', 'Within 3 % of the 52-week high', 'price ≥ 97 % of the highest high of the 52 weeks before');
    if (price <= 1.03 * low) add('weakness', 'Within 3 % of the 52-week low', 'price ≤ 103 % of the lowest low of the 52 weeks before');
  }
  if (rsi !== null && rsi < 30) add('opportunity', 'Oversold by RSI', 'RSI 14 below 30');
  if (rsi !== null && rsi > 70) add('threat', 'Overbought by RSI', 'RSI 14 above 70');
  const times = volumeTimes(bars.at(-1)?.v ?? 0, meanVolume(bars.slice(0, -1)), tradedShare);
  const before = closes.at(-2);
  if (times !== null && before !== undefined && times > 2)
    add(
      price >= before ? 'opportunity' : 'threat',
      `Twice the usual volume on a ${price >= before ? 'rising' : 'falling'} day`,
      'volume > 2 × what 20 sessions had on average by this time of the day',
    );
  if (status === 'suspended') add('threat', 'Trading is suspended', STATUS_RULE);
  if (status === 'ban') add('threat', 'In the F&O ban period', STATUS_RULE);
  return found;
}

interface Facts {
  /** ₹ crore. */
  readonly marketCap: number;
  /** Shares in a contract. */
  readonly lot: number | null;
  /** ₹. */
  readonly vwap: number | null;
  /** See `volumeTimes`. */
  readonly tradedShare: number;
}

/** Price against VWAP, volume against its usual, size and lot. */
export function factsOf(bars: readonly DayRow[], { marketCap, lot, vwap, tradedShare }: Facts): Figure[] {
  const before = bars.slice(0, -1);
  const volume = bars.at(-1)?.v ?? 0;
  const mean = meanVolume(before);
  const times = volumeTimes(volume, mean, tradedShare);
  const price = bars.at(-1)?.c ?? 0;
  return [
    figureOf(vwap === null ? null : Math.round(vwap * 100) / 100, {
      key: 'vwap',
      label: 'VWAP',
      unit: 'inr',
      word: vwap === null ? '' : price > vwap ? 'Price above' : price < vwap ? 'Price below' : 'At the price',
      note: 'no volume within the day',
      how: 'Average price of the session weighted by shares: (high + low + close) ÷ 3 of each five minutes, by its volume.',
      inputs: [['Last price', formatTwo(price)]],
    }),
    sampledFigure(
      sampled(Math.min(before.length, 20), 20, () => times ?? 0),
      {
        key: 'volume',
        label: 'Volume, × of 20 days',
        unit: 'x',
        word: times === null ? '' : volumeWord(times),
        how: 'Shares traded so far in the session shown, over what the 20 before it had on average by the same time of the day.',
        inputs: [
          ['Volume', String(volume)],
          ['Usual by then', mean === null ? '–' : String(Math.round(mean * tradedShare))],
        ],
      },
    ),
    ...(marketCap > 0
      ? [
          figureOf(marketCap, {
            key: 'cap',
            label: 'Market capitalisation, ₹ crore',
            unit: 'count',
            how: 'Of the listing record at the start of the simulated market.',
          }),
        ]
      : []),
    ...(lot === null
      ? []
      : [
          figureOf(lot, {
            key: 'lot',
            label: 'F&O lot',
            unit: 'count',
            word: 'Shares in a contract',
            how: 'Shares in one contract, by the dated instrument record.',
          }),
        ]),
  ];
}
