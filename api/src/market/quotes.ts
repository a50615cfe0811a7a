import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { phaseAt } from '@vimarsh/shared/domain/market/calendar.ts';
import { volumeShare } from '@vimarsh/shared/domain/market/intraday-path.ts';
import type { Feed } from './feed/port.ts';
import type { Listing, Quote } from './market.ts';
import { secondAt, secondsOf } from './session-seconds.ts';

/**
 * The quote of a symbol at an instant: what stands then, and nothing between prices that are known. Null before the first. `stepOn`: the step with
 * which it opened on a day and that nobody explains. Across it no price stands against another, so the day has no change.
 */
export function quoteAt(feed: Pick<Feed, 'standing' | 'source'>, listing: Listing, now: Date, stepOn: (day: string) => NotJudgeable | null): Quote | null {
  const standing = feed.standing(listing, now);
  if (!standing) return null;
  const { bar, at } = standing;
  const step = stepOn(bar.day);
  const change = Math.round((bar.c - bar.prev_close) * 100) / 100;
  return {
    symbol: listing.symbol,
    ltp: bar.c,
    open: bar.o,
    high: bar.h,
    low: bar.l,
    prev_close: bar.prev_close,
    change: step ? null : change,
    change_pct: step ? null : bar.prev_close === 0 ? 0 : Math.round((change / bar.prev_close) * 10_000) / 100,
    volume: bar.v,
    ts: at.toISOString(),
    phase: phaseAt(now, listing.fno),
    source: feed.source.id,
    step: step && { day: step.day, before: step.before, opened: step.opened },
  };
}

/** Share of a usual day's volume that is traded by now, by the course that a session's volume takes; 1 once it is over. */
export function tradedShareAt(feed: Pick<Feed, 'standing'>, listing: Listing, now: Date): number {
  const standing = feed.standing(listing, now);
  return standing?.running ? volumeShare(secondAt(standing.session, now) + 1, secondsOf(standing.session)) : 1;
}
