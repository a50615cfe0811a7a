import type { Realtime } from '../platform/platform.ts';
import type { Market, Quote } from './market.ts';

interface Watch {
  readonly symbols: readonly string[];
  /** The version of each of its symbols that this connection has seen last. */
  readonly sent: number[];
}

/** A symbol's quote now, and how often its price has changed so far: connections compare one number. */
interface Standing {
  readonly quote: Quote;
  readonly version: number;
}

/**
 * Live prices by socket: each connection names its symbols with `market:watch` and gets at most one message a beat, holding
 * only what changed since its last one; the first holds them all. A connection that can't keep up skips messages, never prices.
 */
export class Watchers {
  readonly #watches = new Map<string, Watch>();
  readonly #standing = new Map<string, Standing>();
  readonly #realtime: Realtime;
  readonly #market: Pick<Market, 'instrument' | 'quote' | 'now'>;

  constructor(realtime: Realtime, market: Pick<Market, 'instrument' | 'quote' | 'now'>) {
    this.#realtime = realtime;
    this.#market = market;
    realtime.onEvent('market:watch', ({ symbols }, connection) => {
      const wanted = [...new Set(symbols)];
      const unknown = wanted.filter((symbol) => market.instrument(symbol) === null);
      if (!this.#watches.has(connection.id)) connection.onClose(() => this.#watches.delete(connection.id));
      this.#watches.set(connection.id, { symbols: wanted.filter((symbol) => !unknown.includes(symbol)), sent: [] });
      // Also with nothing to watch: the ack tells which names were not understood.
      return { watching: wanted.length - unknown.length, unknown };
    });
  }

  /** Sends what changed. Call at most once a second. */
  flush(): void {
    if (this.#watches.size === 0) return;
    const ts = this.#market.now().toISOString();
    const read = new Map<string, Standing | null>();
    this.#realtime.broadcastVolatile('market:quotes', (connection) => {
      const watch = this.#watches.get(connection.id);
      if (!watch) return null;
      const changed: Quote[] = [];
      for (const [at, symbol] of watch.symbols.entries()) {
        let standing = read.get(symbol);
        if (standing === undefined) {
          standing = this.#read(symbol);
          read.set(symbol, standing);
        }
        if (!standing || watch.sent[at] === standing.version) continue;
        watch.sent[at] = standing.version;
        changed.push(standing.quote);
      }
      return changed.length > 0 ? { quotes: changed, ts } : null;
    });
  }

  #read(symbol: string): Standing | null {
    const quote = this.#market.quote(symbol);
    if (!quote) return null;
    const before = this.#standing.get(symbol);
    const version = before ? before.version + (same(before.quote, quote) ? 0 : 1) : 1;
    const standing = { quote, version };
    this.#standing.set(symbol, standing);
    return standing;
  }
}

/** Volume and time move with every second; only prices and phase make a quote worth sending. */
function same(before: Quote, quote: Quote): boolean {
  return (
    before.ltp === quote.ltp &&
    before.high === quote.high &&
    before.low === quote.low &&
    before.open === quote.open &&
    before.prev_close === quote.prev_close &&
    before.phase === quote.phase
  );
}
