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
  /** The symbol does not trade in a stretch, and others do. */
  halt?(from: Date, to: Date): Promise<void>;
  /** Market time. Whatever the feed does by itself is done when it resolves; returns the earliest instant that it told of meanwhile. */
  goTo(now: Date): Promise<Date | null>;
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

/**
 * States of a source: prices of a day that don’t come, or come late (`gap`), come again with others (`correction`), in another order
 * (`disorder`), from a clock that goes wrong (`skew`), a halt, a connection that is lost within a session.
 */
export type Ability = 'gap' | 'correction' | 'disorder' | 'skew' | 'halt' | 'connection';

export interface Harness {
  readonly name: string;
  readonly listing: Listing;
  /** Three trading days in a row, of which the exchange traded all. */
  readonly days: readonly [string, string, string];
  open(): Promise<Source>;
  readonly can: readonly Ability[];
  /** With `connection`: a stretch of the second day in which the price falls by 5 %, and from which it comes back. */
  readonly dip?: { readonly from: Date; readonly to: Date };
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
    const told = earlier(await this.#source.goTo(now), await feed.refresh());
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
  // The last bar of prices that tick ends with the continuous session.
  lastUntil: sessionOf(days.last, fno)!.close.getTime(),
  status: 'awaiting_entry',
});

