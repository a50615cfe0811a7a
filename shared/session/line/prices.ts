import { readQuotes } from '../../contract/market/routes.ts';
import type { Quote } from '../../contract/market/types.ts';
import type { Core } from '../core/core.ts';
import type { Session } from '../session.types.ts';
import type { TopicChannel, Wire } from './line.types.ts';

/** Most symbols that the line carries for one page, and that one question may name. */
const MOST_SYMBOLS = 200;
/** From the loss of the line to the first snapshot in its stead: a line that comes back at once needs none, ms. */
const FIRST_POLL_MS = 2000;
/** Between two snapshots, while the line is away or of what it does not carry, ms. */
const POLL_MS = 5000;
/** A snapshot that takes longer counts as unanswered until it comes, ms. */
const PATIENCE_MS = 5000;

/**
 * Every price on the page. The server sends at most one message a second with what changed; whoever watches gets their own
 * symbols of it. Snapshots come by HTTP while the line is away, and for the symbols beyond those that it carries.
 */
export function createPrices(wire: Wire, core: Core, session: Pick<Session, 'request'>): TopicChannel<{ topic: 'prices'; symbols: readonly string[] }> {
  const watchers = new Map<(quotes: readonly Quote[]) => void, ReadonlySet<string>>();
  const last = new Map<string, Quote>();
  let told = '';
  let poll: ReturnType<typeof setTimeout> | undefined;

  const wanted = (): string[] => [...new Set([...watchers.values()].flatMap((symbols) => [...symbols]))];
  const carried = (): string[] => wanted().slice(0, MOST_SYMBOLS);
  /** What the line does not bring now. */
  const uncarried = (): string[] => wanted().slice(wire.connected() ? MOST_SYMBOLS : 0);
  let warned = false;

  function deliver(quotes: readonly Quote[]): void {
    for (const quote of quotes) last.set(quote.symbol, quote);
    for (const [listener, symbols] of watchers) {
      const own = quotes.filter((quote) => symbols.has(quote.symbol));
      if (own.length > 0) listener(own);
    }
  }

  /** Answers whether the server left it unanswered, which a refusal is not. One question after the other. */
  async function snapshot(all: readonly string[]): Promise<boolean> {
    if (all.length === 0) return false;
    const symbols = all.slice(0, MOST_SYMBOLS);
    const late = setTimeout(() => wire.answered(false), PATIENCE_MS);
    const { data, code } = await session.request(readQuotes, { query: { symbols: symbols.join(',') } }, { quiet: true });
    clearTimeout(late);
    if (data) {
      wire.answered(true);
      deliver(data);
    }
    if (code === 'UNREACHABLE' || code === 'BAD_ANSWER') return true;
    return snapshot(all.slice(MOST_SYMBOLS));
  }

  /** In the line's stead. Only these judge the server by one failure: what fails earlier may be the moment of a reconnection. */
  function pollIn(ms: number): void {
    poll = setTimeout(async () => {
      pollIn(POLL_MS);
      if (core.browser.visible() && (await snapshot(uncarried()))) wire.answered(false);
    }, ms);
  }

  /** A list of prices mounts many watchers in one turn; what they lack goes out as one call. */
  const lacking = new Set<string>();
  function askFor(symbols: readonly string[]): void {
    if (lacking.size === 0)
      queueMicrotask(() => {
        const asking = [...lacking];
        lacking.clear();
        void snapshot(asking);
      });
    for (const symbol of symbols) lacking.add(symbol);
  }

  function stopPolling(): void {
    clearTimeout(poll);
    poll = undefined;
  }

  wire.hear('market:quotes', ({ quotes }) => deliver(quotes));
  return {
    subscribe({ symbols }, onQuotes) {
      // A function of its own: the same listener may be given twice.
      const listener = (quotes: readonly Quote[]) => onQuotes(quotes);
      const own = new Set(symbols);
      watchers.set(listener, own);
      const known = [...own].flatMap((symbol) => last.get(symbol) ?? []);
      if (known.length > 0) listener(known);
      if (known.length < own.size) askFor([...own].filter((symbol) => !last.has(symbol)));
      wire.changed();
      return () => {
        if (watchers.delete(listener)) wire.changed();
      };
    },
    needed: () => watchers.size > 0,
    settle() {
      const all = new Set(wanted());
      for (const symbol of last.keys()) if (!all.has(symbol)) last.delete(symbol);
      const symbols = carried();
      const isMore = all.size > MOST_SYMBOLS;
      if (isMore && !warned)
        console.warn(`This page follows ${all.size} prices. The first ${MOST_SYMBOLS} are live, the others are asked for every ${POLL_MS / 1000} s.`);
      warned = isMore;
      if (wire.connected()) {
        if (!isMore) stopPolling();
        else if (poll === undefined) pollIn(POLL_MS);
      }
      if (wire.connected() && symbols.join() !== told) wire.send('market:watch', { symbols });
      told = symbols.join();
    },
    up() {
      stopPolling();
      if (watchers.size > 0) wire.send('market:watch', { symbols: carried() });
      if (uncarried().length > 0) pollIn(POLL_MS);
    },
    away() {
      if (watchers.size > 0 && poll === undefined) pollIn(FIRST_POLL_MS);
    },
    closed: stopPolling,
  };
}
