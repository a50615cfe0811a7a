import { rng, seedOf } from './rng.ts';

/** Open, high, low and close of one session, ₹. */
export interface Ohlc {
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
}

export interface PathRequest {
  readonly seed: number;
  readonly symbol: string;
  /** IST trading date. */
  readonly day: string;
  readonly ohlc: Ohlc;
  /** Tick of the day, ₹. If one of the four prices is off this grid, the path moves in steps of ₹0.01. */
  readonly tick: number;
  /** Length of continuous trading, at least 4. */
  readonly seconds: number;
}

/**
 * The price of every second of a session, drawn from its four known prices. It starts at the open, ends at the close, touches
 * high and low exactly, never leaves them, and is always on the tick grid. A pure function of its request.
 */
export function intradayPath(request: PathRequest): Float64Array {
  const { ohlc, seconds } = request;
  if (!(seconds >= 4)) throw new RangeError(`A session of ${seconds} s can't hold open, high, low and close`);
  const step = gridStep(ohlc, request.tick);
  const [open, high, low, close] = [ohlc.o, ohlc.h, ohlc.l, ohlc.c].map((price) => Math.round((price * 100) / step)) as [number, number, number, number];
  if (!(low <= Math.min(open, close) && high >= Math.max(open, close)))
    throw new RangeError(`${request.symbol} ${request.day}: open and close must lie between low and high`);

  const path = new Float64Array(seconds);
  if (high === low) return path.fill((high * step) / 100);

  const random = rng(seedOf(request.seed, request.symbol, request.day, 'path'));
  const last = seconds - 1;
  const points = waypoints(open, high, low, close, last, random.next);
  // A driftless walk of n steps spans about 1.6·σ·√n: choose σ so that it fills the day's range.
  const volatility = (high - low) / (1.6 * Math.sqrt(seconds));
  for (let i = 1; i < points.length; i++) bridge(path, points[i - 1]!, points[i]!, low, high, volatility, random.next);
  for (let second = 0; second < seconds; second++) path[second] = (path[second]! * step) / 100;
  return path;
}

/** Cumulative share of the day's volume traded by `second` (0 to 1): heavy at both ends, light at noon. */
export function volumeShare(second: number, seconds: number): number {
  const u = Math.min(1, Math.max(0, second / seconds));
  const v = 2 * u - 1;
  // Integral of 0.4 + 1.8·(2u−1)², which is 1 over the whole day.
  return 0.4 * u + 0.3 * (v * v * v + 1);
}

/** Grid in paise: the tick, or one paisa when a price is off it (files of other venues and old dates). */
function gridStep(ohlc: Ohlc, tick: number): number {
  const step = Math.round(tick * 100);
  return [ohlc.o, ohlc.h, ohlc.l, ohlc.c].every((price) => Math.round(price * 100) % step === 0) ? step : 1;
}

interface Point {
  readonly at: number;
  readonly ticks: number;
}

/** Open, close, and the seconds at which high and low are touched. An extreme equal to the open or close needs no separate point. */
function waypoints(open: number, high: number, low: number, close: number, last: number, uniform: () => number): Point[] {
  const inside: Point[] = [];
  // Away from both ends, so that a normal day does not jump to its extreme within a second of the open.
  const margin = Math.floor(last / 50);
  const place = (): number => 1 + margin + Math.floor(uniform() * (last - 1 - 2 * margin));
  if (high !== open && high !== close) inside.push({ at: place(), ticks: high });
  if (low !== open && low !== close) {
    let at = place();
    if (at === inside[0]?.at) at = at === last - 1 ? at - 1 : at + 1;
    inside.push({ at, ticks: low });
  }
  inside.sort((a, b) => a.at - b.at);
  return [{ at: 0, ticks: open }, ...inside, { at: last, ticks: close }];
}

/** Fills `(from, to]` with a random bridge in whole ticks, folded back where it would pass an extreme. */
function bridge(path: Float64Array, from: Point, to: Point, low: number, high: number, volatility: number, uniform: () => number): void {
  const length = to.at - from.at;
  // Uniform steps on ±√3·σ have standard deviation σ.
  const amplitude = 2 * Math.sqrt(3) * volatility;
  let walk = 0;
  for (let k = 1; k <= length; k++) {
    walk += (uniform() - 0.5) * amplitude;
    path[from.at + k] = walk;
  }
  const surplus = walk - (to.ticks - from.ticks);
  for (let k = 1; k < length; k++) {
    path[from.at + k] = Math.round(fold(from.ticks + path[from.at + k]! - (surplus * k) / length, low, high));
  }
  path[from.at] = from.ticks;
  path[to.at] = to.ticks;
}

/** Reflects a value at both ends of a range until it lies inside. */
function fold(value: number, low: number, high: number): number {
  const span = high - low;
  let offset = (value - low) % (2 * span);
  if (offset < 0) offset += 2 * span;
  return low + (offset > span ? 2 * span - offset : offset);
}
