import { createHash } from 'node:crypto';
import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { istDay, sessionOf, type TradingSession, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import type { Logger } from 'pino';
import type { Completeness } from '../../feed/completeness.ts';
import type { CandleRange, Feed, FeedAbilities, FeedSource, OtherName } from '../../feed/port.ts';
import type { StandingPrices } from '../../feed/standing.ts';
import type { FilesFeed } from '../../files/files-feed.ts';
import type { ListedShare } from '../../instruments/share-directory.ts';
import type { Bar, Candle, CorporateAction, DayBar, Listing } from '../../market.ts';
import { secondsOf } from '../../session-seconds.ts';
import type { DaysWithLive } from '../days-with-live.ts';
import type { LiveInstrument } from '../live-instruments.ts';
import type { LivePrices } from '../live-prices.store.ts';
import type { LineListener, LineState } from '../price-line.ts';
import type { SymbolDay } from '../symbol-day.ts';
import { PossiblePrices } from '../wrong-prices/possible-prices.ts';
import { type CreateLine, CurrentLine } from './current-line.ts';
import { candlesOf, dayBarOf } from './day-figures.ts';
import { DayWriter } from './day-writer.ts';
import { FeedConnection } from './feed-connection.ts';
import { FeedDays } from './feed-days.ts';
import { FileDifferences } from './file-differences.ts';
import { Halts } from './halts.ts';
import { HistoryBackfill } from './history-backfill.ts';
import { IncomingTicks } from './incoming-ticks.ts';
import { InstrumentsOfDays } from './instruments-of-days.ts';
import { KnownUntil } from './known-until.ts';
import { Openings } from './openings.ts';
import { remarksOf } from './remarks.ts';
import { Revision } from './revision.ts';

export interface LiveFeedOptions {
  readonly source: FeedSource;
  readonly prices: Pick<LivePrices, keyof LivePrices>;
  readonly files: FilesFeed;
  /** The days that `files` reads. */
  readonly days: DaysWithLive;
  /** The instruments of an IST day, as the exchange’s files tell it now. */
  readonly instruments: (day: string) => readonly LiveInstrument[];
  /** Market time. */
  readonly now: () => Date;
  readonly line: CreateLine;
  /** How long to wait after a request of history that failed, ms. */
  readonly historyPause?: number | undefined;
  /** How fast market time runs, with a stand-in; 1 by default. Prices on their way take wall time. */
  readonly speed?: number | undefined;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Prices of a broker's feed as they come, kept second by second. What was not seen comes from the broker's history of minutes before anything
 * later counts as known. Days gone by are those of the exchange's files, which have the last word: where a file says otherwise, that is told.
 */
export class LiveFeed implements Feed {
  readonly source: FeedSource;
  readonly can: FeedAbilities = { ticking: true, quotes: false, depth: false, replay: false, options: false };
  readonly #now: () => Date;
  readonly #files: FilesFeed;
  readonly #onFile: DaysWithLive;
  readonly #instruments: InstrumentsOfDays;
  readonly #days: FeedDays;
  readonly #connection: FeedConnection;
  readonly #line: CurrentLine;
  readonly #ticks: IncomingTicks;
  readonly #halts = new Halts();
  readonly #openings: Openings;
  readonly #differences: FileDifferences;
  readonly #known: KnownUntil;
  readonly #writer: DayWriter;
  readonly #backfill: HistoryBackfill;
  readonly #revision = new Revision();
  /** The import up to which days were held against their files; null where they have to be again. */
  #comparedSince: number | null = null;
  /** Days whose file had come by the last look. */
  #seenFiles: ReadonlySet<string> = new Set();

  private constructor(options: LiveFeedOptions) {
    const { source, prices, files, days: onFile, now, log, speed = 1 } = options;
    this.source = source;
    this.#now = now;
    this.#files = files;
    this.#onFile = onFile;
    const isTrading = (): boolean => this.#isTrading();
    const revision = this.#revision;
    const halts = this.#halts;
    const instruments = new InstrumentsOfDays(files, options.instruments, istDay(now()));
    const days = new FeedDays(prices, files, instruments);
    const connection = new FeedConnection(source.name, now().getTime(), log);
    const possible = new PossiblePrices({ files, onFile, days, instruments });
    const ticks = new IncomingTicks({ connection, days, instruments, possible, isTrading, speed });
    const openings = new Openings(files);
    const differences = new FileDifferences({ prices, files, days, instruments, log });
    this.#instruments = instruments;
    this.#days = days;
    this.#connection = connection;
    this.#ticks = ticks;
    this.#openings = openings;
    this.#differences = differences;
    const line = new CurrentLine(options.line, this.#listener(), isTrading, instruments);
    this.#line = line;
    this.#known = new KnownUntil({ onFile, days, instruments, line, connection, ticks, openings, halts, differences, speed });
    this.#writer = new DayWriter({ prices, onFile, days, line, connection, revision, speed });
    const pause = options.historyPause;
    this.#backfill = new HistoryBackfill({ prices, files, onFile, days, line, connection, possible, revision, pause, log });
  }

  /** Goes on where an earlier start has come to. */
  static async open(options: LiveFeedOptions): Promise<LiveFeed> {
    const feed = new LiveFeed(options);
    const now = options.now();
    await feed.#days.restore(now);
    feed.#seenFiles = new Set(feed.#onFile.onFile());
    await feed.#compare(now);
    return feed;
  }

  #listener(): LineListener {
    return {
      ticks: (ticks) => this.#ticks.take(ticks, this.#now().getTime()),
      alive: () => {
        this.#connection.lastAlive = this.#now().getTime();
      },
      state: (state) => this.#lineState(state),
      halted: (symbols, since) => this.#halts.tell(symbols, since),
    };
  }

  #lineState(state: LineState): void {
    const now = this.#now().getTime();
    this.#connection.changed(state, now);
    if (state.kind === 'open') this.#ticks.connected(now);
  }

  #isTrading(): boolean {
    const now = this.#now();
    const session = sessionOf(istDay(now), true);
    return session !== null && now >= session.open && now < session.close;
  }

  /** The first day of which anything is known, on file or by this feed. */
  firstDay(): string | null {
    const days = [this.#files.firstDay(), this.#days.first].filter((day) => day !== null);
    return days.toSorted()[0] ?? null;
  }

  start(): void {
    this.#line.start();
  }

  async stop(): Promise<void> {
    await this.#line.stop();
    await this.#backfill.stop();
  }

  /** Sentences for whoever runs the server. */
  remarks(): string[] {
    const now = this.#now();
    return remarksOf({
      sourceName: this.source.name,
      now,
      connection: this.#connection.remark(now.getTime()),
      clocksApart: this.#ticks.apart,
      complete: this.complete(null, now),
      backfillFault: this.#backfill.fault,
      unreadable: this.#line.unreadable,
      refused: this.#ticks.refused.on(istDay(now)),
      badHistory: [...this.#backfill.badHistory],
      missing: this.#line.missing(),
      differing: this.#differences.names(),
    });
  }

  complete(symbol: string | null, now: Date): Completeness {
    return this.#known.of(symbol, now);
  }

  async refresh(): Promise<Date | null> {
    const now = this.#now();
    this.#connection.look();
    await this.#renewInstruments(now);
    await this.#days.begin(now);
    this.#backfill.count();
    await this.#writer.storeSeconds(now);
    const read = await this.#files.refresh();
    if (this.#onFile.filesSince !== this.#comparedSince) {
      this.#noteNewFiles();
      await this.#compare(now);
    }
    this.#openings.look(this.#days.open.values(), now, this.#revision);
    // The file of a day that is whole by now may have come while something of it was not known.
    if (await this.#writer.settle(now)) this.#comparedSince = null;
    // A clock that is wrong may have labelled the minutes of its history, too; after the session nobody can tell any more.
    if (!this.#ticks.skew || !this.#isTrading()) this.#backfill.start(now);
    const earliest = Math.min(read?.getTime() ?? Number.POSITIVE_INFINITY, this.#revision.take() ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(earliest) ? new Date(earliest) : null;
  }

  /** Lists that came in name today’s instruments while its session has not begun; another set of them needs another line. */
  async #renewInstruments(now: Date): Promise<void> {
    if (!this.#instruments.renew(now)) return;
    await this.#line.stop();
    if (this.#connection.isOpen) this.#lineState({ kind: 'connecting', reason: '' });
    this.#line.replace();
  }

  /** A file brings what the broker has no prices of, also of a day that this feed knows. */
  #noteNewFiles(): void {
    const came = this.#onFile.onFile().find((day) => !this.#seenFiles.has(day));
    this.#seenFiles = new Set(this.#onFile.onFile());
    const from = came === undefined ? undefined : sessionOf(came, false)?.preopen.getTime();
    if (from !== undefined) this.#revision.note(from);
  }

  async #compare(now: Date): Promise<void> {
    this.#comparedSince = this.#onFile.filesSince;
    await this.#differences.compare(now);
  }

  standing(listing: Listing, now: Date): StandingPrices | null {
    const own = this.#days.today(now)?.symbols.get(listing.symbol);
    if (!own?.day || now < own.session.open) return this.#files.standing(listing, now);
    const running = now < own.session.close;
    const at = running ? new Date(Math.min(own.lastTick, now.getTime())) : own.session.close;
    return { session: own.session, bar: this.#barOf(own, own.day), at, running };
  }

  base(symbol: string, day: string): number | null {
    for (const live of [...this.#days.open.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
      const own = live.symbols.get(symbol)?.day;
      if (!own || live.day > day) continue;
      // The exchange’s own base: it has divided it on an ex-date.
      if (live.day === day) return own.previousClose === null ? this.#files.base(symbol, day) : own.previousClose / 100;
      return this.#files.closeOn(symbol, { day: live.day, c: own.close / 100 }, day);
    }
    return this.#files.base(symbol, day);
  }

  async history(symbol: string, from: string, to: string): Promise<readonly DayBar[]> {
    const past = await this.#files.history(symbol, from, to);
    const known = new Set(past.map(({ day }) => day));
    const live = [...this.#days.open.values()].flatMap(({ day, symbols }) => {
      const own = symbols.get(symbol);
      return own?.day && day >= from && day <= to && !known.has(day) ? [this.#barOf(own, own.day)] : [];
    });
    return live.length === 0 ? past : [...past, ...live].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  }

  async minutes(listing: Listing, minutes: number, range: CandleRange): Promise<Candle[]> {
    let candles: Candle[] = [];
    const first = this.#days.first ?? range.to;
    const last = range.to < istDay(range.now) ? range.to : istDay(range.now);
    for (const day of tradingDays(range.from !== null && range.from > first ? range.from : first, last).toReversed()) {
      const own = await this.#days.symbolDay(listing.symbol, day);
      if (own) candles = [...candlesOf(own, minutes, range.now), ...candles];
      if (candles.length >= range.limit) break;
    }
    return candles.slice(-range.limit);
  }

  hasDay(day: string): boolean {
    return this.#files.hasDay(day) || [...(this.#days.open.get(day)?.symbols.values() ?? [])].some((own) => own.day !== null);
  }

  listed(day: string): readonly ListedShare[] {
    return this.#files.listed(day);
  }

  indexLot(symbol: string, day: string): number | null {
    return this.#files.indexLot(symbol, day);
  }

  untradedBecause(symbol: string, day: string): ReturnType<FilesFeed['untradedBecause']> {
    return this.#files.untradedBecause(symbol, day);
  }

  otherNames(): readonly OtherName[] {
    return this.#files.otherNames();
  }

  formerNames(): readonly OtherName[] {
    return this.#files.formerNames();
  }

  actions(symbol?: string): readonly CorporateAction[] {
    const listed = this.#files.actions(symbol);
    const contradicted = [...this.#days.open.values()].flatMap((live) =>
      (symbol === undefined ? [...live.symbols.keys()] : [symbol]).flatMap((name) => this.#openings.of(live, name)?.contradicted ?? []),
    );
    return contradicted.length === 0 ? listed : listed.filter((action) => !contradicted.includes(action));
  }

  actionsOn(symbol: string, day: string): readonly CorporateAction[] {
    const live = this.#days.open.get(day);
    return (live && this.#openings.of(live, symbol)?.actions) ?? this.#files.actionsOn(symbol, day);
  }

  untradedSince(symbol: string, day: string): string | null {
    return this.#files.untradedSince(symbol, day);
  }

  banned(symbol: string, day: string): boolean {
    return this.#files.banned(symbol, day);
  }

  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[] {
    // A day of which the feed knows something is not missing: what is not known of it has no bars until it is.
    const doubts = this.#files.doubts(symbol, day, since).filter((doubt) => doubt.cause !== 'missing_day' || !this.#days.open.has(doubt.day));
    const live = this.#days.open.get(day);
    const own = live && this.#openings.of(live, symbol)?.doubt;
    return own ? [...doubts, own] : doubts;
  }

  unexplainedSteps(symbol: string): readonly string[] {
    const opened = [...this.#days.open.values()].filter((live) => this.#openings.of(live, symbol)?.doubt).map(({ day }) => day);
    return opened.length === 0 ? this.#files.unexplainedSteps(symbol) : [...this.#files.unexplainedSteps(symbol), ...opened.toSorted()];
  }

  completedAt(session: TradingSession): Date {
    return session.end;
  }

  async bars(listing: Listing, from: Date, to: Date): Promise<Bar[]> {
    const bars: Bar[] = [];
    const { until } = this.complete(listing.symbol, this.#now());
    const last = new Date(Math.min(to.getTime(), until.getTime()));
    if (last <= from) return [];
    for (const day of tradingDays(istDay(from), istDay(last))) {
      const own = await this.#days.symbolDay(listing.symbol, day);
      if (own) {
        const open = own.session.open.getTime();
        bars.push(...own.bars(Math.floor((from.getTime() - open) / 1000), Math.floor((last.getTime() - open) / 1000)));
      } else {
        const session = sessionOf(day, listing.fno)!;
        const begin = new Date(Math.max(from.getTime(), session.open.getTime() - 1));
        bars.push(...(await this.#files.bars(listing, begin, new Date(Math.min(last.getTime(), session.end.getTime())))));
      }
    }
    return bars;
  }

  async sourceOf(listing: Listing, bar: Pick<Bar, 'start' | 'end'>): Promise<PriceSource | null> {
    const day = istDay(bar.end);
    const own = await this.#days.symbolDay(listing.symbol, day);
    if (!own) return this.#files.sourceOf(listing, bar);
    const seconds = Math.round((bar.end.getTime() - own.session.open.getTime()) / 1000);
    const sha256 = createHash('sha256').update(own.segment(seconds)).digest('hex');
    return { kind: 'segment', name: `${listing.symbol}/${day}/${seconds}`, sha256 };
  }

  async segment(listing: Listing, day: string, seconds: number, now: Date): Promise<string | null> {
    const session = sessionOf(day, listing.fno);
    if (!session || seconds < 1 || seconds > secondsOf(session)) return null;
    if (session.open.getTime() + seconds * 1000 > this.complete(listing.symbol, now).until.getTime()) return null;
    const own = await this.#days.symbolDay(listing.symbol, day);
    return own?.segment(seconds) ?? null;
  }

  #barOf({ symbol, session: { day } }: SymbolDay, figures: NonNullable<SymbolDay['day']>): DayBar {
    return dayBarOf(day, figures, figures.previousClose === null ? this.#files.base(symbol, day) : null);
  }
}
