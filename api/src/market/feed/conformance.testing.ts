import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { describe, expect, test } from 'vitest';
import type { Bar, Listing } from '../market.ts';
import type { Completeness } from './completeness.ts';
import type { Feed } from './port.ts';

/** A source of prices under test: what it says comes when the story says so. */
export interface Source {
  readonly feed: Feed;
  /** All that the exchange traded in `(from, to]` comes in; what came before comes again. */
  deliver(from: Date, to: Date): Promise<void>;
  /** A day's prices come again with others: the last word. */
  correct?(day: string): Promise<void>;
  /** The same stretch, its parts in another order than they were traded. */
  deliverDisordered?(from: Date, to: Date): Promise<void>;
  /** The source says that it is so much later than it is here. */
  skew?(ms: number): Promise<void>;
  /** Market time. Whatever the feed does by itself is done when it resolves. */
  goTo(now: Date): Promise<void>;
  end?(): Promise<void>;
}

/** A call as plain as it can be: it enters at the first open after its publication and ends at a level or with its last day. */
export interface ModelCall {
  readonly published: number;
  readonly target: number;
  readonly stop: number;
  /** When its entry window and its last day end. */
  readonly entryUntil: number;
  readonly lastUntil: number;
  readonly status: 'awaiting_entry' | 'active' | 'target_hit' | 'sl_hit' | 'expired' | 'lapsed';
}

const isOpen = ({ status }: ModelCall): boolean => status === 'awaiting_entry' || status === 'active';

/** The outcome of a call by bars, and by time up to an instant. */
function judged(call: ModelCall, bars: readonly Bar[], until: number): ModelCall {
  let now = call;
  for (const { start, end, h, l } of bars) {
    if (!isOpen(now)) break;
    if (start.getTime() <= now.published) continue;
    if (now.status === 'awaiting_entry') now = { ...now, status: start.getTime() < now.entryUntil ? 'active' : 'lapsed' };
    if (now.status !== 'active') continue;
    if (l <= now.stop) now = { ...now, status: 'sl_hit' };
    else if (h >= now.target) now = { ...now, status: 'target_hit' };
    else if (end.getTime() >= now.lastUntil) now = { ...now, status: 'expired' };
  }
  return now.status === 'awaiting_entry' && until >= now.entryUntil ? { ...now, status: 'lapsed' } : now;
}

export interface Harness {
  readonly name: string;
  readonly listing: Listing;
  /** Three trading days in a row, of which the exchange traded all. */
  readonly days: readonly [string, string, string];
  open(): Promise<Source>;
  /** Prices come by the clock alone: nothing of it is ever missing. */
  readonly complete?: true;
}

const key = ({ start, end }: Bar): string => `${start.getTime()} ${end.getTime()}`;

/** Follows a feed as the market does, judges one call by it, and holds it to the port's promises at every step. */
export class Follower {
  readonly seen = new Map<string, Bar>();
  readonly #source: Source;
  readonly #listing: Listing;
  readonly #begin: Date;
  #at: Date;
  #last: Completeness | null = null;
  call: ModelCall | null = null;
  #published: ModelCall | null = null;

  constructor(source: Source, listing: Listing, begin: Date) {
    this.#source = source;
    this.#listing = listing;
    this.#begin = begin;
    this.#at = begin;
  }

  publish(call: ModelCall): void {
    this.call = call;
    this.#published = call;
  }

