import { istDay, istInstant, nextTradingDay, phaseAt, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';

/** Where the demo's market time stood when the wall clock was at `wall`, and how fast it goes on from there. Milliseconds. */
export interface Anchor {
  readonly market: number;
  readonly wall: number;
  /** 1 to 60; 0 while it is held. */
  readonly speed: number;
}

/** The hours of a trading day in which the demo's market time runs. Milliseconds. */
interface Hours {
  readonly open: number;
  /** Where market time stands when it comes out of closed hours. */
  readonly wake: number;
  /** The end of all trading: closing auction and options included. */
  readonly end: number;
}

/** Three quarters of an hour into an ordinary session: there are prices to look at, and most of the day is left. */
const WAKE_AT = '10:00';

function hoursOf(day: string): Hours | null {
  const [cash, futures] = [sessionOf(day, false), sessionOf(day, true)];
  if (!cash || !futures) return null;
  const [open, close, ten] = [cash.open.getTime(), cash.close.getTime(), istInstant(day, WAKE_AT).getTime()];
  // A special session may be in the evening.
  const wake = open <= ten && ten < close ? ten : open + (close - open) / 4;
  return { open, wake, end: Math.max(cash.end.getTime(), futures.end.getTime(), cash.optionsClose.getTime()) };
}

/** Where market time stands after closed hours that begin at an instant, or after the rest of a session was jumped over. */
export function nextWake(at: number): number {
  const day = istDay(new Date(at));
  const today = hoursOf(day);
  return today && at < today.open ? today.wake : hoursOf(nextTradingDay(day))!.wake;
}

/** Where the axis begins when it can't begin before an instant: there in trading hours, else in the next session. */
export const beginAt = (earliest: number): number => (phaseAt(new Date(earliest)) === 'continuous' ? earliest : nextWake(earliest));

/** Market time when the wall clock is at `wall`. Closed hours take no time; a wall clock that was set back stands still. */
export function axisAt({ market, wall: since, speed }: Anchor, wall: number): number {
  let at = market;
  // Each turn passes one session.
  for (let left = Math.max(0, wall - since) * speed; ; ) {
    const hours = hoursOf(istDay(new Date(at)));
    if (!hours || at < hours.open || at >= hours.end) {
      at = nextWake(at);
      continue;
    }
    if (at + left < hours.end) return at + left;
    left -= hours.end - at;
    at = hours.end;
  }
}
