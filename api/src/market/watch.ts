import type { Prepared, Realtime } from '../platform/platform.ts';
import type { Market, Quote } from './market.ts';

/** A symbol's current quote and the number of its price changes, so that lists compare only a number. */
interface Standing {
  readonly quote: Quote;
  readonly version: number;
}

/** Symbols that one or thousands of connections watch. They all get the same message, encoded once. */
interface List {
  readonly key: string;
  readonly symbols: readonly string[];
  watchers: number;
  /** The last beat that looked at it, the one before, and the version of each symbol at the last. */
  beat: number;
  before: number;
  readonly versions: number[];
  /** What changed since the previous beat; null if nothing did. */
  changes: Prepared | null;
  /** Every price at the last beat, once somebody needs it. */
  all: Prepared | null;
}

interface Watch {
  readonly list: List;
  /** The last beat this connection was told of. */
  told: number;
}

/** Told of nothing yet. */
const NEVER = -1;

/**
 * Live prices by socket: each connection names its symbols with `market:watch` and gets at most one message per beat with
 * what changed since its last one; the first has all prices. A connection that can't keep up skips messages but no prices:
 * the next message it can take has them all again.
 */
export class Watchers {
  readonly #watches = new Map<string, Watch>();
  readonly #lists = new Map<string, List>();
  readonly #standing = new Map<string, Standing>();
  readonly #realtime: Pick<Realtime, 'onEvent' | 'prepare' | 'broadcastVolatile'>;
  readonly #market: Pick<Market, 'instrument' | 'quote' | 'now'>;
  #beat = 0;
  /** Read once a beat, by the first list that holds it. */
  #read = new Map<string, Standing | null>();

  constructor(realtime: Pick<Realtime, 'onEvent' | 'prepare' | 'broadcastVolatile'>, market: Pick<Market, 'instrument' | 'quote' | 'now'>) {
    this.#realtime = realtime;
    this.#market = market;
    realtime.onEvent('market:watch', ({ symbols }, connection) => {
      const unique = [...new Set(symbols)];
      const unknown = unique.filter((symbol) => market.instrument(symbol) === null);
      if (!this.#watches.has(connection.id)) connection.onClose(() => this.#leave(connection.id));
      this.#leave(connection.id);
      this.#watches.set(connection.id, { list: this.#join(unique.filter((symbol) => !unknown.includes(symbol))), told: NEVER });
      // Even with nothing to watch: the ack says which names were not understood.
      return { watching: unique.length - unknown.length, unknown };
    });
  }

  /** Sends what changed. Call at most once a second. */
  flush(): void {
    if (this.#watches.size === 0) return;
    this.#beat += 1;
    this.#read = new Map();
    const ts = this.#market.now().toISOString();
    this.#realtime.broadcastVolatile((connection) => {
      const watch = this.#watches.get(connection.id);
      if (!watch) return null;
      const { list } = watch;
      if (list.beat !== this.#beat) this.#look(list, ts);
      const upToDate = watch.told === list.before;
      watch.told = this.#beat;
      return upToDate ? list.changes : this.#everything(list, ts);
    });
  }

  #join(symbols: readonly string[]): List {
    const key = symbols.join();
    const list = this.#lists.get(key) ?? { key, symbols, watchers: 0, beat: NEVER, before: NEVER, versions: [], changes: null, all: null };
    list.watchers += 1;
    this.#lists.set(key, list);
    return list;
  }

  #leave(connection: string): void {
    const list = this.#watches.get(connection)?.list;
    this.#watches.delete(connection);
    if (!list) return;
    list.watchers -= 1;
    if (list.watchers === 0) this.#lists.delete(list.key);
  }

  #look(list: List, ts: string): void {
    const changed: Quote[] = [];
    for (const [at, symbol] of list.symbols.entries()) {
      const standing = this.#standingOf(symbol);
      if (!standing || list.versions[at] === standing.version) continue;
      list.versions[at] = standing.version;
      changed.push(standing.quote);
    }
    list.before = list.beat;
    list.beat = this.#beat;
    list.changes = this.#message(changed, ts);
    list.all = null;
  }

  #everything(list: List, ts: string): Prepared | null {
    list.all ??= this.#message(
      list.symbols.flatMap((symbol) => this.#standingOf(symbol)?.quote ?? []),
      ts,
    );
    return list.all;
  }

  #message(quotes: Quote[], ts: string): Prepared | null {
    return quotes.length > 0 ? this.#realtime.prepare('market:quotes', { quotes, ts }) : null;
  }

  #standingOf(symbol: string): Standing | null {
    let standing = this.#read.get(symbol);
    if (standing === undefined) {
      standing = this.#now(symbol);
      this.#read.set(symbol, standing);
    }
    return standing;
  }

  #now(symbol: string): Standing | null {
    const quote = this.#market.quote(symbol);
    if (!quote) return null;
    const previous = this.#standing.get(symbol);
    const version = previous ? previous.version + (same(previous.quote, quote) ? 0 : 1) : 1;
    const standing = { quote, version };
    this.#standing.set(symbol, standing);
    return standing;
  }
}

/** Volume and time move with every second; only prices and phase make a quote worth sending. */
function same(previous: Quote, quote: Quote): boolean {
  return (
    previous.ltp === quote.ltp &&
    previous.high === quote.high &&
    previous.low === quote.low &&
    previous.open === quote.open &&
    previous.prev_close === quote.prev_close &&
    // A step that a list explains is a change from then on, at the same price.
    previous.change === quote.change &&
    previous.phase === quote.phase
  );
}
