import type { LiveDay } from '../live-day.ts';
import type { Tick } from '../price-line.ts';
import { ClockSkew } from '../wrong-prices/clock-skew.ts';
import type { PossiblePrices } from '../wrong-prices/possible-prices.ts';
import { RefusedPrices } from '../wrong-prices/refused-prices.ts';
import type { FeedConnection } from './feed-connection.ts';
import type { FeedDays } from './feed-days.ts';
import type { InstrumentsOfDays } from './instruments-of-days.ts';

/** After a connection is open, its symbols are subscribed to within this time, ms. Until then nothing counts as seen. */
const SETTLE_MS = 2_000;

interface IncomingTicksOptions {
  readonly connection: FeedConnection;
  readonly days: FeedDays;
  readonly instruments: InstrumentsOfDays;
  readonly possible: PossiblePrices;
  readonly isTrading: () => boolean;
  readonly speed: number;
}

/**
 * Puts each price into the second in which it was traded. A price that can't be is refused. While the source's clock is another than ours, none
 * counts, for it has no second to stand in.
 */
export class IncomingTicks {
  readonly #options: IncomingTicksOptions;
  readonly #skew: ClockSkew;
  readonly refused = new RefusedPrices();
  #isSkewed = false;
  #skewSince = 0;
  /** The instant up to which prices were known before the first wrong time, ms. */
  #skewFrom = 0;

  constructor(options: IncomingTicksOptions) {
    this.#options = options;
    this.#skew = new ClockSkew(options.speed);
  }

  /** How far apart the clocks are, ms, while that is too far. */
  get apart(): number | null {
    return this.#skew.apart;
  }

  /** Whether the clocks are apart, from which instant on prices count for nothing, and when that was noticed, ms. */
  get skew(): { readonly from: number; readonly since: number } | null {
    return this.#isSkewed ? { from: this.#skewFrom, since: this.#skewSince } : null;
  }

  /** The connection is open, and what its symbols traded until then was not seen. */
  connected(now: number): void {
    this.#skew.connected();
    this.#wholeAgain(now);
  }

  take(ticks: readonly Tick[], now: number): void {
    const { connection, days, instruments, isTrading } = this.#options;
    const live = days.today(new Date(now));
    const wrong = this.#skew.wrongIn(ticks, { now, isTrading: isTrading(), placeOf: (tick) => this.#placeOf(live, tick) });
    if (live && isTrading()) for (const symbol of wrong) if (instruments.today.has(symbol)) this.refused.refuse(live, symbol, days.final, days.final);
    if (this.#skew.apart !== null) {
      if (!this.#isSkewed) this.#beginSkew(live, now);
      connection.wholeSince = null;
      return;
    }
    if (this.#isSkewed) {
      this.#isSkewed = false;
      if (connection.isOpen) this.#wholeAgain(now);
    }
    if (live) this.#note(live, ticks, wrong, now);
  }

  #note(live: LiveDay, ticks: readonly Tick[], wrong: ReadonlySet<string>, now: number): void {
    const { connection, days, instruments, possible } = this.#options;
    const open = live.session.open.getTime();
    // Whoever was connected before the open has seen all that traded since.
    const afterGap = connection.wholeSince === null || connection.wholeSince > open;
    for (const tick of ticks) {
      const { symbol } = tick;
      // A message that moves only orders tells the last price again, which may be of a day before.
      const traded = tick.tradedAt ?? tick.at ?? now;
      if (!instruments.today.has(symbol) || wrong.has(symbol) || now < open || this.#skew.isAhead(tick, now)) continue;
      if (traded < open) continue;
      const second = Math.floor((Math.min(traded, now) - open) / 1000);
      const own = live.symbol(symbol, afterGap);
      const checked = possible.checkTick(live, own, tick);
      if (!checked) {
        this.refused.refuse(live, symbol, second, days.final);
        continue;
      }
      if (own.doubtEnded(Math.max(second, days.final))) live.changed(symbol);
      own.note(checked, second, now, days.final);
    }
  }

  #beginSkew(live: LiveDay | undefined, now: number): void {
    const doubted = [...(live?.symbols.values() ?? [])].flatMap(({ doubtedFrom }) => doubtedFrom ?? []);
    const known = Math.min(this.#options.days.final, ...doubted);
    this.#skewFrom = Math.min(now, (live?.session.open.getTime() ?? 0) + known * 1000);
    this.#skewSince = now;
    this.#isSkewed = true;
  }

  #wholeAgain(now: number): void {
    const { connection, days, speed } = this.#options;
    connection.wholeSince = now + SETTLE_MS * speed;
    const live = days.today(new Date(now));
    if (live && now > live.session.open.getTime()) for (const own of live.symbols.values()) own.gapEnded();
  }

  /** A price that comes again, or out of order behind a newer one, tells nothing; one of before the open, or of a second that is known, is lost. */
  #placeOf(live: LiveDay | undefined, tick: Tick): 'old' | 'lost' | 'placed' {
    const traded = tick.tradedAt ?? tick.at ?? 0;
    const own = live?.symbols.get(tick.symbol);
    if (!live) return 'placed';
    if (own?.day && tick.volume !== null && tick.volume <= own.day.volume && traded <= own.lastAt) return 'old';
    const open = live.session.open.getTime();
    const isPast = own !== undefined && (tick.at ?? 0) < own.lastAt && Math.floor((traded - open) / 1000) < this.#options.days.final;
    return traded < open || isPast ? 'lost' : 'placed';
  }
}
