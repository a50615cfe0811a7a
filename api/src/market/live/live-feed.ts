import { createHash } from 'node:crypto';
import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { addDays, istDay, istTime, previousTradingDay, sessionOf, type TradingSession, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Completeness } from '../feed/completeness.ts';
import type { CandleRange, Feed, FeedAbilities, FeedSource, OtherName } from '../feed/port.ts';
import type { StandingPrices } from '../feed/standing.ts';
import { completeOfDays } from '../files/files-completeness.ts';
import type { FilesFeed, OpeningFacts } from '../files/files-feed.ts';
import type { ListedShare, ShareDirectory } from '../instruments/share-directory.ts';
import type { Bar, Candle, CorporateAction, DayBar, Listing } from '../market.ts';
import type { DaysWithLive } from './days-with-live.ts';
import { FewWords } from './few-words.ts';
import { LiveDay } from './live-day.ts';
import type { LiveInstrument } from './live-instruments.ts';
import type { Difference, LivePrices } from './live-prices.store.ts';
import { LineFault, type LineInstrument, type LineListener, type LineState, type Minute, type PriceLine, type Tick } from './price-line.ts';
import type { Stretch } from './stretches.ts';
import type { Span, SymbolDay } from './symbol-day.ts';
import { ClockSkew } from './wrong-prices/clock-skew.ts';
import { daySoFarOf, isCandle, mayFollow, PriceBounds } from './wrong-prices/price-bounds.ts';

