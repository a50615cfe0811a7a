import { io } from 'socket.io-client';
import { type Quote, readQuotes } from '../contract/market.contract.ts';
import { SERVER_EVENTS } from '../contract/socket.contract.ts';
import { SOCKET_RECONNECTION } from '../domain/constants.ts';
import { type Core, PLEASE_LOGIN } from './core.ts';
import type { Session } from './session.types.ts';
import { KEYS } from './storage.ts';

/** Most symbols one page may watch. */
const MOST_SYMBOLS = 200;
/** Between two snapshots while the socket is away, ms. */
const POLL_MS = 5000;

export interface Quotes {
  watch(symbols: readonly string[], onQuotes: (quotes: readonly Quote[]) => void): () => void;
  /** Calls that changed, by id; null after a gap. */
  hear(listener: (id: string | null) => void): () => void;
}

/** The part of a socket that is used here. */
export interface Line {
  on(event: string, listener: (payload: unknown) => void): unknown;
  emit(event: string, payload: unknown): unknown;
  connect(): unknown;
  disconnect(): unknown;
  readonly connected: boolean;
  /** Whether it is connected or will try (again) by itself. */
  readonly active: boolean;
  readonly io: { on(event: 'reconnect_failed', listener: () => void): unknown };
}

/** After its 5 attempts the line is tried again when the user comes back. */
const openLine = (token: () => string): Line =>
  io({
    transports: ['websocket'],
    auth: (send) => send({ token: token() }),
    withCredentials: true,
    reconnectionAttempts: SOCKET_RECONNECTION.attempts,
    reconnectionDelay: SOCKET_RECONNECTION.delayMs,
    reconnectionDelayMax: SOCKET_RECONNECTION.delayMaxMs,
    autoConnect: false,
  });

/**
 * One socket for every price and every changed call on the page. The server sends at most one message a second with what changed; each watcher
 * gets its own symbols of it. While the socket is away, snapshots come by HTTP.
 */
export function createQuotes(core: Core, session: Pick<Session, 'request'>, open: (token: () => string) => Line = openLine): Quotes {
  const watchers = new Map<(quotes: readonly Quote[]) => void, ReadonlySet<string>>();
  const last = new Map<string, Quote>();
  const line = open(() => core.store.read(KEYS.token));
  const hearers = new Set<(id: string | null) => void>();
  const needed = (): boolean => watchers.size > 0 || (hearers.size > 0 && core.snapshot().signedIn);
  let gap = false;
  /** On the way to a connection. Asked twice before the server has answered, Socket.IO would greet it twice. */
  let dialling = false;
  let asked = '';
  let poll: ReturnType<typeof setInterval> | undefined;
  let token = core.store.read(KEYS.token);

  const wanted = (): string[] => [...new Set([...watchers.values()].flatMap((symbols) => [...symbols]))].slice(0, MOST_SYMBOLS);

  function deliver(quotes: readonly Quote[]): void {
    for (const quote of quotes) last.set(quote.symbol, quote);
    for (const [listener, symbols] of watchers) {
      const own = quotes.filter((quote) => symbols.has(quote.symbol));
      if (own.length > 0) listener(own);
    }
  }

  async function snapshot(symbols: readonly string[]): Promise<void> {
    if (symbols.length === 0) return;
    const { data } = await session.request(readQuotes, { query: { symbols: symbols.join(',') } }, { quiet: true });
    if (data) deliver(data);
  }

  /** A list of prices mounts many watchers in one turn; what they lack goes out as one call. */
  const lacking = new Set<string>();
  function askFor(symbols: readonly string[]): void {
    if (lacking.size === 0)
      queueMicrotask(() => {
        const asking = [...lacking].slice(0, MOST_SYMBOLS);
        lacking.clear();
        void snapshot(asking);
      });
    for (const symbol of symbols) lacking.add(symbol);
  }

  /** Tells the server what to watch, once for all changes of one turn. */
  let telling = false;
  function tell(): void {
    if (telling) return;
    telling = true;
    queueMicrotask(() => {
      telling = false;
      const symbols = wanted();
      for (const symbol of last.keys()) if (!symbols.includes(symbol)) last.delete(symbol);
      if (!needed()) return hangUp();
      if (!line.connected) dial();
      else if (symbols.join() !== asked) line.emit('market:watch', { symbols });
      asked = symbols.join();
    });
  }

  function dial(): void {
    if (dialling) return;
    dialling = true;
    line.connect();
  }

  function hangUp(): void {
    clearInterval(poll);
    poll = undefined;
    dialling = false;
    line.disconnect();
  }

  line.on('connect', () => {
    dialling = false;
    clearInterval(poll);
    poll = undefined;
    if (watchers.size > 0) line.emit('market:watch', { symbols: wanted() });
    if (gap) for (const listener of hearers) listener(null);
    gap = false;
  });
  const fallBack = () => {
    dialling = line.active;
    gap = true;
    if (watchers.size > 0) poll ??= setInterval(() => core.browser.visible() && void snapshot(wanted()), POLL_MS);
  };
  line.on('disconnect', fallBack);
  line.on('connect_error', fallBack);
  line.io.on('reconnect_failed', () => {
    dialling = false;
  });
  line.on('market:quotes', (payload) => {
    const message = SERVER_EVENTS['market:quotes'].safeParse(payload);
    if (message.success) deliver(message.data.quotes);
  });
  line.on('call:changed', (payload) => {
    const message = SERVER_EVENTS['call:changed'].safeParse(payload);
    if (message.success) for (const listener of hearers) listener(message.data.id);
  });
  line.on('session:ended', (payload) => {
    if (SERVER_EVENTS['session:ended'].safeParse(payload).success && core.snapshot().signedIn) core.end({ message: PLEASE_LOGIN });
  });

  core.browser.onWake(() => {
    if (needed() && !line.connected && core.browser.visible()) dial();
  });
  core.onCleared(hangUp);
  core.subscribe(() => {
    const now = core.store.read(KEYS.token);
    if (now && now !== token) {
      if (line.connected) line.emit('session:auth', { token: now });
      // A line refused for its old token does not come back by itself.
      else if (needed()) dial();
    }
    token = now;
  });

  return {
    hear(listener) {
      const own = (id: string | null) => listener(id);
      hearers.add(own);
      tell();
      return () => {
        if (hearers.delete(own)) tell();
      };
    },
    watch(symbols, onQuotes) {
      // A fresh function per watcher: the same callback may be registered twice.
      const listener = (quotes: readonly Quote[]) => onQuotes(quotes);
      const own = new Set(symbols);
      watchers.set(listener, own);
      const known = [...own].flatMap((symbol) => last.get(symbol) ?? []);
      if (known.length > 0) listener(known);
      if (known.length < own.size) askFor([...own].filter((symbol) => !last.has(symbol)));
      tell();
      return () => {
        if (watchers.delete(listener)) tell();
      };
    },
  };
}
