import type { TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { volumeShare } from '@vimarsh/shared/domain/market/intraday-path.ts';
import type { DayBar } from '../market.ts';
import { secondsOf } from '../session-seconds.ts';

interface Extremes {
  readonly path: Float64Array;
  second: number;
  high: number;
  low: number;
}

/** Days up to a second, each going on from where it was last asked for. */
export class RunningDays {
  readonly #extremes = new Map<string, Extremes>();

  /** A symbol's day so far, from its drawn path. */
  at(symbol: string, path: Float64Array, session: TradingSession, bar: DayBar, second: number): DayBar {
    let seen = this.#extremes.get(symbol);
    // Time moves forward a second or a minute at a time; only a jump back starts over.
    if (!seen || seen.path !== path || seen.second > second) seen = { path, second: 0, high: path[0]!, low: path[0]! };
    for (let at = seen.second + 1; at <= second; at++) {
      const price = path[at]!;
      if (price > seen.high) seen.high = price;
      if (price < seen.low) seen.low = price;
    }
    seen.second = second;
    this.#extremes.set(symbol, seen);
    const v = Math.round(bar.v * volumeShare(second + 1, secondsOf(session)));
    return { day: bar.day, o: bar.o, h: seen.high, l: seen.low, c: path[second]!, v, prev_close: bar.prev_close };
  }
}
