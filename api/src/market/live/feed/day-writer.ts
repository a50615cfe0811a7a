import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { DaysWithLive } from '../days-with-live.ts';
import type { LiveDay } from '../live-day.ts';
import type { LivePrices } from '../live-prices.store.ts';
import type { Stretch } from '../stretches.ts';
import type { CurrentLine } from './current-line.ts';
import type { FeedConnection } from './feed-connection.ts';
import type { FeedDays } from './feed-days.ts';
import { STALE_MS } from './known-until.ts';
import type { Revision } from './revision.ts';

/** A second counts as final so long after it is over, ms: what was sent in it has arrived by then. */
const LAG_MS = 3_000;
/** Market time goes on without what is so far behind the clock, ms; less than in `LiveMarket.reached`. */
const BEHIND_MS = 10_000;

interface DayWriterOptions {
  readonly prices: Pick<LivePrices, 'append' | 'storeMinutes' | 'markWhole'>;
  readonly onFile: Pick<DaysWithLive, 'changed'>;
  readonly days: FeedDays;
  readonly line: Pick<CurrentLine, 'subscribed'>;
  readonly connection: FeedConnection;
  readonly revision: Revision;
  readonly speed: number;
}

/** Writes what came in, and only then lets it count: seconds at once, then minutes that are over, and in the end the whole day. */
export class DayWriter {
  readonly #options: DayWriterOptions;

  constructor(options: DayWriterOptions) {
    this.#options = options;
  }

  /** Stores the seconds of today that are final by now, together with the stretch of unbroken connection. */
  async storeSeconds(now: Date): Promise<void> {
    const { days, revision } = this.#options;
    const live = days.today(now);
    if (!live) return;
    const cover = this.#coverOf(live, now);
    const final = Math.max(days.final, cover?.to ?? 0);
    if (!cover) return;
    await this.#append(live, final, cover);
    // A server that stood still, or whose database did, has let market time pass what it did not know yet.
    const before = live.session.open.getTime() + days.final * 1000;
    if (final > days.final && now.getTime() - before > BEHIND_MS) revision.note(before);
    days.final = final;
    live.addCover(cover);
    days.knows(live.day);
    await this.#storeMinutes(live, final, now);
  }

  /** Days that are over and without a gap are the files' from now on, until those come themselves. Returns whether one became whole. */
  async settle(now: Date): Promise<boolean> {
    const { prices, onFile, days, line, connection, speed } = this.#options;
    let hasSettled = false;
    for (const live of [...days.open.values()]) {
      const { end } = live.session;
      if (now < end || !line.subscribed().every((symbol) => live.isWhole(symbol))) continue;
      if (days.whole.has(live.day)) {
        if (live.day < istDay(now)) days.open.delete(live.day);
        continue;
      }
      const reached = connection.lastAlive >= end.getTime() + LAG_MS * speed || now.getTime() > end.getTime() + STALE_MS * speed;
      if (!reached) continue;
      live.storedMinutes = Math.min(live.storedMinutes, Math.max(0, Math.floor(live.edge / 60) - 1));
      await this.#storeMinutes(live, live.edge, now);
      await prices.markWhole(live.day);
      days.markWhole(live.day);
      onFile.changed();
      hasSettled = true;
    }
    return hasSettled;
  }

  /** The stretch of today over which the connection is whole, as far as all has arrived; null where it grows by nothing. */
  #coverOf(live: LiveDay, now: Date): Stretch | null {
    const { connection, speed } = this.#options;
    if (connection.wholeSince === null) return null;
    const open = live.session.open.getTime();
    const most = (live.session.end.getTime() - open) / 1000;
    const reached = Math.min(now.getTime(), connection.lastAlive) - LAG_MS * speed;
    const from = Math.max(0, Math.ceil((connection.wholeSince - open) / 1000));
    const to = Math.min(most, Math.floor((reached - open) / 1000));
    if (to <= from) return null;
    // The running stretch is one row that grows; a new one begins where the last ended.
    const running = live.cover.findLast((stretch) => stretch.from <= from && stretch.to >= from);
    return { from: running?.from ?? from, to };
  }

  async #append(live: LiveDay, final: number, cover: Stretch): Promise<void> {
    const fresh = [...live.symbols].flatMap(([symbol, own]) => {
      const seconds = own.taken(final);
      return seconds.length > 0 ? [{ symbol, seconds }] : [];
    });
    const holes = [...live.symbols].flatMap(([symbol, own]) => own.takenHoles(final).map((hole) => ({ symbol, ...hole })));
    try {
      await this.#options.prices.append(live.day, fresh, cover, holes);
    } catch (error) {
      // Written or lost as a whole: the next try has to bring it again.
      for (const { symbol, seconds } of fresh) live.symbols.get(symbol)!.untake(seconds);
      for (const { symbol } of holes) live.symbols.get(symbol)!.untakeHoles();
      throw error;
    }
  }

  async #storeMinutes(live: LiveDay, final: number, now: Date): Promise<void> {
    const over = now >= live.session.end ? Math.ceil(final / 60) : Math.floor(final / 60);
    if (over <= live.storedMinutes) return;
    const minutes = [...live.symbols].flatMap(([symbol, own]) => {
      const rows = [];
      for (let minute = live.storedMinutes; minute < over; minute++) {
        const seconds = own.minute(minute);
        if (seconds.length > 0) rows.push({ symbol, minute, seconds, volume: own.volumeBy(minute) });
      }
      return rows;
    });
    const days = [...live.symbols].flatMap(([symbol, { day }]) => (day ? [{ symbol, ...day }] : []));
    await this.#options.prices.storeMinutes(live.day, minutes, days);
    live.storedMinutes = over;
  }
}
