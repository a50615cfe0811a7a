import type { Candle, DayBar } from '../../market.ts';
import { secondsOf } from '../../session-seconds.ts';
import type { DaySoFar, SymbolDay } from '../symbol-day.ts';

/** The day so far as a bar. `base`: the close before by the files, where the broker told none. */
export function dayBarOf(day: string, figures: DaySoFar, base: number | null): DayBar {
  const { open, high, low, close, volume, previousClose } = figures;
  const prev_close = previousClose === null ? (base ?? open / 100) : previousClose / 100;
  return { day, o: open / 100, h: high / 100, l: low / 100, c: close / 100, v: volume, prev_close };
}

/** A session's candles of so many minutes, up to now. */
export function candlesOf(own: SymbolDay, minutes: number, now: Date): Candle[] {
  const open = own.session.open.getTime();
  const until = Math.min(secondsOf(own.session), Math.floor((now.getTime() - open) / 1000));
  const candles = new Map<number, Candle>();
  for (const { start, o, h, l, c } of own.bars(0, until)) {
    const place = Math.floor((start.getTime() - open) / 60_000 / minutes);
    const candle = candles.get(place);
    if (candle) candles.set(place, { ...candle, h: Math.max(candle.h, h), l: Math.min(candle.l, l), c });
    else {
      const v = own.volumeBy((place + 1) * minutes - 1) - (place === 0 ? 0 : own.volumeBy(place * minutes - 1));
      candles.set(place, { t: new Date(open + place * minutes * 60_000).toISOString(), o, h, l, c, v });
    }
  }
  return [...candles.values()];
}