const earlier = (one: Date | null, other: Date | null): Date | null => (one && other ? (one < other ? one : other) : (one ?? other));

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/** The cases that every adapter passes; one that a feed has no ability for is not registered. */
export function conformance({ name, listing, days, open, can, dip }: Harness): void {
  const sessions = days.map((day) => sessionOf(day, listing.fno)!);
  const [first, second, third] = sessions as [(typeof sessions)[0], (typeof sessions)[0], (typeof sessions)[0]];
  const begin = first.preopen;
  const started = async () => {
    const source = await open();
    return { source, follower: new Follower(source, listing, begin) };
  };
  const ended = async (source: Source) => source.end?.();
  /** A call published on the first evening, which enters on the second day. */
  const published = async (away: number) => {
    const { source, follower } = await started();
    await source.deliver(begin, first.end);
    await follower.step(later(first.end, 1));
    const price = source.feed.standing(listing, later(first.end, 1))!.bar.c;
    follower.publish(callAt(later(first.end, 5), price, away, { entry: days[1], last: days[2] }, listing.fno));
    return { source, follower };
  };
  const cases: readonly [ability: Ability | null, title: string, run: () => Promise<void>][] = [
    [
      null,
      'what comes in time is known once, in order, and never before it happened',
      async () => {
        const { source, follower } = await started();
        for (const session of sessions)
          for (const at of [session.preopen, later(session.open, 30), later(session.open, 31), session.end, later(session.end, 60)]) {
            await source.deliver(begin, at);
            await follower.step(at);
          }
        expect(follower.seen.size).toBeGreaterThanOrEqual(3);
        await ended(source);
      },
    ],
    [
      null,
      'what comes twice counts once',
      async () => {
        const { source, follower } = await started();
        await source.deliver(begin, first.end);
        await follower.step(later(first.end, 1));
        const once = [...follower.seen];
        await source.deliver(begin, first.end);
        await source.deliver(first.open, first.end);
        await follower.step(later(first.end, 2));
        expect([...follower.seen]).toEqual(once);
        await ended(source);
      },
    ],
    [
      'gap',
      'a gap stops what is complete, over an entry, until it is filled; then all of it is judged in order',
      async () => {
        const { source, follower } = await published(0.0001);
        // Nothing of the second day comes.
        for (const at of [later(second.open, 10), second.end, later(second.end, 240), third.preopen]) {
          const { until } = await follower.step(at);
          expect(until <= second.open, 'not known').toBe(true);
          expect(follower.call!.status, 'an entry that nobody knows of is none, and its window does not end').toBe('awaiting_entry');
        }
        expect(source.feed.complete(listing.symbol, later(second.end, 240)).because).not.toBeNull();
        await source.deliver(second.preopen, second.end);
        await follower.step(later(third.preopen, 1));
        await follower.step(later(third.preopen, 2));
        expect(follower.call!.status).not.toBe('awaiting_entry');
        await ended(source);
      },
    ],
    [
      'gap',
      'a call does not run out on a day of which nothing is known, and says why not',
      async () => {
        const { source, follower } = await published(0.9);
        await source.deliver(begin, second.end);
        await follower.step(later(second.end, 1));
        expect(follower.call!.status).toBe('active');
        const { until, because } = await follower.step(later(third.end, 300));
        expect([follower.call!.status, because !== null, until < third.end]).toEqual(['active', true, true]);
        await source.deliver(third.preopen, third.end);
        await follower.step(later(third.end, 302));
        await follower.step(later(third.end, 303));
        expect(follower.call!.status).toBe('expired');
        await ended(source);
      },
    ],
    [
      'correction',
      'a correction is told from where it changes something',
      async () => {
        const { source, follower } = await started();
        await source.deliver(begin, second.end);
        await follower.step(later(second.end, 1));
        await source.correct!(days[0]);
        const told = [await source.goTo(later(second.end, 2)), await source.feed.refresh()].find((each) => each !== null);
        expect(told && told <= first.open).toBe(true);
        expect(source.feed.complete(listing.symbol, later(second.end, 2)).because).toBe('correction');
        await ended(source);
      },
    ],
    [
      'disorder',
      'parts that come in another order make the same',
      async () => {
        const [one, other] = [await started(), await started()];
        await one.source.deliverDisordered!(begin, second.end);
        await other.source.deliver(begin, second.end);
        for (const { follower } of [one, other]) await follower.step(later(second.end, 1));
        expect(one.follower.seen.size).toBeGreaterThan(0);
        expect([...one.follower.seen.values()]).toEqual([...other.follower.seen.values()]);
        for (const { source } of [one, other]) await ended(source);
      },
    ],
    [
      'skew',
      'a source whose clock is another is told, and completes nothing until it is right and the gap is filled',
      async () => {
        const { source, follower } = await started();
        await source.deliver(begin, later(first.open, 10));
        await source.skew!(120_000);
        await source.deliver(later(first.open, 10), later(first.open, 12));
        const { because, until } = await follower.step(later(first.open, 12));
        expect([because, until <= later(first.open, 10)]).toEqual(['clock_skew', true]);
        await source.skew!(0);
        await source.deliver(later(first.open, 12), first.end);
        await follower.step(later(first.open, 20));
        expect((await follower.step(later(first.end, 1))).because).toBeNull();
        await ended(source);
      },
    ],
    [
      'halt',
      'a share that is halted is told so, what stands is known, and it trades on',
      async () => {
        const { source, follower } = await published(0.03);
        await source.deliver(first.end, second.end);
        await source.halt!(later(second.open, 30), later(second.open, 58));
        expect((await follower.step(later(second.open, 20))).because).toBeNull();
        const { because, until } = await follower.step(later(second.open, 45));
        expect([because, until > later(second.open, 44), follower.call!.status]).toEqual(['halt', true, 'active']);
        expect((await follower.step(later(second.open, 59))).because).toBeNull();
        await follower.step(second.end);
        expect(follower.call!.status).toBe('sl_hit');
        await ended(source);
      },
    ],
    [
      'connection',
      'a reconnect across an entry: what comes later does not enter before the gap is filled, and the entry is at the open',
      async () => {
        const { source, follower } = await published(0.9);
        await source.deliver(first.end, second.preopen);
        await source.deliver(later(second.open, 30), later(second.open, 60));
        const { because, until } = await follower.step(later(second.open, 59));
        expect([because, until, follower.call!.status]).toEqual(['gap', second.open, 'awaiting_entry']);
        await source.deliver(second.preopen, later(second.open, 30));
        await follower.step(later(second.open, 60));
        expect(follower.call!.status).toBe('active');
        expect([...follower.seen.values()].some(({ start }) => start.getTime() === second.open.getTime())).toBe(true);
        await ended(source);
      },
    ],
    [
      'connection',
      'a reconnect across a stop: prices that are back above it end nothing and prove nothing, and the gap tells that it was hit',
      async () => {
        const { source, follower } = await published(0.03);
        const [from, to] = [later(dip!.from, -5), later(dip!.to, 5)];
        await source.deliver(first.end, from);
        await follower.step(from);
        expect(follower.call!.status).toBe('active');
        await source.deliver(to, later(to, 60));
        const { because } = await follower.step(later(to, 30));
        expect([because, follower.call!.status]).toEqual(['gap', 'active']);
        await source.deliver(from, to);
        await follower.step(later(to, 32));
        expect(follower.call!.status).toBe('sl_hit');
        const hit = [...follower.seen.values()].filter(({ l }) => l <= follower.call!.stop);
        expect(hit.every(({ start, end }) => start >= later(dip!.from, -1) && end <= later(dip!.to, 1))).toBe(true);
        await ended(source);
      },
    ],
    [
      'connection',
      'a reconnect across an expiry: the call does not run out before the last prices are there',
      async () => {
        const { source, follower } = await published(0.9);
        await source.deliver(first.end, later(third.open, 30));
        await follower.step(later(third.open, 30));
        await source.deliver(later(third.end, 10), later(third.end, 120));
        const { because } = await follower.step(later(third.end, 60));
        expect([because, follower.call!.status]).toEqual(['gap', 'active']);
        await source.deliver(later(third.open, 30), third.end);
        await follower.step(later(third.end, 62));
        expect(follower.call!.status).toBe('expired');
        await ended(source);
      },
    ],
  ];
  describe(`the port for prices: ${name}`, () => {
    for (const [ability, title, run] of cases) if (ability === null || can.includes(ability)) test(title, run);
  });
}
