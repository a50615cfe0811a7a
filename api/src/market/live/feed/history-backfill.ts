import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Logger } from 'pino';
import type { FilesFeed } from '../../files/files-feed.ts';
import type { DaysWithLive } from '../days-with-live.ts';
import type { LiveDay } from '../live-day.ts';
import type { LivePrices } from '../live-prices.store.ts';
import { LineFault, type Minute } from '../price-line.ts';
import type { Stretch } from '../stretches.ts';
import type { Span, SymbolDay } from '../symbol-day.ts';
import type { PossiblePrices } from '../wrong-prices/possible-prices.ts';
import type { CurrentLine } from './current-line.ts';
import type { FeedConnection } from './feed-connection.ts';
import type { FeedDays } from './feed-days.ts';
import type { Revision } from './revision.ts';

/** A minute of history is asked for so long after its end, ms. */
const HISTORY_AFTER_MS = 5_000;
/** A minute without a candle counts as one without a trade after so long, ms. */
const HISTORY_LATE_MS = 5 * 60_000;
/** After a failed request of history, ms. */
const HISTORY_PAUSE_MS = 20_000;
/**
 * Symbols that history filled count together, so often while others are still asked for, ms: with each that counts, everything since the gap is
 * judged again.
 */
const TOGETHER_MS = 15_000;

interface HistoryBackfillOptions {
  readonly prices: Pick<LivePrices, 'storeSpans'>;
  readonly files: Pick<FilesFeed, 'session'>;
  readonly onFile: Pick<DaysWithLive, 'isOnFile'>;
  readonly days: FeedDays;
  readonly line: Pick<CurrentLine, 'subscribed' | 'minutes'>;
  readonly connection: FeedConnection;
  readonly possible: PossiblePrices;
  readonly revision: Revision;
  /** How long to wait after a request of history that failed, ms. */
  readonly pause?: number | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** Stretches of one symbol that are stored and don't count yet. */
interface FilledStretches {
  readonly live: LiveDay;
  readonly own: SymbolDay;
  readonly spans: readonly Span[];
  /** The first instant of them, ms. */
  readonly from: number;
}

/**
 * Fills stretches that were missed: by the share's own volume where that did not change, by the broker's minutes, or by the day's file where the
 * broker has those no more. One symbol is asked for after another, beside everything else.
 */
export class HistoryBackfill {
  readonly #options: HistoryBackfillOptions;
  #running: Promise<void> | null = null;
  #notBefore = 0;
  #filled: FilledStretches[] = [];
  #countedAt = 0;
  #fault: string | null = null;
  /** Symbols of whose history a minute that was asked for can't be. */
  readonly #badHistory = new Set<string>();
  /** Symbols whose history came late are asked for again after this, ms. */
  readonly #askAgain = new Map<string, number>();

  constructor(options: HistoryBackfillOptions) {
    this.#options = options;
  }

  /** Why the last try came to nothing; null while none failed. */
  get fault(): string | null {
    return this.#fault;
  }

  get badHistory(): ReadonlySet<string> {
    return this.#badHistory;
  }

  async stop(): Promise<void> {
    await this.#running;
  }

