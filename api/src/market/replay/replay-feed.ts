import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { istDay, previousTradingDay, type Session, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { PriceSource } from '@vimarsh/shared/domain/market/price-source.ts';
import type { Feed } from '../feed.ts';
import type { Bar, CorporateAction, DayBar, Listing } from '../market.ts';
import type { ImportedActions, KnownActions } from './imported-actions.store.ts';
import type { ImportedBans, KnownBans } from './imported-bans.store.ts';
import type { ImportedDays, PriceFile } from './imported-days.store.ts';
import { isUnexplained } from './price-step.ts';

/** How often the database is asked whether something was imported. */
const ASK_AGAIN_MS = 60_000;
const NO_ACTIONS: KnownActions = { bySymbol: new Map(), unmeasured: new Map(), covers: () => false };

interface Stores {
  readonly days: ImportedDays;
  readonly actions: ImportedActions;
  readonly bans: ImportedBans;
}

/** Imported exchange files as a feed: each session runs again within its real open, high, low and close. */
export class ReplayFeed implements Feed {
  readonly source = 'replay';
  readonly #stores: Stores;
  readonly #symbols: readonly string[];
  readonly #clock: () => number;
  #days = new Set<string>();
  #bars = new Map<string, DayBar[]>();
  /** By symbol and day. */
  #files = new Map<string, ReadonlyMap<string, PriceFile>>();
  #actions = NO_ACTIONS;
  #bans: KnownBans = new Map();
  #read: { readonly days: number | undefined; readonly actions: number | undefined; readonly bans: number | undefined } | null = null;
  #asked = Number.NEGATIVE_INFINITY;

  constructor(stores: Stores, symbols: readonly string[], clock: () => number = () => performance.now()) {
    this.#stores = stores;
    this.#symbols = symbols;
    this.#clock = clock;
  }

  /** The first day on file, or `null` when nothing was imported. */
  firstDay(): string | null {
    return this.#days.values().next().value ?? null;
  }

  async refresh(): Promise<string | null> {
    if (this.#clock() - this.#asked < ASK_AGAIN_MS) return null;
    this.#asked = this.#clock();
    const { days, actions, bans } = this.#stores;
    const [ofDays, ofActions, ofBans] = await Promise.all([days.latestImport(), actions.latestImport(), bans.latestImport()]);
    const latest = { days: ofDays?.getTime(), actions: ofActions?.getTime(), bans: ofBans?.getTime() };
    if (latest.days === this.#read?.days && latest.actions === this.#read?.actions && latest.bans === this.#read?.bans) return null;
    const before = { days: this.#days, actions: this.#actions, bans: this.#bans };
    const known = await actions.known(this.#symbols);
    this.#bars = adjustedBases(await days.bars(this.#symbols, 'EQ'), known);
    this.#files = await days.files(this.#symbols, 'EQ');
    this.#days = new Set(await days.days());
    this.#actions = known;
    this.#bans = await bans.known();
    const first = this.#read === null;
    this.#read = latest;
    return first ? null : (news(before, { days: this.#days, actions: known, bans: this.#bans }).toSorted()[0] ?? null);
  }

  hasDay(day: string): boolean {
    return this.#days.has(day);
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

  /** A day without a list bans nothing that we know of. */
  banned(symbol: string, day: string): boolean {
    return this.#bans.get(day)?.has(symbol) ?? false;
  }

  /** The trading days right before this one, after `since`, that are not on file; and a step into this day that no action explains. */
  doubts(symbol: string, day: string, since: Date): readonly NotJudgeable[] {
    const doubts: NotJudgeable[] = [];
    for (let before = previousTradingDay(day); !this.#days.has(before) && before >= (this.firstDay() ?? day); before = previousTradingDay(before)) {
      if (sessionOf(before, true)!.end <= since) break;
      doubts.unshift({ cause: 'missing_day', day: before, before: null, opened: null });
    }
    const step = this.#step(symbol, day);
    return step ? [...doubts, step] : doubts;
  }

  #step(symbol: string, day: string): NotJudgeable | null {
    const bar = this.session(symbol, day);
    const last = this.sessionBefore(symbol, day);
    if (!bar || !last) return null;
    const step = { before: last.c, opened: bar.o };
    const own = this.actions(symbol).filter((action) => action.day > last.day && action.day <= day);
    if (!isUnexplained(step, own)) return null;
    // Only a list that names everything can say that nothing happened to the share: then the price went there by itself.
    const nothingElse = this.#actions.covers(day) && own.length === 0 && !this.#actions.unmeasured.has(`${symbol} ${day}`);
    return nothingElse ? null : { cause: 'price_step', day, ...step };
  }

  completedAt(session: Session): Date {
    return session.end;
  }

  /** One bar per day, known once its close is final, because a file has only the day's open, high, low and close. */
  bars(listing: Listing, from: Date, to: Date): Bar[] {
    const bars: Bar[] = [];
    for (const { day, o, h, l, c } of this.#of(listing.symbol)) {
      const session = sessionOf(day, listing.fno);
      if (session && session.end > from && session.end <= to) bars.push({ start: session.open, end: session.end, o, h, l, c, resolution: 'day' });
    }
    return bars;
  }

  sourceOf({ symbol }: Listing, { end }: Pick<Bar, 'start' | 'end'>): PriceSource | null {
    const file = this.#files.get(symbol)?.get(istDay(end));
    return file ? { kind: 'file', ...file } : null;
  }

  /** What comes from files is had again from the exchange. */
  segment(): null {
    return null;
  }

  #of(symbol: string): readonly DayBar[] {
    return this.#bars.get(symbol) ?? [];
  }
}

interface Known {
  readonly days: ReadonlySet<string>;
  readonly actions: KnownActions;
  readonly bans: KnownBans;
}

/** Days of which there is news: files that were not there, ex-dates with another or no action before, and other stocks under the ban. */
function news(before: Known, now: Known): string[] {
  const text = ({ bySymbol }: KnownActions): Map<string, string> =>
    new Map([...bySymbol.values()].flat().map((action) => [JSON.stringify(action), action.day]));
  const old = text(before.actions);
  const changed = [...text(now.actions)].filter(([action]) => !old.has(action)).map(([, day]) => day);
  const covered = [...now.days].filter((day) => now.actions.covers(day) && !before.actions.covers(day));
  const stocks = (bans: KnownBans, day: string): string => [...(bans.get(day) ?? [])].toSorted().join();
  const banned = [...now.bans.keys()].filter((day) => stocks(now.bans, day) !== stocks(before.bans, day));
  return [...[...now.days].filter((day) => !before.days.has(day)), ...changed, ...covered, ...banned];
}

/** Files state the close before as it was traded, also on an ex-date; what the day's price is compared with is that on its own share count. */
function adjustedBases(bars: Map<string, DayBar[]>, { bySymbol }: KnownActions): Map<string, DayBar[]> {
  for (const [symbol, actions] of bySymbol) {
    for (const action of actions) {
      const own = bars.get(symbol) ?? [];
      const at = firstFrom(own, action.day);
      const [last, bar] = [own[at - 1], own[at]];
      if (action.type !== 'split' && action.type !== 'bonus') continue;
      if (bar?.day === action.day && last && bar.prev_close === last.c)
        own[at] = { ...bar, prev_close: Math.round((100 * bar.prev_close) / action.ratio) / 100 };
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
