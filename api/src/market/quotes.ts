import { lastSession, phaseAt, sessionOf, type TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import { volumeShare } from '@vimarsh/shared/domain/market/intraday-path.ts';
import type { Feed } from './feed/port.ts';
import type { DayBar, Listing, Quote } from './market.ts';
import { type PathOf, secondAt, secondsOf } from './paths.ts';

interface Extremes {
  readonly path: Float64Array;
  second: number;
  high: number;
  low: number;
}

/** A symbol's day up to a given second: the day's bar so far. */
export interface Shown {
  readonly session: TradingSession;
  readonly bar: DayBar;
  /** `true` while the session still trades. */
  readonly running: boolean;
}

/** Quotes at any instant, from memory: the running session second by second, or else the last session with trades. */
export class Quotes {
  readonly #feed: Feed;
  readonly #path: PathOf;
  readonly #extremes = new Map<string, Extremes>();

  constructor(feed: Feed, path: PathOf) {
    this.#feed = feed;
    this.#path = path;
  }

  /** The last session a symbol traded in, cut at `now`; `null` when it never did. */
  shown(listing: Listing, now: Date): Shown | null {
    const session = lastSession(now, listing.fno);
    const bar = this.#feed.session(listing.symbol, session.day);
    if (!bar) {
      const previous = this.#feed.sessionBefore(listing.symbol, session.day);
      const then = previous && sessionOf(previous.day, listing.fno);
      return previous && then ? { session: then, bar: previous, running: false } : null;
    }
    if (now >= session.close) return { session, bar, running: false };
    return { session, bar: this.#soFar(listing, session, bar, secondAt(session, now)), running: true };
  }

  quote(listing: Listing, now: Date): Quote | null {
    const shown = this.shown(listing, now);
    if (!shown) return null;
    const { bar, session, running } = shown;
    const change = Math.round((bar.c - bar.prev_close) * 100) / 100;
    return {
      symbol: listing.symbol,
      ltp: bar.c,
      open: bar.o,
      high: bar.h,
      low: bar.l,
      prev_close: bar.prev_close,
      change,
      change_pct: bar.prev_close === 0 ? 0 : Math.round((change / bar.prev_close) * 10_000) / 100,
      volume: bar.v,
      ts: (running ? new Date(session.open.getTime() + secondAt(session, now) * 1000) : session.close).toISOString(),
      phase: phaseAt(now, listing.fno),
      source: this.#feed.source.kind,
    };
  }

  /** By the course a session's volume takes in both feeds; a day from a file is spread over its session in the same way. */
  tradedShare(listing: Listing, now: Date): number {
    const shown = this.shown(listing, now);
    return shown?.running ? volumeShare(secondAt(shown.session, now) + 1, secondsOf(shown.session)) : 1;
  }

  #soFar(listing: Listing, session: TradingSession, bar: DayBar, second: number): DayBar {
    const path = this.#path(listing, session, bar);
    let seen = this.#extremes.get(listing.symbol);
    // Time moves forward a second or a minute at a time; only a jump back starts over.
    if (!seen || seen.path !== path || seen.second > second) seen = { path, second: 0, high: path[0]!, low: path[0]! };
    for (let at = seen.second + 1; at <= second; at++) {
      const price = path[at]!;
      if (price > seen.high) seen.high = price;
      if (price < seen.low) seen.low = price;
    }
    seen.second = second;
    this.#extremes.set(listing.symbol, seen);
    const v = Math.round(bar.v * volumeShare(second + 1, secondsOf(session)));
    return { day: bar.day, o: bar.o, h: seen.high, l: seen.low, c: path[second]!, v, prev_close: bar.prev_close };
  }
}