/** A second counts as final so long after it is over, ms: what was sent in it has arrived by then. */
const LAG_MS = 3_000;
/** After a connection is open, its symbols are subscribed to within this time, ms. Until then nothing counts as seen. */
const SETTLE_MS = 2_000;
/** By so much what is known may be behind the clock before market time goes on without it, ms; less than in `LiveMarket.reached`. */
const BEHIND_MS = 10_000;
/** Prices are stale when nothing, not even a heartbeat, came for so long, ms. */
const STALE_MS = 15_000;
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
/** A share that traded so many times before, and not for so long while others trade, is taken for halted, ms. */
const HALT_MS = 10 * 60_000;
const HALT_TRADES = 30;
const OTHERS_TRADE_MS = 60_000;
/** A gap that is not filled after so long is told to whoever runs the server, ms. */
const TELL_GAP_MS = 5 * 60_000;
/** Days gone by that are held against their files when those come. */
const COMPARED_DAYS = 10;
/** Sessions of one symbol that are kept in memory after they were read: about 90 kB each. */
const KEPT_SESSIONS = 200;
/** Days whose instruments are kept in memory. */
const KEPT_DAYS = 15;

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
  /** A line for these instruments. Where their lists change, another takes its place before the next session. */
  readonly line: (listener: LineListener, trading: () => boolean, instruments: readonly LineInstrument[]) => PriceLine;
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
  readonly #options: LiveFeedOptions;
  readonly #prices: LiveFeedOptions['prices'];
  readonly #files: FilesFeed;
  /** Today’s instruments, which a list that comes in the session does not change. */
  #today: { readonly day: string; readonly bySymbol: Instruments } = { day: '', bySymbol: new Map() };
  /** Instruments of days gone by, by what the lists of `#directory` say. */
  readonly #instruments = new LRUCache<string, Instruments>({ max: KEPT_DAYS });
  #directory: ShareDirectory | null = null;
  #line: PriceLine;
  #isStarted = false;
  readonly #skew: ClockSkew;
  /** A connection that ends with each message must not fill the log. */
  readonly #lost: FewWords;
  readonly #opened: FewWords;
  readonly #speed: number;
  /** Days that are not whole, and today. */
  readonly #days = new Map<string, LiveDay>();
  readonly #past = new LRUCache<string, { readonly own: SymbolDay | null }>({ max: KEPT_SESSIONS });
  #first: string | null = null;
  #whole = new Set<string>();
  #state: LineState = { kind: 'connecting', reason: '' };
  /** The connection has been whole since, ms; null while it is not. */
  #wholeSince: number | null = null;
  #lastAlive = 0;
  #lostSince: number;
  /** Seconds of today before this one are final and stored. */
  #final = 0;
  #healing: Promise<void> | null = null;
  #healNotBefore = 0;
  /** Stretches that are stored and don’t count yet. */
  #filled: { readonly live: LiveDay; readonly own: SymbolDay; readonly spans: readonly Span[]; readonly from: number }[] = [];
  #countedAt = 0;
  #healFault: string | null = null;
  /** Symbols of whose history a minute that was asked for can’t be. */
  readonly #badHistory = new Set<string>();
  /** Symbols whose history came late are asked for again after this, ms. */
  readonly #askAgain = new Map<string, number>();
  #revisedFrom: number | null = null;
  #differences: readonly (Difference & { readonly foundAt: Date })[] = [];
  #comparedSince: number | null = null;
  #cameBefore: ReadonlySet<string> = new Set();
  #isSkewed = false;
  #skewSince = 0;
  /** The instant up to which prices were known before the first wrong time, ms. */
  #skewFrom = 0;
  /** Refused prices of a day by symbol: of a wrong time, or such as can't be. */
  #refused: { readonly day: string; readonly bySymbol: Map<string, number> } = { day: '', bySymbol: new Map() };
  /** Closes before today by our own record, as long as files and day stay as they are. */
  #bases: { readonly of: string; readonly bySymbol: Map<string, number | null> } = { of: '', bySymbol: new Map() };
  #halts = new Map<string, number>();
  /** Answers of opens about actions of days that are not on file, by `SYMBOL day`, as long as the files stay as `#openedBy` has them. */
  readonly #openings = new Map<string, { readonly open: number; readonly opening: OpeningFacts }>();
  #openedBy: ShareDirectory | null = null;
  /** The same keys: where prices wait for a doubt, and where an open made actions take effect. */
  readonly #held = new Set<string>();
  readonly #tookEffect = new Set<string>();

  private constructor(options: LiveFeedOptions) {
    this.source = options.source;
    this.#options = options;
    this.#prices = options.prices;
    this.#files = options.files;
    this.#speed = options.speed ?? 1;
    this.#skew = new ClockSkew(this.#speed);
    this.#lost = new FewWords((words) => options.log.warn(words));
    this.#opened = new FewWords((words) => options.log.info(words));
    this.#lostSince = options.now().getTime();
    this.#readInstruments(istDay(options.now()));
    this.#line = this.#createLine();
  }

  #createLine(): PriceLine {
    const { now, line: create } = this.#options;
    const isCurrent = (): boolean => this.#line === line;
    const listener: LineListener = {
      ticks: (ticks) => this.#ticks(ticks),
      alive: () => {
        this.#lastAlive = now().getTime();
      },
      // The one before says that it stopped.
      state: (state) => isCurrent() && this.#lineState(state),
      halted: (symbols, since) => {
        for (const symbol of symbols)
          if (since === null) this.#halts.delete(symbol);
          else this.#halts.set(symbol, since);
      },
    };
    const line: PriceLine = create(listener, () => this.#trading(), [...this.#today.bySymbol.values()]);
    return line;
  }

  /** Lists that came in name today’s instruments while its session has not begun; another set of them needs another line. */
  async #renewInstruments(now: Date): Promise<void> {
    const today = istDay(now);
    const session = sessionOf(today, true);
    if (this.#today.day === today && (this.#directory === this.#files.directory || (session && now >= session.open))) return;
    const before = this.#today.bySymbol;
    this.#readInstruments(today);
    if (isSame(before, this.#today.bySymbol)) return;
    await this.#line.stop();
    if (this.#state.kind === 'open') this.#lineState({ kind: 'connecting', reason: '' });
    this.#line = this.#createLine();
    if (this.#isStarted) this.#line.start();
  }

  #readInstruments(today: string): void {
    this.#directory = this.#files.directory;
    this.#instruments.clear();
    this.#today = { day: today, bySymbol: bySymbol(this.#options.instruments(today)) };
  }

  #instrumentsOn(day: string): Instruments {
    if (day === this.#today.day) return this.#today.bySymbol;
    let own = this.#instruments.get(day);
    if (!own) {
      own = bySymbol(this.#options.instruments(day));
      this.#instruments.set(day, own);
    }
    return own;
  }

  #isFno(symbol: string, day: string): boolean {
    return this.#instrumentsOn(day).get(symbol)?.fno ?? false;
  }

  /** Goes on where an earlier start has come to. */
  static async open(options: LiveFeedOptions): Promise<LiveFeed> {
    const feed = new LiveFeed(options);
    await feed.#restore();
    return feed;
  }

  /** The first day of which anything is known, on file or by this feed. */
  firstDay(): string | null {
    const days = [this.#files.firstDay(), this.#first].filter((day) => day !== null);
    return days.toSorted()[0] ?? null;
  }

  start(): void {
    this.#isStarted = true;
    this.#line.start();
  }

  async stop(): Promise<void> {
    await this.#line.stop();
    await this.#healing;
  }

  /** Sentences for whoever runs the server. */
  remarks(): string[] {
    const now = this.#options.now();
    const { kind, reason } = this.#state;
    const remarks: string[] = [];
    if (kind === 'refused') remarks.push(`${reason} No prices come in until there is a new one: see docs/operating.md, “Prices of a broker”.`);
    else if (kind !== 'open' && now.getTime() - this.#lostSince > 60_000) remarks.push(`The connection to ${this.source.name} is down: ${reason}`);
    if (this.#skew.apart !== null)
      remarks.push(`The clocks of ${this.source.name} and of this server are ${Math.round(Math.abs(this.#skew.apart) / 100) / 10} seconds apart.`);
    const { until, because } = this.complete(null, now);
    if (because === 'gap' && now.getTime() - until.getTime() > TELL_GAP_MS)
      remarks.push(`Prices from ${istTime(until)} of ${istDay(until)} on are missing${this.#healFault ? `: ${this.#healFault}` : ' and are being asked for.'}`);
    const unreadable = this.#line.unreadable?.() ?? 0;
    if (unreadable > 0) remarks.push(`${unreadable} of today’s messages of ${this.source.name} could not be read: look for a change of its documentation.`);
    const refused = this.#refused.day === istDay(now) ? this.#refused.bySymbol : new Map<string, number>();
    if (refused.size > 0) {
      const count = [...refused.values()].reduce((sum, each) => sum + each, 0);
      remarks.push(
        `${count} of today’s prices of ${this.source.name} can’t be, by their time or their height, and count for nothing: ${listed([...refused.keys()])}.`,
      );
    }
    if (this.#badHistory.size > 0)
      remarks.push(`The history of ${this.source.name} has minutes that can’t be, and that fill nothing, of ${listed([...this.#badHistory])}.`);
    const missing = this.#missing();
    if (missing.length > 0) remarks.push(`${this.source.name} has no prices of ${listed(missing)}.`);
    const differing = [...new Set(this.#differences.map(({ symbol, day }) => `${symbol} on ${day}`))];
    if (differing.length > 0) remarks.push(`The exchange’s file says otherwise than the prices that calls were judged by: ${listed(differing)}.`);
    return remarks;
  }

  complete(symbol: string | null, now: Date): Completeness {
    if (symbol !== null && !this.#isOnLine(symbol)) return this.#completeByFiles(now);
    const own = symbol;
    for (const day of this.#openDays(now)) {
      const session = sessionOf(day, own === null || this.#isFno(own, day))!;
      if (now < session.open) break;
      const live = this.#days.get(day);
      if (!live) return { until: session.open, because: 'late_file', since: session.open };
      if (own !== null && this.#isHeld(live, own, now)) return { until: session.open, because: 'doubt', since: session.open };
      const known = own === null ? this.#leastKnown(live) : live.knownUntil(own);
      const length = own === null ? secondsOf(session) : live.length(own);
      if (known >= length) continue;
      return this.#incomplete(live, own, known, now);
    }
    return { until: now, ...this.#correction(own) };
  }

  async refresh(): Promise<Date | null> {
    const now = this.#options.now();
    for (const words of [this.#lost, this.#opened]) words.look();
    await this.#renewInstruments(now);
    await this.#beginDay(now);
    this.#countFilled();
    await this.#flush(now);
    const read = await this.#files.refresh();
    if (this.#options.days.filesSince !== this.#comparedSince) {
      this.#filesCame();
      await this.#compare(now);
    }
    this.#lookAtOpenings(now);
    await this.#settle(now);
    this.#heal(now);
    const healed = this.#revisedFrom;
    this.#revisedFrom = null;
    const earliest = Math.min(read?.getTime() ?? Number.POSITIVE_INFINITY, healed ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(earliest) ? new Date(earliest) : null;
  }

  standing(listing: Listing, now: Date): StandingPrices | null {
    const day = istDay(now);
    const own = this.#days.get(day)?.symbols.get(listing.symbol);
    if (!own?.day || now < own.session.open) return this.#files.standing(listing, now);
    const running = now < own.session.close;
    return { session: own.session, bar: this.#barOf(own, own.day), at: running ? new Date(Math.min(own.lastTick, now.getTime())) : own.session.close, running };
  }

  base(symbol: string, day: string): number | null {
    for (const live of [...this.#days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
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
    const live = [...this.#days.values()].flatMap(({ day, symbols }) => {
      const own = symbols.get(symbol);
      return own?.day && day >= from && day <= to && !known.has(day) ? [this.#barOf(own, own.day)] : [];
    });
    return live.length === 0 ? past : [...past, ...live].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  }

  async minutes(listing: Listing, minutes: number, range: CandleRange): Promise<Candle[]> {
    let candles: Candle[] = [];
    const first = this.#first ?? range.to;
    const last = range.to < istDay(range.now) ? range.to : istDay(range.now);
    for (const day of tradingDays(range.from !== null && range.from > first ? range.from : first, last).toReversed()) {
      const own = await this.#symbolDay(listing.symbol, day);
      if (own) candles = [...candlesOf(own, minutes, range.now), ...candles];
      if (candles.length >= range.limit) break;
    }
    return candles.slice(-range.limit);
  }

  hasDay(day: string): boolean {
    return this.#files.hasDay(day) || [...(this.#days.get(day)?.symbols.values() ?? [])].some((own) => own.day !== null);
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

  actions(symbol?: string): readonly CorporateAction[] {
    const listed = this.#files.actions(symbol);
    const contradicted = [...this.#days.values()].flatMap((live) =>
      (symbol === undefined ? [...live.symbols.keys()] : [symbol]).flatMap((name) => this.#opening(live, name)?.contradicted ?? []),
    );
    return contradicted.length === 0 ? listed : listed.filter((action) => !contradicted.includes(action));
  }

  actionsOn(symbol: string, day: string): readonly CorporateAction[] {
    const live = this.#days.get(day);
    return (live && this.#opening(live, symbol)?.actions) ?? this.#files.actionsOn(symbol, day);
  }

  untradedSince(symbol: string, day: string): string | null {
    return this.#files.untradedSince(symbol, day);
  }

  banned(symbol: string, day: string): boolean {
    return this.#files.banned(symbol, day);
  }

  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[] {
    // A day of which the feed knows something is not missing: what is not known of it has no bars until it is.
    const doubts = this.#files.doubts(symbol, day, since).filter((doubt) => doubt.cause !== 'missing_day' || !this.#days.has(doubt.day));
    const live = this.#days.get(day);
    const own = live && this.#opening(live, symbol)?.doubt;
    return own ? [...doubts, own] : doubts;
  }

  unexplainedSteps(symbol: string): readonly string[] {
    const opened = [...this.#days.values()].filter((live) => this.#opening(live, symbol)?.doubt).map(({ day }) => day);
    return opened.length === 0 ? this.#files.unexplainedSteps(symbol) : [...this.#files.unexplainedSteps(symbol), ...opened.toSorted()];
  }

  /** Answer of a symbol's open about a day's actions; null before it, and where the files tell of the day. */
  #opening(live: LiveDay, symbol: string): OpeningFacts | null {
    if (this.#files.hasDay(live.day)) return null;
    const open = live.symbols.get(symbol)?.open ?? null;
    if (open === null) return null;
    if (this.#openedBy !== this.#files.directory) this.#openings.clear();
    this.#openedBy = this.#files.directory;
    const key = `${symbol} ${live.day}`;
    const known = this.#openings.get(key);
    if (known?.open === open) return known.opening;
    const opening = this.#files.opening(symbol, live.day, open / 100);
    this.#openings.set(key, { open, opening });
    return opening;
  }

  /** Until a day in doubt is over, and calls on it freeze with both numbers, none of its seconds judges. */
  #isHeld(live: LiveDay, symbol: string, now: Date): boolean {
    return Boolean(this.#opening(live, symbol)?.doubt) && !(now >= live.session.end && live.isWhole(symbol));
  }

  /** Tells of days from their pre-open on where an open made an action take effect, and where a doubt is over. */
  #lookAtOpenings(now: Date): void {
    for (const live of this.#days.values()) {
      for (const symbol of live.symbols.keys()) {
        const key = `${symbol} ${live.day}`;
        const isHeld = this.#isHeld(live, symbol, now);
        const takesEffect = (this.#opening(live, symbol)?.actions.length ?? 0) > 0;
        const isNew = (takesEffect && !this.#tookEffect.has(key)) || (!isHeld && this.#held.has(key));
        if (isHeld) this.#held.add(key);
        else this.#held.delete(key);
        if (takesEffect) this.#tookEffect.add(key);
        if (isNew) this.#revisedFrom = Math.min(this.#revisedFrom ?? Number.POSITIVE_INFINITY, live.session.preopen.getTime());
      }
    }
  }

  completedAt(session: TradingSession): Date {
    return session.end;
  }

  async bars(listing: Listing, from: Date, to: Date): Promise<Bar[]> {
    const bars: Bar[] = [];
    const { until } = this.complete(listing.symbol, this.#options.now());
    const last = new Date(Math.min(to.getTime(), until.getTime()));
    if (last <= from) return [];
    for (const day of tradingDays(istDay(from), istDay(last))) {
      const own = await this.#symbolDay(listing.symbol, day);
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
    const own = await this.#symbolDay(listing.symbol, day);
    if (!own) return this.#files.sourceOf(listing, bar);
    const seconds = Math.round((bar.end.getTime() - own.session.open.getTime()) / 1000);
    return { kind: 'segment', name: `${listing.symbol}/${day}/${seconds}`, sha256: createHash('sha256').update(own.segment(seconds)).digest('hex') };
  }

  async segment(listing: Listing, day: string, seconds: number, now: Date): Promise<string | null> {
    const session = sessionOf(day, listing.fno);
    if (!session || seconds < 1 || seconds > secondsOf(session)) return null;
    if (session.open.getTime() + seconds * 1000 > this.complete(listing.symbol, now).until.getTime()) return null;
    const own = await this.#symbolDay(listing.symbol, day);
    return own?.segment(seconds) ?? null;
  }

  /** A day of a symbol as this feed saw it: from memory, or read again; null where it saw none. */
  async #symbolDay(symbol: string, day: string): Promise<SymbolDay | null> {
    const open = this.#days.get(day);
    if (open) return open.symbols.get(symbol) ?? null;
    if (!this.#whole.has(day)) return null;
    const key = `${symbol} ${day}`;
    const kept = this.#past.get(key);
    if (kept) return kept.own;
    const live = new LiveDay(day, (name) => this.#isFno(name, day));
    await this.#load(live, symbol);
    const own = live.symbols.get(symbol) ?? null;
    this.#past.set(key, { own });
    return own;
  }

  /** Trading days that may have something missing, from the first day of the feed on. */
  #openDays(now: Date): string[] {
    const today = istDay(now);
    if (this.#first === null) return this.#days.has(today) ? [today] : [];
    return tradingDays(this.#first, today).filter((day) => !this.#whole.has(day) && (this.#days.has(day) || !this.#files.hasDay(day)));
  }

  #leastKnown(live: LiveDay): number {
    const symbols = this.#subscribed();
    let least = Number.POSITIVE_INFINITY;
    // Some instruments of which no price can be taken don't hold up the others.
    const held = symbols.filter((symbol) => live.isHeldByHoles(symbol));
    const isMost = held.length * 2 > symbols.length;
    for (const symbol of symbols) {
      if (!isMost && held.includes(symbol)) continue;
      const known = live.knownUntil(symbol);
      // A market that closes earlier is complete earlier.
      least = Math.min(least, known >= live.length(symbol) ? Number.POSITIVE_INFINITY : known);
    }
    return symbols.length === 0 ? live.edge : Math.min(least, Number.isFinite(least) ? least : secondsOf(live.session));
  }

  /** Symbols that the line has prices of. Until its list is loaded, all are expected. */
  #subscribed(): readonly string[] {
    const names = this.#line.symbols();
    const all = [...this.#today.bySymbol.keys()];
    return names.size === 0 ? all : all.filter((symbol) => names.has(symbol));
  }

  #isOnLine(symbol: string): boolean {
    const names = this.#line.symbols();
    return this.#today.bySymbol.has(symbol) && (names.size === 0 || names.has(symbol));
  }

  /** Symbols without prices at the broker. Only the exchange's files tell theirs. */
  #completeByFiles(now: Date): Completeness {
    const days = this.#options.days.onFile().map((day) => ({ day }));
    return completeOfDays(days, (day) => this.#options.days.isOnFile(day), now);
  }

  #missing(): string[] {
    const names = this.#line.symbols();
    return names.size === 0 ? [] : [...this.#today.bySymbol.keys()].filter((symbol) => !names.has(symbol));
  }

  #incomplete(live: LiveDay, symbol: string | null, known: number, now: Date): Completeness {
    const until = new Date(live.session.open.getTime() + known * 1000);
    // A connection that is whole again after the last second that is known leaves a gap before it.
    const isAgain = this.#wholeSince !== null && this.#wholeSince > until.getTime() + 1000;
    const isToday = live.day === istDay(now);
    if (isToday && this.#isSkewed && until.getTime() >= this.#skewFrom) return { until, because: 'clock_skew', since: new Date(this.#skewSince) };
    const isEdge = isToday && known >= live.edge && !isAgain;
    if (!isEdge) return { until, because: 'gap', since: until };
    if (now.getTime() - until.getTime() > STALE_MS * this.#speed) return { until, because: 'stale', since: until };
    const halted = symbol === null ? null : this.#haltedSince(symbol, now);
    return halted === null ? { until, ...this.#correction(symbol) } : { until, because: 'halt', since: new Date(halted) };
  }

  #correction(symbol: string | null): Pick<Completeness, 'because' | 'since'> {
    const own = this.#differences.find((difference) => symbol === null || difference.symbol === symbol);
    return own ? { because: 'correction', since: own.foundAt } : { because: null, since: null };
  }

  #haltedSince(symbol: string, now: Date): number | null {
    const told = this.#halts.get(symbol);
    if (told !== undefined) return told;
    const live = this.#days.get(istDay(now));
    const own = live?.symbols.get(symbol);
    if (!live || !own || now < own.session.open || now >= own.session.close) return null;
    if (own.traded.times < HALT_TRADES || now.getTime() - own.traded.last < HALT_MS) return null;
    const others = [...live.symbols.values()].filter(({ traded }) => traded.times > 0);
    const trading = others.filter(({ traded }) => now.getTime() - traded.last < OTHERS_TRADE_MS);
    return trading.length * 2 >= others.length ? own.traded.last : null;
  }

  #trading(): boolean {
    const now = this.#options.now();
    const session = sessionOf(istDay(now), true);
    return session !== null && now >= session.open && now < session.close;
  }

  #lineState(state: LineState): void {
    const now = this.#options.now().getTime();
    const { kind, reason } = state;
    if (kind !== this.#state.kind || reason !== this.#state.reason) {
      const words = `${this.source.name}: ${kind}${reason ? `, ${reason}` : ''}`;
      if (kind === 'lost' || kind === 'refused') this.#lost.say(words);
      else if (kind === 'open') this.#opened.say(words);
    }
    if (this.#state.kind === 'open' && kind !== 'open') this.#lostSince = now;
    this.#state = state;
    if (kind === 'open') {
      this.#skew.connected();
      this.#lastAlive = now;
      this.#wholeAgain(now);
    } else this.#wholeSince = null;
  }

  #wholeAgain(now: number): void {
    this.#wholeSince = now + SETTLE_MS * this.#speed;
    const live = this.#days.get(istDay(new Date(now)));
    if (live && now > live.session.open.getTime()) for (const own of live.symbols.values()) own.gapEnded();
  }

  #ticks(ticks: readonly Tick[]): void {
    const now = this.#options.now().getTime();
    const live = this.#days.get(istDay(new Date(now)));
    const wrong = this.#skew.wrongIn(ticks, { now, isTrading: this.#trading(), placeOf: (tick) => this.#placeOf(live, tick) });
    const isDoubted = live !== undefined && this.#trading();
    if (isDoubted) for (const symbol of wrong) if (this.#today.bySymbol.has(symbol)) this.#refuse(live, symbol, this.#final);
    if (this.#skew.apart !== null) {
      if (!this.#isSkewed) {
        const doubted = [...(live?.symbols.values() ?? [])].flatMap(({ doubtedFrom }) => doubtedFrom ?? []);
        this.#skewFrom = Math.min(now, (live?.session.open.getTime() ?? 0) + Math.min(this.#final, ...doubted) * 1000);
        this.#skewSince = now;
      }
      this.#isSkewed = true;
      this.#wholeSince = null;
      return;
    }
    if (this.#isSkewed) {
      this.#isSkewed = false;
      if (this.#state.kind === 'open') this.#wholeAgain(now);
    }
    if (!live) return;
    const open = live.session.open.getTime();
    // Whoever was connected before the open has seen all that traded since.
    const afterGap = this.#wholeSince === null || this.#wholeSince > open;
    for (const tick of ticks) {
      // A message that moves only orders tells the last price again, which may be of a day before.
      const traded = tick.tradedAt ?? tick.at ?? now;
      if (!this.#today.bySymbol.has(tick.symbol) || wrong.has(tick.symbol) || now < open || this.#skew.isAhead(tick, now)) continue;
      if (traded < open) continue;
      const second = Math.floor((Math.min(traded, now) - open) / 1000);
      const own = live.symbol(tick.symbol, afterGap);
      const checked = this.#checked(live, own, tick);
      if (!checked) {
        this.#refuse(live, tick.symbol, second);
        continue;
      }
      if (own.doubtEnded(Math.max(second, this.#final))) live.changed(tick.symbol);
      own.note(checked, second, now, this.#final);
    }
  }

  /** A price that comes again, or out of order behind a newer one, tells nothing; one of before the open, or of a second that is known, is lost. */
  #placeOf(live: LiveDay | undefined, tick: Tick): 'old' | 'lost' | 'placed' {
    const traded = tick.tradedAt ?? tick.at ?? 0;
    const own = live?.symbols.get(tick.symbol);
    if (!live) return 'placed';
    if (own?.day && tick.volume !== null && tick.volume <= own.day.volume && traded <= own.lastAt) return 'old';
    const open = live.session.open.getTime();
    const isPast = own !== undefined && (tick.at ?? 0) < own.lastAt && Math.floor((traded - open) / 1000) < this.#final;
    return traded < open || isPast ? 'lost' : 'placed';
  }

  /** A symbol's message was no price: from that second on nobody knows what stands. */
  #refuse(live: LiveDay, symbol: string, second: number): void {
    const own = live.symbol(symbol, true);
    own.doubt(second, this.#final);
    live.changed(symbol);
    if (this.#refused.day !== live.day) this.#refused = { day: live.day, bySymbol: new Map() };
    this.#refused.bySymbol.set(symbol, (this.#refused.bySymbol.get(symbol) ?? 0) + 1);
  }

  /** A tick with what of it can be; null where its price can't. */
  #checked(live: LiveDay, own: SymbolDay, tick: Tick): Tick | null {
    const day = daySoFarOf(tick);
    const told = own.day?.previousClose == null ? tick.previousClose : own.day.previousClose / 100;
    const prices = day ? [tick.price, day.open, day.high, day.low] : [tick.price];
    if (tick.garbled || !this.#canBe(live, own, told, day?.open ?? tick.price, prices)) return null;
    const previousClose = tick.previousClose !== null && mayFollow(tick.previousClose, tick.price) ? tick.previousClose : null;
    return { ...tick, day, previousClose };
  }

  /** Whether prices can be those of a symbol's day. `first` would open it: an open beyond the band is that of a share that may have been split. */
  #canBe(live: LiveDay, own: SymbolDay, told: number | null, first: number, prices: readonly number[]): boolean {
    const { symbol } = own;
    const { fno = false, band } = this.#instrumentsOn(live.day).get(symbol) ?? {};
    const base = this.#baseOf(symbol, live.day);
    const open = own.open === null ? null : own.open / 100;
    const bounds = new PriceBounds({ fno, band, base, told, open });
    if (prices.every((price) => bounds.holds(price))) return true;
    if (open !== null || base === null || !mayFollow(first, base)) return false;
    const opening = this.#files.opening(symbol, live.day, first);
    if (!opening.doubt && opening.actions.length === 0) return false;
    const opened = new PriceBounds({ fno, band, base, told, open: first });
    return prices.every((price) => opened.holds(price));
  }

  /** The close before a day, by its files or by the feed's own day. */
  #baseOf(symbol: string, day: string): number | null {
    const of = `${day} ${this.#options.days.filesSince} ${this.#days.size} ${this.#whole.size}`;
    if (this.#bases.of !== of) this.#bases = { of, bySymbol: new Map() };
    let base = this.#bases.bySymbol.get(symbol);
    if (base === undefined) {
      const before = [...this.#days.values()].filter((live) => live.day < day && live.symbols.get(symbol)?.day).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
      const own = before?.symbols.get(symbol)?.day;
      base = before && own ? this.#files.closeOn(symbol, { day: before.day, c: own.close / 100 }, day) : this.#files.base(symbol, day);
      this.#bases.bySymbol.set(symbol, base);
    }
    return base;
  }

  async #restore(): Promise<void> {
    const now = this.#options.now();
    const today = istDay(now);
    const { first, whole } = await this.#prices.record();
    this.#first = first;
    this.#whole = whole;
    for (const day of first === null ? [] : tradingDays(first, today)) if (!whole.has(day) && !this.#files.hasDay(day)) await this.#loadDay(day);
    await this.#beginDay(now);
    this.#cameBefore = new Set(this.#options.days.onFile());
    await this.#compare(now);
    this.#differences = await this.#recentDifferences(now);
  }

  async #beginDay(now: Date): Promise<void> {
    const today = istDay(now);
    if (this.#days.has(today) || !sessionOf(today, true) || this.#whole.has(today)) return;
    this.#final = 0;
    await this.#loadDay(today);
    if (this.#first === null) this.#first = today;
  }

  async #loadDay(day: string): Promise<void> {
    const live = new LiveDay(day, (symbol) => this.#isFno(symbol, day));
    await this.#load(live, null);
    for (const { symbol, ...so } of (await this.#prices.days(day, day)).get(day) ?? []) {
      const own = live.symbol(symbol, true);
      own.day ??= so;
      own.widenDay();
    }
    if (day === istDay(this.#options.now())) this.#final = live.edge;
    live.storedMinutes = 0;
    this.#days.set(day, live);
  }

  async #load(live: LiveDay, symbol: string | null): Promise<void> {
    for (const stretch of await this.#prices.cover(live.day)) live.addCover(stretch);
    for (const [name, { seconds, volumes }] of await this.#prices.seconds(live.day, symbol)) {
      const own = live.symbol(name, true);
      own.restore(seconds);
      for (const [minute, volume] of volumes) own.restoreVolume(minute, volume);
    }
    for (const hole of await this.#prices.holes(live.day)) if (symbol === null || hole.symbol === symbol) live.symbol(hole.symbol, true).restoreHole(hole);
    for (const [name, spans] of await this.#prices.spans(live.day, symbol)) live.symbol(name, true).addSpans(spans);
  }

  /** Stores what came in, and only then lets it count. */
  async #flush(now: Date): Promise<void> {
    const live = this.#days.get(istDay(now));
    if (!live) return;
    const { open, end } = live.session;
    const most = (end.getTime() - open.getTime()) / 1000;
    const reached = Math.min(now.getTime(), this.#lastAlive) - LAG_MS * this.#speed;
    let cover: Stretch | null = null;
    let final = this.#final;
    if (this.#wholeSince !== null) {
      const from = Math.max(0, Math.ceil((this.#wholeSince - open.getTime()) / 1000));
      const to = Math.min(most, Math.floor((reached - open.getTime()) / 1000));
      if (to > from) {
        // The running stretch is one row that grows; a new one begins where the last ended.
        const running = live.cover.findLast((stretch) => stretch.from <= from && stretch.to >= from);
        cover = { from: running?.from ?? from, to };
        final = Math.max(final, to);
      }
    }
    if (final === this.#final && !cover) return;
    const fresh = [...live.symbols].flatMap(([symbol, own]) => {
      const seconds = own.taken(final);
      return seconds.length > 0 ? [{ symbol, seconds }] : [];
    });
    const holes = [...live.symbols].flatMap(([symbol, own]) => own.takenHoles(final).map((hole) => ({ symbol, ...hole })));
    try {
      await this.#prices.append(live.day, fresh, cover, holes);
    } catch (error) {
      // Written or lost as a whole: the next try has to bring it again.
      for (const { symbol, seconds } of fresh) live.symbols.get(symbol)!.untake(seconds);
      for (const { symbol } of holes) live.symbols.get(symbol)!.untakeHoles();
      throw error;
    }
    // A server that stood still, or whose database did, has let market time pass what it did not know yet.
    const before = open.getTime() + this.#final * 1000;
    if (final > this.#final && now.getTime() - before > BEHIND_MS) this.#revisedFrom = Math.min(this.#revisedFrom ?? before, before);
    this.#final = final;
    if (cover) live.addCover(cover);
    if (this.#first === null || this.#first > live.day) this.#first = live.day;
    await this.#storeMinutes(live, final, now);
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
    await this.#prices.storeMinutes(live.day, minutes, days);
    live.storedMinutes = over;
  }

  /** Days that are over and without a gap are the files' from now on, until those come themselves. */
  async #settle(now: Date): Promise<void> {
    for (const live of [...this.#days.values()]) {
      if (now < live.session.end || !this.#subscribed().every((symbol) => live.isWhole(symbol))) continue;
      if (this.#whole.has(live.day)) {
        if (live.day < istDay(now)) this.#days.delete(live.day);
        continue;
      }
      const { end } = live.session;
      const reached = this.#lastAlive >= end.getTime() + LAG_MS * this.#speed || now.getTime() > end.getTime() + STALE_MS * this.#speed;
      if (!reached) continue;
      live.storedMinutes = Math.min(live.storedMinutes, Math.max(0, Math.floor(live.edge / 60) - 1));
      await this.#storeMinutes(live, live.edge, now);
      await this.#prices.markWhole(live.day);
      this.#whole.add(live.day);
      this.#options.days.changed();
      // Its file may have come while something of it was not known.
      this.#comparedSince = null;
    }
  }

  /** A file brings what the broker has no prices of, also of a day that this feed knows. */
  #filesCame(): void {
    const came = this.#options.days.onFile().find((day) => !this.#cameBefore.has(day));
    this.#cameBefore = new Set(this.#options.days.onFile());
    const from = came === undefined ? undefined : sessionOf(came, false)?.preopen.getTime();
    if (from !== undefined) this.#revisedFrom = Math.min(this.#revisedFrom ?? from, from);
  }

  /** Asks for what was missed, one symbol after another, beside everything else. */
  #heal(now: Date): void {
    // A clock that is wrong may have labelled the minutes of its history, too; after the session nobody can tell any more.
    if (this.#healing || this.#filled.length > 0 || (this.#isSkewed && this.#trading()) || performance.now() < this.#healNotBefore) return;
    this.#healing = this.#healAll(now)
      .then(() => {
        this.#healFault = null;
      })
      .catch((error: unknown) => {
        this.#healFault = error instanceof LineFault ? error.message : 'The history of minutes could not be stored.';
        this.#healNotBefore = performance.now() + (this.#options.historyPause ?? HISTORY_PAUSE_MS);
        if (!(error instanceof LineFault)) this.#options.log.error({ err: error }, 'A gap in the prices could not be filled; trying again');
      })
      .finally(() => {
        this.#healing = null;
      });
  }

  async #healAll(now: Date): Promise<void> {
    for (const live of [...this.#days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
      const open = live.session.open.getTime();
      const ready = Math.floor((now.getTime() - HISTORY_AFTER_MS - open) / 60_000) * 60;
      if (ready <= 0) continue;
      const isToday = live.day === istDay(now);
      // Prices after the latest second of a whole connection are on their way; prices from before that connection are not.
      const whole = this.#wholeSince === null ? Number.POSITIVE_INFINITY : Math.max(live.edge, Math.ceil((this.#wholeSince - open) / 1000));
      const before = isToday ? Math.min(whole, ready) : ready;
      for (const symbol of this.#subscribed()) {
        if ((this.#askAgain.get(symbol) ?? 0) > now.getTime()) continue;
        const missed = live.gaps(symbol, before);
        if (missed.length > 0) await this.#healSymbol(live, symbol, missed, now);
      }
    }
  }

  async #healSymbol(live: LiveDay, symbol: string, missed: readonly Stretch[], now: Date): Promise<void> {
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
    await this.#prices.storeSpans(live.day, symbol, spans);
    this.#filled.push({ live, own, spans, from: live.session.open.getTime() + missed[0]!.from * 1000 });
  }

  /** Together with the instant from which they are told: what comes later must not be judged before them. */
  #countFilled(): void {
    if (this.#filled.length === 0 || (this.#healing && performance.now() - this.#countedAt < TOGETHER_MS)) return;
    for (const { live, own, spans, from } of this.#filled) {
      own.addSpans(spans);
      live.changed(own.symbol);
      this.#revisedFrom = Math.min(this.#revisedFrom ?? from, from);
    }
    this.#filled = [];
    this.#countedAt = performance.now();
  }

  /**
   * Minutes from the first stretch to the last, in one request whatever lies between; null where the broker’s history can’t be had any more and the
   * day’s file is there in its place.
   */
  async #minutes(live: LiveDay, symbol: string, asked: readonly Stretch[], now: Date): Promise<readonly Minute[] | null> {
    const open = live.session.open.getTime();
    const last = Math.ceil(asked.at(-1)!.to / 60);
    const ready = Math.max(last, Math.min(Math.floor((now.getTime() - HISTORY_AFTER_MS - open) / 60_000), Math.ceil(live.length(symbol) / 60)));
    try {
      const minutes = await this.#line.minutes(symbol, new Date(open + Math.floor(asked[0]!.from / 60) * 60_000), new Date(open + ready * 60_000));
      const hasBad = minutes.some((minute) => !this.#isMinute(live, symbol, minute)) || this.#saysNothing(live, symbol, asked, minutes);
      return hasBad && this.#options.days.isOnFile(live.day) && this.#files.session(symbol, live.day) ? null : minutes;
    } catch (error) {
      if (this.#options.days.isOnFile(live.day) && this.#files.session(symbol, live.day)) return null;
      throw error;
    }
  }

  /** An answer without a minute does not say that nothing traded where something came in that was refused. */
  #saysNothing(live: LiveDay, symbol: string, asked: readonly Stretch[], minutes: readonly Minute[]): boolean {
    const holes = live.symbols.get(symbol)?.holes ?? [];
    return minutes.length === 0 && asked.some(({ from, to }) => holes.some((hole) => hole.from < to && hole.to > from));
  }

  #isMinute(live: LiveDay, symbol: string, minute: Minute): boolean {
    const { open, high, low, close } = minute;
    const own = live.symbol(symbol, true);
    const told = own.day?.previousClose == null ? null : own.day.previousClose / 100;
    return isCandle(minute) && this.#canBe(live, own, told, open, [open, high, low, close]);
  }

  /**
   * The parts of a stretch by minutes, as far as history has them; without them by the day’s file. A minute that history leaves out had no trade
   * only if it has a later one, or is long over: history may be late.
   */
  #spansOf(live: LiveDay, own: SymbolDay, stretch: Stretch, minutes: readonly Minute[] | null, now: Date): Span[] {
    if (!minutes) return [own.spanOfFile(stretch, this.#files.session(own.symbol, live.day)!)];
    const open = live.session.open.getTime();
    const byStart = new Map(minutes.map((minute) => [minute.start, minute]));
    const latest = minutes.at(-1)?.start ?? 0;
    if (this.#saysNothing(live, own.symbol, [stretch], minutes)) return [];
    const spans: Span[] = [];
    for (let minute = Math.floor(stretch.from / 60); minute < Math.ceil(stretch.to / 60); minute++) {
      const start = open + minute * 60_000;
      const found = byStart.get(start) ?? null;
      if (!found && latest < start && now.getTime() - start < HISTORY_LATE_MS) break;
      // A candle that can't be says nothing, not even that nothing traded.
      if (found && !this.#isMinute(live, own.symbol, found)) {
        this.#badHistory.add(own.symbol);
        break;
      }
      spans.push(own.spanOf({ from: Math.max(stretch.from, minute * 60), to: Math.min(stretch.to, (minute + 1) * 60) }, found));
    }
    return spans;
  }

  /** Holds the latest days of the feed against their files. */
  async #compare(now: Date): Promise<void> {
    this.#comparedSince = this.#options.days.filesSince;
    const today = istDay(now);
    const stored = await this.#prices.days(addDays(today, -2 * COMPARED_DAYS), today);
    const found: Difference[] = [];
    for (const [day, rows] of [...stored].slice(-COMPARED_DAYS)) {
      for (const row of rows) {
        // A part of a day that the feed did not know contradicts nothing.
        if (this.#days.get(day)?.isWhole(row.symbol) === false) continue;
        const session = sessionOf(day, this.#isFno(row.symbol, day));
        const file = session && (await this.#files.sourceOf({ symbol: row.symbol } as Listing, { start: session.open, end: session.end }));
        const bar = file && this.#files.session(row.symbol, day);
        if (!bar) continue;
        for (const [field, price] of [
          ['open', bar.o],
          ['high', bar.h],
          ['low', bar.l],
        ] as const) {
          const inFile = Math.round(price * 100);
          if (row[field] !== inFile) found.push({ day, symbol: row.symbol, field, live: row[field], file: inFile, sha256: file.sha256 });
        }
      }
    }
    await this.#prices.storeDifferences(found);
    const before = this.#differences;
    this.#differences = await this.#recentDifferences(now);
    for (const { day, symbol, field, live, file } of this.#differences)
      if (!before.some((each) => each.day === day && each.symbol === symbol && each.field === field))
        this.#options.log.warn({ day, symbol, field, live: live / 100, file: file / 100 }, 'The exchange’s file says otherwise than the feed did');
  }

  async #recentDifferences(now: Date): Promise<(Difference & { readonly foundAt: Date })[]> {
    let since = istDay(now);
    for (let back = 0; back < COMPARED_DAYS; back++) since = previousTradingDay(since);
    return (await this.#prices.openDifferences()).filter(({ day }) => day >= since);
  }

  #barOf(own: SymbolDay, { open, high, low, close, volume, previousClose }: NonNullable<SymbolDay['day']>): DayBar {
    const { day } = own.session;
    const prev_close = previousClose === null ? (this.#files.base(own.symbol, day) ?? open / 100) : previousClose / 100;
    return { day, o: open / 100, h: high / 100, l: low / 100, c: close / 100, v: volume, prev_close };
  }
}

type Instruments = ReadonlyMap<string, LiveInstrument>;

const bySymbol = (instruments: readonly LiveInstrument[]): Instruments => new Map(instruments.map((one) => [one.symbol, one]));

function isSame(one: Instruments, other: Instruments): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([symbol, { tradedAs, isin, fno }]) => {
    const same = other.get(symbol);
    return same?.tradedAs === tradedAs && same.isin === isin && same.fno === fno;
  });
}

const secondsOf = ({ open, close }: TradingSession): number => (close.getTime() - open.getTime()) / 1000;

/** The first few names, and how many more there are. */
const listed = (names: readonly string[]): string => (names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', '));

function candlesOf(own: SymbolDay, minutes: number, now: Date): Candle[] {
  const open = own.session.open.getTime();
  const length = secondsOf(own.session);
  const until = Math.min(length, Math.floor((now.getTime() - open) / 1000));
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