  /** Asks for what was missed, unless it is being asked for, or what came does not count yet. */
  start(now: Date): void {
    if (this.#running || this.#filled.length > 0 || performance.now() < this.#notBefore) return;
    this.#running = this.#fillAll(now)
      .then(() => {
        this.#fault = null;
      })
      .catch((error: unknown) => {
        this.#fault = error instanceof LineFault ? error.message : 'The history of minutes could not be stored.';
        this.#notBefore = performance.now() + (this.#options.pause ?? HISTORY_PAUSE_MS);
        if (!(error instanceof LineFault)) this.#options.log.error({ err: error }, 'A gap in the prices could not be filled; trying again');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Lets filled stretches count, and notes the instant from which they do: what comes later must not be judged before them. */
  count(): void {
    if (this.#filled.length === 0 || (this.#running && performance.now() - this.#countedAt < TOGETHER_MS)) return;
    for (const { live, own, spans, from } of this.#filled) {
      own.addSpans(spans);
      live.changed(own.symbol);
      this.#options.revision.note(from);
    }
    this.#filled = [];
    this.#countedAt = performance.now();
  }

  async #fillAll(now: Date): Promise<void> {
    const { days, line, connection } = this.#options;
    for (const live of [...days.open.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
      const open = live.session.open.getTime();
      const ready = Math.floor((now.getTime() - HISTORY_AFTER_MS - open) / 60_000) * 60;
      if (ready <= 0) continue;
      const isToday = live.day === istDay(now);
      // Prices after the latest second of a whole connection are on their way; prices from before that connection are not.
      const { wholeSince } = connection;
      const whole = wholeSince === null ? Number.POSITIVE_INFINITY : Math.max(live.edge, Math.ceil((wholeSince - open) / 1000));
      const before = isToday ? Math.min(whole, ready) : ready;
      for (const symbol of line.subscribed()) {
        if ((this.#askAgain.get(symbol) ?? 0) > now.getTime()) continue;
        const missed = live.gaps(symbol, before);
        if (missed.length > 0) await this.#fillSymbol(live, symbol, missed, now);
      }
    }
  }

  async #fillSymbol(live: LiveDay, symbol: string, missed: readonly Stretch[], now: Date): Promise<void> {
    const own = live.symbol(symbol, true);
    const start = live.cover.at(-1)?.from;
    const last = missed.at(-1)!;
    const quiet = own.quiet && last.to === start ? [{ from: last.from, seconds: last.to - last.from, prices: null, volume: 0 }] : [];
    const asked = quiet.length > 0 ? missed.slice(0, -1) : missed;
    this.#badHistory.delete(symbol);
    const spans: Span[] = [...quiet];
    const minutes = asked.length > 0 ? await this.#minutes(live, symbol, asked, now) : null;
    for (const stretch of asked) {
      const found = this.#spansOf(live, own, stretch, minutes, now);
      spans.push(...found);
      // A stretch that history lacks keeps everything after it incomplete.
      if (found.reduce((seconds, span) => seconds + span.seconds, 0) < stretch.to - stretch.from) {
        this.#askAgain.set(symbol, now.getTime() + HISTORY_AFTER_MS);
        break;
      }
    }
    if (spans.length === 0) return;
    await this.#options.prices.storeSpans(live.day, symbol, spans);
    this.#filled.push({ live, own, spans, from: live.session.open.getTime() + missed[0]!.from * 1000 });
  }

  /**
   * Minutes from the first stretch to the last, in one request whatever lies between; null where the broker’s history can’t be had any more and the
   * day’s file is there in its place.
   */
  async #minutes(live: LiveDay, symbol: string, asked: readonly Stretch[], now: Date): Promise<readonly Minute[] | null> {
    const { onFile, files, line, possible } = this.#options;
    const open = live.session.open.getTime();
    const last = Math.ceil(asked.at(-1)!.to / 60);
    const over = Math.floor((now.getTime() - HISTORY_AFTER_MS - open) / 60_000);
    const ready = Math.max(last, Math.min(over, Math.ceil(live.length(symbol) / 60)));
    const from = new Date(open + Math.floor(asked[0]!.from / 60) * 60_000);
    const hasFile = (): boolean => onFile.isOnFile(live.day) && files.session(symbol, live.day) !== null;
    try {
      const minutes = await line.minutes(symbol, from, new Date(open + ready * 60_000));
      const hasBad = minutes.some((minute) => !possible.canBeMinute(live, symbol, minute)) || saysNothing(live, symbol, asked, minutes);
      return hasBad && hasFile() ? null : minutes;
    } catch (error) {
      if (hasFile()) return null;
      throw error;
    }
  }

  /**
   * The parts of a stretch by minutes, as far as history has them; without them by the day’s file. A minute that history leaves out had no trade
   * only if it has a later one, or is long over: history may be late.
   */
  #spansOf(live: LiveDay, own: SymbolDay, stretch: Stretch, minutes: readonly Minute[] | null, now: Date): Span[] {
    const { files, possible } = this.#options;
    if (!minutes) return [own.spanOfFile(stretch, files.session(own.symbol, live.day)!)];
    const open = live.session.open.getTime();
    const byStart = new Map(minutes.map((minute) => [minute.start, minute]));
    const latest = minutes.at(-1)?.start ?? 0;
    if (saysNothing(live, own.symbol, [stretch], minutes)) return [];
    const spans: Span[] = [];
    for (let minute = Math.floor(stretch.from / 60); minute < Math.ceil(stretch.to / 60); minute++) {
      const start = open + minute * 60_000;
      const found = byStart.get(start) ?? null;
      if (!found && latest < start && now.getTime() - start < HISTORY_LATE_MS) break;
      // A candle that can't be says nothing, not even that nothing traded.
      if (found && !possible.canBeMinute(live, own.symbol, found)) {
        this.#badHistory.add(own.symbol);
        break;
      }
      spans.push(own.spanOf({ from: Math.max(stretch.from, minute * 60), to: Math.min(stretch.to, (minute + 1) * 60) }, found));
    }
    return spans;
  }
}

/** An answer without a minute does not say that nothing traded where something came in that was refused. */
function saysNothing(live: LiveDay, symbol: string, asked: readonly Stretch[], minutes: readonly Minute[]): boolean {
  const holes = live.symbols.get(symbol)?.holes ?? [];
  return minutes.length === 0 && asked.some(({ from, to }) => holes.some((hole) => hole.from < to && hole.to > from));
}
