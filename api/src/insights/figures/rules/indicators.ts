/**
 * Indicators of so many daily bars and no others, oldest first, each as a series that ends at the last bar; an empty series means the history is
 * too short. Those that remember all bars before are in `indicator-run.ts`.
 */
export interface IndicatorBar {
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** One value per full window of `n` bars. */
function windows<T>(values: readonly T[], n: number, of: (window: readonly T[]) => number): number[] {
  const series: number[] = [];
  for (let end = n; end <= values.length; end += 1) series.push(of(values.slice(end - n, end)));
  return series;
}

export const smaSeries = (values: readonly number[], n: number): number[] => windows(values, n, (window) => sum(window) / n);

/** Linearly weighted average: the newest value weighs `n`, the oldest 1. */
const wmaSeries = (values: readonly number[], n: number): number[] =>
  windows(values, n, (window) => window.reduce((total, value, at) => total + value * (at + 1), 0) / ((n * (n + 1)) / 2));

/** Two series cut to their common end, combined value by value. */
function paired(a: readonly number[], b: readonly number[], of: (a: number, b: number) => number): number[] {
  const length = Math.min(a.length, b.length);
  const [left, right] = [a.slice(a.length - length), b.slice(b.length - length)];
  return left.map((value, at) => of(value, right[at]!));
}

/** Hull: WMA(2·WMA(n/2) − WMA(n)) over √n. */
export const hullSeries = (values: readonly number[], n: number): number[] =>
  wmaSeries(
    paired(wmaSeries(values, Math.floor(n / 2)), wmaSeries(values, n), (half, whole) => 2 * half - whole),
    Math.floor(Math.sqrt(n)),
  );

/** Volume-weighted moving average; bars without volume weigh nothing. */
export const vwmaSeries = (bars: readonly IndicatorBar[], n: number): number[] =>
  windows(bars, n, (window) => {
    const volume = sum(window.map((bar) => bar.v));
    return volume === 0 ? Number.NaN : sum(window.map((bar) => bar.c * bar.v)) / volume;
  }).filter((value) => !Number.isNaN(value));

const highest = (bars: readonly IndicatorBar[]): number => Math.max(...bars.map((bar) => bar.h));
const lowest = (bars: readonly IndicatorBar[]): number => Math.min(...bars.map((bar) => bar.l));

/** Place of `value` between `low` and `high`, 0–100; 50 when there is no range. */
const place = (value: number, low: number, high: number): number => (high === low ? 50 : (100 * (value - low)) / (high - low));

export interface Lines {
  readonly main: number[];
  readonly signal: number[];
}

/** Slow stochastic: %K smoothed over `smooth`, %D over `signal`. */
export function stochastic(bars: readonly IndicatorBar[], n: number, smooth: number, signal: number): Lines {
  const main = smaSeries(
    windows(bars, n, (window) => place(window.at(-1)!.c, lowest(window), highest(window))),
    smooth,
  );
  return { main, signal: smaSeries(main, signal) };
}

/** The stochastic of an indicator's values. */
export function stochasticOf(values: readonly number[], n: number, smooth: number, signal: number): Lines {
  const main = smaSeries(
    windows(values, n, (window) => place(window.at(-1)!, Math.min(...window), Math.max(...window))),
    smooth,
  );
  return { main, signal: smaSeries(main, signal) };
}

const typical = (bar: IndicatorBar): number => (bar.h + bar.l + bar.c) / 3;

/** Commodity channel index: distance from the mean in 0.015 mean deviations; 0 when nothing moved. */
export const cciSeries = (bars: readonly IndicatorBar[], n: number): number[] =>
  windows(bars.map(typical), n, (window) => {
    const mean = sum(window) / n;
    const deviation = sum(window.map((value) => Math.abs(value - mean))) / n;
    return deviation === 0 ? 0 : (window.at(-1)! - mean) / (0.015 * deviation);
  });

/** The range of a bar, including the step from the previous close (true range). */
export const trueRange = (bar: IndicatorBar, before: IndicatorBar): number => Math.max(bar.h, before.c) - Math.min(bar.l, before.c);

const trueRanges = (bars: readonly IndicatorBar[]): number[] => bars.slice(1).map((bar, at) => trueRange(bar, bars[at]!));

/** Awesome oscillator: SMA 5 minus SMA 34 of the bars' middles. */
export function awesome(bars: readonly IndicatorBar[]): number[] {
  const middles = bars.map((bar) => (bar.h + bar.l) / 2);
  return paired(smaSeries(middles, 5), smaSeries(middles, 34), (fast, slow) => fast - slow);
}

export const momentum = (values: readonly number[], n: number): number[] => values.slice(n).map((value, at) => value - values[at]!);

/** Rate of change over `n` bars, %. */
export const rateOfChange = (values: readonly number[], n: number): number[] => values.slice(n).map((value, at) => 100 * (value / values[at]! - 1));

/** Williams %R, −100 to 0. */
export const williams = (bars: readonly IndicatorBar[], n: number): number[] =>
  windows(bars, n, (window) => place(window.at(-1)!.c, lowest(window), highest(window)) - 100);

/** Ultimate oscillator: buying pressure over true range, three lengths weighted 4 : 2 : 1. */
export function ultimate(bars: readonly IndicatorBar[], short: number, middle: number, long: number): number[] {
  const pressure = bars.slice(1).map((bar, at) => bar.c - Math.min(bar.l, bars[at]!.c));
  const range = trueRanges(bars);
  const share = (n: number): number[] => paired(smaSeries(pressure, n), smaSeries(range, n), (buying, whole) => (whole === 0 ? 0.5 : buying / whole));
  const two = paired(share(middle), share(long), (b, c) => 2 * b + c);
  return paired(share(short), two, (a, rest) => (100 * (4 * a + rest)) / 7);
}

/** Middle of the range of the last `n` bars: what the Ichimoku lines are made of. */
export const midRange = (bars: readonly IndicatorBar[], n: number): number[] => windows(bars, n, (window) => (highest(window) + lowest(window)) / 2);

/** Bollinger bands: SMA and the population deviation times `width`. */
export const bollinger = (values: readonly number[], n: number, width: number): { middle: number; upper: number; lower: number } | null => {
  if (values.length < n) return null;
  const window = values.slice(-n);
  const middle = sum(window) / n;
  const deviation = Math.sqrt(sum(window.map((value) => (value - middle) ** 2)) / n);
  return { middle, upper: middle + width * deviation, lower: middle - width * deviation };
};

/** Money flow index: RSI's idea on typical price times volume, 0–100; 50 when nothing flowed. */
export function moneyFlow(bars: readonly IndicatorBar[], n: number): number | null {
  if (bars.length < n + 1) return null;
  let [into, out] = [0, 0];
  const window = bars.slice(-n - 1);
  for (let at = 1; at < window.length; at += 1) {
    const flow = typical(window[at]!) * window[at]!.v;
    if (typical(window[at]!) > typical(window[at - 1]!)) into += flow;
    else if (typical(window[at]!) < typical(window[at - 1]!)) out += flow;
  }
  return into + out === 0 ? 50 : (100 * into) / (into + out);
}