  /** Moves market time on, and looks at what is known then. */
  async step(now: Date): Promise<Completeness> {
    const { feed } = this.#source;
    await this.#source.goTo(now);
    const told = await feed.refresh();
    const complete = feed.complete(this.#listing.symbol, now);
    const { until, because, since } = complete;
    expect(until.getTime(), 'nothing is complete before it happened').toBeLessThanOrEqual(now.getTime());
    expect(because === null || since !== null || until.getTime() === 0, 'a reason says since when').toBe(true);
    if (this.#last && until < this.#last.until) {
      expect([because, told !== null && told <= until], 'until goes back by a correction that is told').toEqual(['correction', true]);
    }
    if (told && told < this.#at) this.#at = new Date(Math.max(told.getTime() - 1, this.#begin.getTime()));
    // Known or not, whatever is asked for.
    const all = await feed.bars(this.#listing, this.#begin, now);
    expect(
      all.find(({ end }) => end > until),
      'no bar after until',
    ).toBeUndefined();
    expect(
      all.find(({ end }, at) => at > 0 && end <= all[at - 1]!.end),
      'each stretch once, in order',
    ).toBeUndefined();
    const bars = until > this.#at ? await feed.bars(this.#listing, this.#at, until) : [];
    for (const bar of bars) this.seen.set(key(bar), bar);
    const missed = all.filter((bar) => !this.seen.has(key(bar)));
    expect([missed, this.seen.size], 'asked for in pieces, and back where it is told, nothing is missed').toEqual([[], all.length]);
    this.#judge(bars, until);
    if (until > this.#at) this.#at = until;
    this.#last = complete;
    return complete;
  }

  #judge(bars: readonly Bar[], until: Date): void {
    if (!this.call || !isOpen(this.call)) return;
    this.call = judged(this.call, bars, until.getTime());
    if (isOpen(this.call)) return;
    // By everything that is known, at once: the same end, so no piece came too early.
    const all = [...this.seen.values()].toSorted((a, b) => a.end.getTime() - b.end.getTime());
    expect(judged(this.#published!, all, until.getTime()).status).toBe(this.call.status);
  }
}

/** A call with levels so far away from a price, as a part of it. */
export const callAt = (published: Date, price: number, away: number, days: { readonly entry: string; readonly last: string }, fno: boolean): ModelCall => ({
  published: published.getTime(),
  target: price * (1 + away),
  stop: price * (1 - away),
  entryUntil: sessionOf(days.entry, fno)!.end.getTime(),
  lastUntil: sessionOf(days.last, fno)!.end.getTime(),
  status: 'awaiting_entry',
});

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/** The cases that every adapter passes. */
export function conformance({ name, listing, days, open, complete: never }: Harness): void {
  const sessions = days.map((day) => sessionOf(day, listing.fno)!);
  const [first, second, third] = sessions as [(typeof sessions)[0], (typeof sessions)[0], (typeof sessions)[0]];
  const begin = first.preopen;
  const started = async () => {
    const source = await open();
    return { source, follower: new Follower(source, listing, begin) };
  };
  const ended = async (source: Source) => source.end?.();

  describe(`the port for prices: ${name}`, () => {
    test('what comes in time is known once, in order, and never before it happened', async () => {
      const { source, follower } = await started();
      for (const session of sessions)
        for (const at of [session.preopen, later(session.open, 30), later(session.open, 31), session.end, later(session.end, 60)]) {
          await source.deliver(begin, at);
          await follower.step(at);
        }
      expect(follower.seen.size).toBeGreaterThanOrEqual(3);
      await ended(source);
    });

    test('what comes twice counts once', async () => {
      const { source, follower } = await started();
      await source.deliver(begin, first.end);
      await follower.step(later(first.end, 1));
      const once = follower.seen.size;
      await source.deliver(begin, first.end);
      await source.deliver(first.open, first.end);
      await follower.step(later(first.end, 2));
      expect(follower.seen.size).toBe(once);
      await ended(source);
    });

    // A feed that is complete by the clock alone has no gap to be tested with.
    if (!never) {
      test('a gap stops what is complete, over an entry, until it is filled; then all of it is judged in order', async () => {
        const { source, follower } = await started();
        await source.deliver(begin, first.end);
        await follower.step(later(first.end, 1));
        const price = source.feed.standing(listing, later(first.end, 1))!.bar.c;
        follower.publish(callAt(later(first.end, 5), price, 0.0001, { entry: days[1], last: days[2] }, listing.fno));
        // Nothing of the second day comes.
        for (const at of [later(second.open, 10), second.end, later(second.end, 240), third.preopen]) {
          const { until } = await follower.step(at);
          expect(until <= second.open, 'not known').toBe(true);
          expect(follower.call!.status, 'an entry that nobody knows of is none, and its window does not end').toBe('awaiting_entry');
        }
        expect(source.feed.complete(listing.symbol, later(second.end, 240)).because).not.toBeNull();
        await source.deliver(second.preopen, second.end);
        await source.goTo(third.preopen);
        await follower.step(later(third.preopen, 1));
        expect(follower.call!.status).not.toBe('awaiting_entry');
        await ended(source);
      });

      test('a call does not run out on a day of which nothing is known, and says why not', async () => {
        const { source, follower } = await started();
        await source.deliver(begin, second.end);
        await follower.step(later(first.end, 1));
        const price = source.feed.standing(listing, later(first.end, 1))!.bar.c;
        follower.publish(callAt(later(first.end, 5), price, 0.9, { entry: days[1], last: days[2] }, listing.fno));
        await follower.step(later(second.end, 1));
        expect(follower.call!.status).toBe('active');
        const { until, because } = await follower.step(later(third.end, 300));
        expect([follower.call!.status, because !== null, until < third.end]).toEqual(['active', true, true]);
        await source.deliver(third.preopen, third.end);
        await follower.step(later(third.end, 302));
        expect(follower.call!.status).toBe('expired');
        await ended(source);
      });
    }

    test('a correction is told from where it changes something', async () => {
      const { source, follower } = await started();
      if (source.correct) {
        await source.deliver(begin, second.end);
        await follower.step(later(second.end, 1));
        await source.correct(days[0]);
        await source.goTo(later(second.end, 2));
        const told = await source.feed.refresh();
        expect(told !== null && told <= first.open).toBe(true);
        expect(source.feed.complete(listing.symbol, later(second.end, 2)).because).toBe('correction');
      }
      await ended(source);
    });

    test('parts that come in another order make the same', async () => {
      const [one, other] = [await started(), await started()];
      if (one.source.deliverDisordered) {
        await one.source.deliverDisordered(begin, second.end);
        await other.source.deliver(begin, second.end);
        for (const { follower } of [one, other]) await follower.step(later(second.end, 1));
        expect([...one.follower.seen.values()]).toEqual([...other.follower.seen.values()]);
      }
      for (const { source } of [one, other]) await ended(source);
    });

    test('a source whose clock is another is told, and completes nothing that is to come', async () => {
      const { source, follower } = await started();
      if (source.skew) {
        await source.deliver(begin, later(first.open, 10));
        await source.skew(120_000);
        await source.deliver(later(first.open, 10), later(first.open, 12));
        const { because } = await follower.step(later(first.open, 12));
        expect(because).toBe('clock_skew');
      }
      await ended(source);
    });
  });
}
