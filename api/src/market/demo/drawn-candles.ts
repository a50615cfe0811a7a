import type { TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { volumeShare } from '@vimarsh/shared/domain/market/intraday-path.ts';
import type { Candle, DayBar } from '../market.ts';

/** Candles of so many seconds of a drawn day, up to a second. */
export function drawnCandles(path: Float64Array, session: TradingSession, bar: DayBar, until: number, seconds: number): Candle[] {
  const candles: Candle[] = [];
  const traded = (second: number): number => Math.round(bar.v * volumeShare(second, path.length));
  for (let start = 0; start < until; start += seconds) {
    const end = Math.min(start + seconds, until);
    let [h, l] = [path[start]!, path[start]!];
    for (let at = start + 1; at < end; at++) {
      if (path[at]! > h) h = path[at]!;
      if (path[at]! < l) l = path[at]!;
    }
    const t = new Date(session.open.getTime() + start * 1000).toISOString();
    candles.push({ t, o: path[start]!, h, l, c: path[end - 1]!, v: traded(end) - traded(start) });
  }
  return candles;
}
