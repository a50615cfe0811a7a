import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { SaidUntraded, Untraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { addDays, istDay, istInstant, previousTradingDay, sessionOf, type TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import type { Completeness } from '../feed/completeness.ts';
import type { Feed, FeedAbilities, FeedSource, OtherName } from '../feed/port.ts';
import { FILE_ABILITIES, NSE_FILES } from '../feed/source.ts';
import { type StandingPrices, wholeDay } from '../feed/standing.ts';
import { type CorporateAction, isShareChange } from '../instruments/actions/corporate-action.ts';
import { levelChange, measured, priceAfter } from '../instruments/actions/effects.ts';
import type { ImportedInstruments } from '../instruments/imported-instruments.store.ts';
import { NOTHING_KNOWN } from '../instruments/known-instruments.ts';
import { STOCKS } from '../instruments/listed.ts';
import { type ListedShare, ShareDirectory } from '../instruments/share-directory.ts';
import type { Bar, DayBar, Listing } from '../market.ts';
import type { ImportedActions } from './actions/imported-actions.store.ts';
import type { KnownActions } from './actions/known-actions.ts';
import { isContradicted, isUnexplained } from './actions/price-step.ts';
import { completeOfDays } from './files-completeness.ts';
import type { ImportedBans, KnownBans } from './imported-bans.store.ts';
import type { ImportedDays, OtherIsinRow, PriceFile, ShareDay } from './imported-days.store.ts';
import type { ImportedIndices } from './indices/imported-indices.store.ts';

/** How often the database is asked whether something was imported. */
const ASK_AGAIN_MS = 60_000;
const NO_ACTIONS: KnownActions = { bySymbol: new Map(), unmeasured: new Map(), unclear: new Map(), merged: new Map(), covers: () => false };

/** An action that the price did not follow: the last close before it and the next open, ₹. */
export interface Contradicted {
  readonly symbol: string;
  readonly day: string;
  readonly type: CorporateAction['type'];
  /** By what it would have divided prices, and how many ₹ it would have taken off before. */
  readonly ratio: number;
  readonly amount: number;
  readonly before: number;
  readonly opened: number;
}

/** Actions of a day, as its open shows them. */
export interface OpeningFacts {
  /** Actions that take effect. */
  readonly actions: readonly CorporateAction[];
  readonly contradicted: readonly CorporateAction[];
  readonly doubt: NotJudgeable | null;
}
const NOTHING_OPENED: OpeningFacts = { actions: [], contradicted: [], doubt: null };

/** A split or bonus that lists name on several days close to each other. */
export interface Repeated {
  readonly symbol: string;
  readonly ratio: number;
  readonly days: readonly string[];
}

/** The stores that the feed reads. */
export interface FilesStores {
  readonly days: Pick<ImportedDays, 'latestImport' | 'shares' | 'days'>;
  readonly actions: Pick<ImportedActions, 'latestImport' | 'known'>;
  readonly bans: Pick<ImportedBans, 'latestImport' | 'known'>;
  /** Without them only the companies known at the release are listed. */
  readonly instruments?: Pick<ImportedInstruments, 'latestImport' | 'known'>;
  /** Without them nothing is known of indices. */
  readonly indices?: Pick<ImportedIndices, 'latestImport' | 'known'>;
}

export interface FilesOptions {
  /** Milliseconds: says when to look for more. */
  readonly clock?: () => number;
  /** Days gone by are played again. */
  readonly again?: boolean;
}

/** Imported exchange files as a feed: a day is known once it is over, and nothing inside of it ever. */
export class FilesFeed implements Feed {
  readonly source: FeedSource;
  readonly can: FeedAbilities;
  readonly #stores: FilesStores;
  readonly #given: readonly string[];
  readonly #clock: () => number;
  #days = new Set<string>();
  /** The same days in their order. */
  #inOrder: readonly { readonly day: string }[] = [];
  #bars = new Map<string, DayBar[]>();
  /** The file of each of these bars, by symbol; null where its hash was not kept. */
  #files = new Map<string, readonly (PriceFile | null)[]>();
  /** Days of indices that have files. Those come apart from the files of shares, and later or never: no day waits for them. */
  #indices: ReadonlyMap<string, DayBar[]> = new Map();
  #actions = NO_ACTIONS;
  #contradicted: readonly Contradicted[] = [];
  #repeated: readonly Repeated[] = [];
  #otherNames: readonly OtherName[] = [];
  #otherIsins: readonly OtherIsinRow[] = [];
  #bans: KnownBans = new Map();
  #directory = new ShareDirectory(NOTHING_KNOWN, STOCKS);
  /** Unexplained steps by symbol, found when they are first needed. */
  readonly #steps = new Map<string, readonly string[]>();
  /** From where a file changed prices that were known. */
  #corrected: Date | null = null;
  /** When each kind of file was taken in last. */
  #read: Readonly<Record<keyof FilesStores, number | undefined>> | null = null;
  #asked = Number.NEGATIVE_INFINITY;

  constructor(stores: FilesStores, symbols: readonly string[], { clock = () => performance.now(), again = true }: FilesOptions = {}) {
    this.source = again ? { ...NSE_FILES, name: `${NSE_FILES.name}, played again` } : NSE_FILES;
    this.can = { ...FILE_ABILITIES, replay: again };
    this.#stores = stores;
    this.#given = symbols;
    this.#clock = clock;
  }

  complete(_symbol: string | null, now: Date): Completeness {
    const complete = completeOfDays(this.#inOrder, (day) => this.#days.has(day), now, this.can.replay);
    const corrected = this.#corrected;
    return complete.because === null && corrected && corrected < complete.until ? { ...complete, because: 'correction', since: corrected } : complete;
  }

  /** The last whole day: nothing is known inside of one. */
  standing({ symbol, fno }: Listing, now: Date): StandingPrices | null {
    const bars = this.#of(symbol);
    for (let at = firstFrom(bars, addDays(istDay(now), 1)) - 1; at >= 0; at--) {
      const standing = wholeDay(bars[at]!, fno);
      if (standing && this.completedAt(standing.session) <= now) return standing;
    }
    return null;
  }

  base(symbol: string, day: string): number | null {
    const own = this.session(symbol, day);
    if (own) return own.prev_close;
    const last = this.sessionBefore(symbol, day);
    return last && this.closeOn(symbol, last, day);
  }

  /** A close as it stands on a later IST day, ₹, after the actions between. An ordinary dividend takes nothing from it. */
  closeOn(symbol: string, last: Pick<DayBar, 'day' | 'c'>, day: string): number {
    const since = this.actions(symbol).filter((action) => action.type !== 'dividend' && action.day > last.day && action.day <= day);
    return since.length === 0 ? last.c : Math.round(100 * priceAfter(last.c, since)) / 100;
  }

  async history(symbol: string, from: string, to: string): Promise<readonly DayBar[]> {
    return this.sessions(symbol, from, to);
  }

  async minutes(): Promise<never[]> {
    return [];
  }

  /** The first day on file, or `null` when nothing was imported. */
  firstDay(): string | null {
    return this.#days.values().next().value ?? null;
  }

  async refresh(): Promise<Date | null> {
    if (this.#clock() - this.#asked < ASK_AGAIN_MS) return null;
    this.#asked = this.#clock();
    const { days, actions, bans, instruments, indices } = this.#stores;
    const latest = {
      days: (await days.latestImport())?.getTime(),
      actions: (await actions.latestImport())?.getTime(),
      bans: (await bans.latestImport())?.getTime(),
      instruments: (await instruments?.latestImport())?.getTime(),
      indices: (await indices?.latestImport())?.getTime(),
    };
    const read = this.#read;
    if (read && Object.entries(latest).every(([kind, at]) => read[kind as keyof FilesStores] === at)) return null;
    const before = { days: this.#days, actions: this.#actions, bans: this.#bans, directory: this.#directory, bars: this.#bars, indices: this.#indices };
    this.#directory = new ShareDirectory((await instruments?.known()) ?? NOTHING_KNOWN, STOCKS);
    const symbols = [...new Set([...this.#given, ...this.#directory.symbols()])];
    const otherIsins: OtherIsinRow[] = [];
    const shares = await days.shares(symbols, this.#directory, (row) => otherIsins.push(row));
    const bars = barsOf(shares);
    const known = underOneName(await actions.known([...namesIn(symbols, shares)]), shares);
    const { held, contradicted } = againstPrices(known, bars);
    const { believed, repeated } = withoutRepeats(held, bars);
    this.#bars = adjustedBases(bars, believed.bySymbol);
    const onFile = await days.days();
    this.#days = new Set(onFile);
    this.#inOrder = onFile.map((day) => ({ day }));
    this.#actions = believed;
    this.#steps.clear();
    this.#contradicted = contradicted;
    this.#repeated = repeated;
    this.#otherIsins = otherIsins;
    this.#otherNames = withListedNames(otherNamesIn(shares, new Set(symbols)), this.#directory);
    this.#bans = await bans.known();
    const indexDays = withIndexFiles((await indices?.known()) ?? new Map<string, ShareDay[]>(), shares);
    this.#indices = barsOf(indexDays);
    this.#files = new Map([...shares, ...indexDays].map(([symbol, own]) => [symbol, own.map(({ file }) => file)]));
    this.#read = latest;
    if (read === null) return null;
    const now = { days: this.#days, actions: this.#actions, bans: this.#bans };
    const isRelisted = read.instruments !== latest.instruments;
    // What a list says of shares may hold from the first day on: which rows are theirs, their lots and names.
    const relisted = isRelisted ? [firstOther(before.bars, this.#bars) ?? onFile.at(-1) ?? ''].filter(Boolean) : [];
    const corrected = isRelisted ? undefined : correctedDays(before, this.#bars).toSorted()[0];
    // Told until the next day's file is in.
    if (corrected !== undefined) this.#corrected = preopenOf(corrected);
    else if ((onFile.at(-1) ?? '') > ([...before.days].at(-1) ?? '')) this.#corrected = null;
    const index = firstOther(before.indices, this.#indices);
    const earliest = [...news(before, now), ...relisted, ...(corrected === undefined ? [] : [corrected]), ...(index === null ? [] : [index])].toSorted()[0];
    return earliest === undefined ? null : preopenOf(earliest);
  }

  /** The shares there are; another one whenever something was imported. */
  get directory(): ShareDirectory {
    return this.#directory;
  }

  hasDay(day: string): boolean {
    return this.#days.has(day);
  }

  listed(day: string): readonly ListedShare[] {
    return this.#directory.symbols().flatMap((symbol) => this.#directory.on(symbol, day) ?? []);
  }

  indexLot(symbol: string, day: string): number | null {
    return this.#directory.indexLot(symbol, day);
  }

  /** A share that traded after the list was written does trade. */
  untradedBecause(symbol: string, day: string): SaidUntraded | null {
    if (this.untradedSince(symbol, day) === null) return null;
    const last = this.sessionBefore(symbol, addDays(day, 1))!.day;
    const standing = this.#directory.standing(symbol, day);
    if (standing && last < standing.from) return standing.status === 'delisted' && this.#hasMerged(symbol, last, day) ? 'merged' : standing.status;
    return this.#hasMerged(symbol, last, day) ? 'merged' : null;
  }

  /** Whether a list of actions says that the company went into another after a day, up to another. */
  #hasMerged(symbol: string, after: string, to: string): boolean {
    return this.#actions.merged.get(symbol)?.some((day) => day > after && day <= to) ?? false;
  }

  /** Rows that have a share's symbol under an ISIN that no list explains: nobody knows whether they are its, so they count for nothing. */
  otherIsins(): readonly OtherIsinRow[] {
    return this.#otherIsins;
  }

  otherNames(): readonly OtherName[] {
    return this.#otherNames;
  }

  formerNames(): readonly OtherName[] {
    return this.#directory.formerNames();
  }

  session(symbol: string, day: string): DayBar | null {
    const bars = this.#of(symbol);
    const at = firstFrom(bars, day);
    return bars[at]?.day === day ? bars[at] : null;
  }

  sessions(symbol: string, from: string, to: string): DayBar[] {
    const bars = this.#of(symbol);
    const start = firstFrom(bars, from);
    let end = start;
    while (end < bars.length && bars[end]!.day <= to) end++;
    return bars.slice(start, end);
  }

  sessionBefore(symbol: string, day: string): DayBar | null {
    const bars = this.#of(symbol);
    return bars[firstFrom(bars, day) - 1] ?? null;
  }

  actions(symbol?: string): readonly CorporateAction[] {
    return symbol === undefined ? [...this.#actions.bySymbol.values()].flat() : (this.#actions.bySymbol.get(symbol) ?? []);
  }

  /**
   * What changes the share count shows in the price: it takes effect with the first price from the ex-date on, and not before that is on file.
   */
  actionsOn(symbol: string, day: string): readonly CorporateAction[] {
    const last = this.sessionBefore(symbol, day)?.day ?? '';
    return this.session(symbol, day) ? this.actions(symbol).filter((action) => action.day > last && action.day <= day) : [];
  }

  /** Actions that a list names and the next open says did not happen: they divide nothing, and keep prices from judging until two people have looked. */
  contradicted(): readonly Contradicted[] {
    return this.#contradicted;
  }

  /** Changes of the share count that stand on several days, and no open says on which it was: they divide nothing. */
  repeated(): readonly Repeated[] {
    return this.#repeated;
  }

  untradedSince(symbol: string, day: string): string | null {
    const last = this.sessionBefore(symbol, addDays(day, 1));
    const first = last && this.#dayAfter(last.day);
    return first && first <= day ? first : null;
  }

  /** The first day on file after a date. */
  #dayAfter(day: string): string | null {
    return this.#inOrder[firstFrom(this.#inOrder, addDays(day, 1))]?.day ?? null;
  }

  /** A day without a list bans nothing that we know of. */
  banned(symbol: string, day: string): boolean {
    const banned = this.#bans.get(day);
    return banned !== undefined && [symbol, ...namesOn(this.#otherNames, symbol, day)].some((name) => banned.has(name));
  }

  /**
   * The trading days right before this one, after `since`, that are not on file; a step into this day that no action explains; and where this day is
   * on file and the share is not in it, the first such day after its last trade.
   */
  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[] {
    const doubts: NotJudgeable[] = [];
    for (let before = previousTradingDay(day); !this.#days.has(before) && before >= (this.firstDay() ?? day); before = previousTradingDay(before)) {
      if (sessionOf(before, true)!.end <= since) break;
      doubts.unshift({ cause: 'missing_day', day: before, before: null, opened: null });
    }
    const own = this.#step(symbol, day) ?? this.#untraded(symbol, day, since);
    return own ? [...doubts, own] : doubts;
  }

  #untraded(symbol: string, day: string, since: Date): NotJudgeable | null {
    if (!this.#days.has(day) || this.session(symbol, day)) return null;
    const last = this.sessionBefore(symbol, day);
    const published = istDay(since);
    const from = sessionOf(published, true);
    // A day that was over at the publication says nothing of the call.
    const after = from && since < from.end ? addDays(published, -1) : published;
    const first = this.#dayAfter(last && last.day > after ? last.day : after);
    return first === null ? null : { cause: this.#untradedCause(symbol, last?.day ?? '', day), day: first, before: last?.c ?? null, opened: null };
  }

  /** Lists come first: a symbol whose share has gone may have been given to another company. */
  #untradedCause(symbol: string, after: string, day: string): Untraded {
    const said = this.untradedBecause(symbol, day);
    if (said) return said;
    return this.#otherIsins.some((row) => row.symbol === symbol && row.day > after && row.day <= day) ? 'other_isin' : 'no_trade';
  }

  #step(symbol: string, day: string): NotJudgeable | null {
    const bar = this.session(symbol, day);
    const last = this.sessionBefore(symbol, day);
    if (!bar || !last) return null;
    const own = this.actions(symbol).filter((action) => action.day > last.day && action.day <= day);
    return this.#stepDoubt(symbol, last, day, bar.o, own);
  }

  unexplainedSteps(symbol: string): readonly string[] {
    let steps = this.#steps.get(symbol);
    if (!steps) {
      const actions = this.actions(symbol);
      const bars = this.#of(symbol);
      steps = bars.flatMap(({ day, o }, at) => {
        const last = bars[at - 1];
        if (!last) return [];
        const own = actions.filter((action) => action.day > last.day && action.day <= day);
        return this.#stepDoubt(symbol, last, day, o, own) ? [day] : [];
      });
      this.#steps.set(symbol, steps);
    }
    return steps;
  }

  /** The word of an open on the actions of its day, before the day is on file: they take effect, or are contradicted, or nobody knows. */
  opening(symbol: string, day: string, opened: number): OpeningFacts {
    const last = this.sessionBefore(symbol, day);
    if (!last) return NOTHING_OPENED;
    const step = { before: last.c, opened };
    const listed = this.actions(symbol).filter((action) => action.day > last.day && action.day <= day);
    const contradicted = listed.filter((action) => levelChange([action]) !== null && isContradicted(step, listed, action));
    const actions = listed.filter((action) => !contradicted.includes(action));
    const doubt = contradicted.length > 0 ? ({ cause: 'price_step', day, ...step } as const) : this.#stepDoubt(symbol, last, day, opened, actions);
    return { actions, contradicted, doubt };
  }

  #stepDoubt(symbol: string, last: DayBar, day: string, opened: number, own: readonly CorporateAction[]): NotJudgeable | null {
    const step = { before: last.c, opened };
    // A small bonus hides in what trading does to a price, so no open says whether it happened.
    if (this.isUnclear(symbol, last.day, day)) return { cause: 'price_step', day, ...step };
    if (!isUnexplained(step, own)) return null;
    // Only a list that names everything can say that nothing happened to the share: then the price went there by itself.
    const nothingElse = this.#actions.covers(day) && own.length === 0 && !this.#actions.unmeasured.has(`${symbol} ${day}`);
    return nothingElse ? null : { cause: 'price_step', day, ...step };
  }

  /** Whether the share count may have changed after a day, up to another, and no list says surely by how much or whether. */
  isUnclear(symbol: string, after: string, to: string): boolean {
    return this.#actions.unclear.get(symbol)?.some((day) => day > after && day <= to) ?? false;
  }

  completedAt(session: TradingSession): Date {
    return session.end;
  }

  /** One bar per day, known once its close is final, because a file has only the day's open, high, low and close. */
  async bars(listing: Listing, from: Date, to: Date): Promise<Bar[]> {
    const bars: Bar[] = [];
    for (const { day, o, h, l, c } of this.#of(listing.symbol)) {
      const session = sessionOf(day, listing.fno);
      if (session && session.end > from && session.end <= to) bars.push({ start: session.open, end: session.end, o, h, l, c, resolution: 'day' });
    }
    return bars;
  }

  async sourceOf({ symbol }: Listing, { end }: Pick<Bar, 'start' | 'end'>): Promise<PriceSource | null> {
    const bars = this.#of(symbol);
    const at = firstFrom(bars, istDay(end));
    const file = bars[at]?.day === istDay(end) ? this.#files.get(symbol)?.[at] : undefined;
    return file ? { kind: 'file', ...file } : null;
  }

  /** No segments: the exchange itself has the files. */
  async segment(): Promise<null> {
    return null;
  }

  #of(symbol: string): readonly DayBar[] {
    return this.#indices.get(symbol) ?? this.#bars.get(symbol) ?? [];
  }
}

interface Known {
  readonly days: ReadonlySet<string>;
  readonly actions: KnownActions;
  readonly bans: KnownBans;
}

/** Trades by symbol, without the files they are from. */
const barsOf = (days: ReadonlyMap<string, readonly ShareDay[]>): Map<string, DayBar[]> =>
  new Map([...days].map(([symbol, own]) => [symbol, own.map(({ bar }) => bar)]));

/** Days of indices by their files; where a feed saw a day of which there is none, that day as it was seen. */
function withIndexFiles(onFile: ReadonlyMap<string, readonly ShareDay[]>, seen: ReadonlyMap<string, readonly ShareDay[]>): Map<string, readonly ShareDay[]> {
  return new Map(
    [...onFile].map(([symbol, own]) => {
      const days = new Set(own.map(({ bar }) => bar.day));
      const others = seen.get(symbol)?.filter(({ bar }) => !days.has(bar.day)) ?? [];
      return [symbol, others.length === 0 ? own : [...own, ...others].toSorted((a, b) => (a.bar.day < b.bar.day ? -1 : 1))];
    }),
  );
}

const preopenOf = (day: string): Date => sessionOf(day, false)?.preopen ?? istInstant(day);

/** Days that were on file and have other prices now. */
function correctedDays(
  before: Pick<Known, 'days'> & { readonly bars: ReadonlyMap<string, readonly DayBar[]> },
  now: ReadonlyMap<string, readonly DayBar[]>,
): string[] {
  const corrected = new Set<string>();
  for (const [symbol, bars] of now) {
    const old = before.bars.get(symbol) ?? [];
    let at = 0;
    for (const bar of bars) {
      while (at < old.length && old[at]!.day < bar.day) at += 1;
      if (before.days.has(bar.day) && !hasSamePrices(old[at], bar)) corrected.add(bar.day);
    }
  }
  return [...corrected];
}

const hasSamePrices = (old: DayBar | undefined, { day, o, h, l, c }: DayBar): boolean =>
  old !== undefined && old.day === day && old.o === o && old.h === h && old.l === l && old.c === c;

/** All symbols under which shares were ever traded. */
function namesIn(symbols: readonly string[], shares: ReadonlyMap<string, readonly ShareDay[]>): Set<string> {
  const names = new Set(symbols);
  for (const days of shares.values()) for (const { symbol } of days) names.add(symbol);
  return names;
}

/** Days of which there is news: files that were not there, ex-dates with another action, none before or none any more, and other stocks under the ban. */
function news(before: Known, now: Known): string[] {
  const text = ({ bySymbol }: KnownActions): Map<string, string> =>
    new Map([...bySymbol.values()].flat().map((action) => [JSON.stringify(action), action.day]));
  const [old, fresh] = [text(before.actions), text(now.actions)];
  const changed = [...[...fresh].filter(([action]) => !old.has(action)), ...[...old].filter(([action]) => !fresh.has(action))].map(([, day]) => day);
  const doubts = ({ unclear }: KnownActions): Set<string> => new Set([...unclear].flatMap(([symbol, days]) => days.map((day) => `${day} ${symbol}`)));
  const [unclearNow, unclearBefore] = [doubts(now.actions), doubts(before.actions)];
  const differing = [...[...unclearNow].filter((each) => !unclearBefore.has(each)), ...[...unclearBefore].filter((each) => !unclearNow.has(each))];
  const unclear = differing.map((each) => each.split(' ')[0]!);
  const covered = [...now.days].filter((day) => now.actions.covers(day) && !before.actions.covers(day));
  const stocks = (bans: KnownBans, day: string): string => [...(bans.get(day) ?? [])].toSorted().join();
  const banned = [...now.bans.keys()].filter((day) => stocks(now.bans, day) !== stocks(before.bans, day));
  return [...[...now.days].filter((day) => !before.days.has(day)), ...changed, ...unclear, ...covered, ...banned];
}

/** Names that rows show, and those that lists name; where both do, the earlier. */
function withListedNames(shown: readonly OtherName[], directory: ShareDirectory): OtherName[] {
  const names = new Map<string, OtherName>();
  for (const name of [...shown, ...directory.otherNames()]) {
    const known = names.get(name.name);
    if (!known || (known.symbol === name.symbol && name.from < known.from)) names.set(name.name, name);
  }
  return [...names.values()];
}

/** The earliest day on which a share or an index has other prices than before. */
function firstOther(before: ReadonlyMap<string, readonly DayBar[]>, now: ReadonlyMap<string, readonly DayBar[]>): string | null {
  let first: string | null = null;
  for (const [symbol, bars] of now) {
    const old = before.get(symbol) ?? [];
    const at = bars.findIndex((bar, place) => !hasSamePrices(old[place], bar));
    const other = at === -1 ? old[bars.length]?.day : [bars[at]!.day, old[at]?.day ?? bars[at]!.day].toSorted()[0];
    if (other !== undefined && (first === null || other < first)) first = other;
  }
  return first;
}

/** The other names of a share on an IST day. */
const namesOn = (names: readonly OtherName[], symbol: string, day: string): string[] =>
  names.filter((other) => other.symbol === symbol && other.from <= day).map(({ name }) => name);

/** The symbols under which shares go on after the last row of their own. */
function otherNamesIn(shares: ReadonlyMap<string, readonly ShareDay[]>, listed: ReadonlySet<string>): OtherName[] {
  return [...shares].flatMap(([symbol, days]) => {
    const last = days.findLast((day) => day.symbol === symbol)?.bar.day ?? '';
    const after = days.filter(({ bar }) => bar.day > last);
    return [...new Set(after.map((day) => day.symbol))]
      .filter((name) => !listed.has(name))
      .map((name) => ({ name, symbol, from: after.find((day) => day.symbol === name)!.bar.day }));
  });
}

/** Actions listed under another symbol belong to the share from the day on which it traded under that symbol. */
function underOneName(known: KnownActions, shares: ReadonlyMap<string, readonly ShareDay[]>): KnownActions {
  const bySymbol = new Map(known.bySymbol);
  const unmeasured = new Map(known.unmeasured);
  const unclear = new Map(known.unclear);
  const merged = new Map(known.merged);
  for (const [share, days] of shares) {
    for (const [name, own] of Map.groupBy(days, ({ symbol }) => symbol)) {
      const from = own[0]!.bar.day;
      if (name === share) continue;
      if (!shares.has(name)) bySymbol.delete(name);
      const renamed = (known.bySymbol.get(name) ?? []).filter(({ day }) => day >= from).map((action) => ({ ...action, symbol: share }));
      if (renamed.length > 0)
        bySymbol.set(
          share,
          [...(bySymbol.get(share) ?? []), ...renamed].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
        );
      const gone = (known.merged.get(name) ?? []).filter((day) => day >= from);
      if (gone.length > 0) merged.set(share, [...(merged.get(share) ?? []), ...gone]);
      const doubted = (known.unclear.get(name) ?? []).filter((day) => day >= from);
      if (doubted.length > 0) unclear.set(share, [...(unclear.get(share) ?? []), ...doubted]);
      for (const [key, words] of known.unmeasured) {
        const [symbol, day = ''] = key.split(' ');
        if (symbol === name && day >= from) unmeasured.set(`${share} ${day}`, words);
      }
    }
  }
  return { ...known, bySymbol, unmeasured, unclear, merged };
}

/** Takes out those actions that the next open contradicts, of whatever kind: they divide nothing, and their day is in doubt. */
function againstPrices(known: KnownActions, bars: ReadonlyMap<string, readonly DayBar[]>): { held: KnownActions; contradicted: Contradicted[] } {
  const bySymbol = new Map<string, readonly CorporateAction[]>();
  const unclear = new Map(known.unclear);
  const contradicted: Contradicted[] = [];
  for (const [symbol, listed] of known.bySymbol) {
    const own = bars.get(symbol) ?? [];
    const actions = measured(listed, own);
    const kept = actions.filter((action) => {
      const change = levelChange([action]);
      if (!change) return true;
      const at = firstFrom(own, action.day);
      const [last, next] = [own[at - 1], own[at]];
      if (!last || !next) return true;
      const step = { before: last.c, opened: next.o };
      const together = actions.filter(({ day }) => day > last.day && day <= next.day);
      if (!isContradicted(step, together, action)) return true;
      contradicted.push({ symbol, day: action.day, type: action.type, ratio: change.ratio, amount: change.amount, ...step });
      unclear.set(symbol, [...(unclear.get(symbol) ?? []), action.day]);
      return false;
    });
    bySymbol.set(symbol, kept.length === actions.length ? actions : measured(kept.map(asListed), own));
  }
  return { held: { ...known, bySymbol, unclear }, contradicted };
}

/** An action as before prices were looked at: without one of its day that is not believed, they may say another thing. */
function asListed(action: CorporateAction): CorporateAction {
  if (action.type === 'special_dividend') return { symbol: action.symbol, day: action.day, type: 'dividend', amount: action.amount };
  return action.type === 'rights' ? { ...action, ratio: null, close: null } : action;
}

/** Two bonuses or splits of one ratio come no sooner after each other; a list that names the same again so soon has put it off. */
const REPEAT_DAYS = 60;

/** Where an action stands on two days, and neither day's open needs it, no list says on which it was, if it was: then neither is believed. */
function withoutRepeats(known: KnownActions, bars: ReadonlyMap<string, readonly DayBar[]>): { believed: KnownActions; repeated: Repeated[] } {
  const repeated: Repeated[] = [];
  const bySymbol = new Map(known.bySymbol);
  const unclear = new Map(known.unclear);
  for (const [symbol, actions] of known.bySymbol) {
    const own = bars.get(symbol) ?? [];
    const isSeen = (action: CorporateAction): boolean => {
      const at = firstFrom(own, action.day);
      const [last, next] = [own[at - 1], own[at]];
      return last !== undefined && next !== undefined && isUnexplained({ before: last.c, opened: next.o }, []);
    };
    const repeats = (one: CorporateAction, other: CorporateAction): boolean =>
      one !== other && isShareChange(one) && isShareChange(other) && one.ratio === other.ratio && Math.abs(daysBetween(one.day, other.day)) <= REPEAT_DAYS;
    const doubted = actions.filter(isShareChange).filter((action) => !isSeen(action) && actions.some((other) => repeats(action, other) && !isSeen(other)));
    if (doubted.length === 0) continue;
    bySymbol.set(
      symbol,
      actions.filter((action) => !(doubted as readonly CorporateAction[]).includes(action)),
    );
    unclear.set(symbol, [...(unclear.get(symbol) ?? []), ...doubted.map(({ day }) => day)]);
    for (const [ratio, same] of Map.groupBy(doubted, (action) => action.ratio)) repeated.push({ symbol, ratio, days: same.map(({ day }) => day) });
  }
  return { believed: { ...known, bySymbol, unclear }, repeated };
}

const daysBetween = (one: string, other: string): number => (Date.parse(one) - Date.parse(other)) / 86_400_000;

/**
 * Files state the close before as it was traded, also on an ex-date; what the day's price is compared with is what that close is after the day's
 * actions, and after those since the last trade. An ordinary dividend takes nothing from it.
 */
function adjustedBases(bars: Map<string, DayBar[]>, bySymbol: KnownActions['bySymbol']): Map<string, DayBar[]> {
  for (const [symbol, actions] of bySymbol) {
    const own = bars.get(symbol) ?? [];
    const days = new Set(actions.filter((action) => levelChange([action]) !== null).map((action) => own[firstFrom(own, action.day)]?.day));
    for (const day of days) {
      const at = day === undefined ? -1 : firstFrom(own, day);
      const [last, bar] = [own[at - 1], own[at]];
      if (!last || !bar || bar.prev_close !== last.c) continue;
      const since = actions.filter((action) => action.type !== 'dividend' && action.day > last.day && action.day <= bar.day);
      own[at] = { ...bar, prev_close: Math.round(100 * priceAfter(last.c, since)) / 100 };
    }
  }
  return bars;
}

function firstFrom(bars: readonly { readonly day: string }[], day: string): number {
  let low = 0;
  for (let high = bars.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (bars[middle]!.day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
