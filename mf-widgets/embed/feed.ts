import type { Sentiment } from '@vimarsh/shared/contract/insights.contract.ts';
import type { WidgetProblem } from './protocol.ts';
import type { PartnerTheme } from './theme.ts';

/** One source of data per page: widgets of the same stock and key share one request and one timer. */
export type FeedUpdate = { readonly data: Sentiment; readonly stale: boolean } | { readonly problem: WidgetProblem; readonly last: Sentiment | null };
type Listener = (update: FeedUpdate) => void;

interface Token {
  readonly token: string;
  readonly expires: number;
}

const OPEN_MS = 15_000;
const CLOSED_MS = 300_000;
const FIXES: Record<string, string> = {
  KEY_MISSING: 'Set the access-key attribute to the key from your Vimarsh partner page.',
  KEY_UNKNOWN: 'Check the access-key attribute; this key does not exist.',
  KEY_REVOKED: 'This key was revoked. Use the current key from your partner page.',
  ORIGIN_DENIED: 'Add this page’s origin to the key on your partner page: ',
  WIDGET_SCOPE: 'This key does not include the market-sentiment widget.',
  UNKNOWN_SYMBOL: 'Use an NSE trading symbol in the stock attribute.',
  RATE: 'Too many requests for this key; the widget tries again by itself.',
};

export interface FeedOptions {
  /** Origin of the API. */
  readonly api: string;
  /** Token minted into an iframe page; elements open their own session. */
  readonly token?: Token;
  readonly onTheme?: (accessKey: string, theme: PartnerTheme) => void;
}

export function createFeed({ api, token, onTheme }: FeedOptions) {
  const channels = new Map<string, Channel>();
  const sessions = new Map<string, Promise<Token>>();

  /** Opens or reuses the widget session of a key. A failed one is forgotten. */
  const session = (accessKey: string): Promise<Token> => {
    const known = sessions.get(accessKey);
    if (known) return known;
    const opening = token
      ? Promise.resolve(token)
      : call<{ token: string; expires_in: number; theme: PartnerTheme }>(`${api}/embed/v1/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ access_key: accessKey, widget: 'market-sentiment' }),
        }).then((data) => {
          onTheme?.(accessKey, data.theme);
          return { token: data.token, expires: Date.now() + data.expires_in * 900 };
        });
    sessions.set(accessKey, opening);
    opening.catch(() => sessions.delete(accessKey));
    return opening;
  };

  const read = async (accessKey: string, stock: string): Promise<Sentiment> => {
    let current = await session(accessKey);
    if (current.expires < Date.now() && !token) {
      sessions.delete(accessKey);
      current = await session(accessKey);
    }
    const data = await call<Sentiment>(`${api}/embed/v1/sentiment/${encodeURIComponent(stock)}?broker_access_key=${encodeURIComponent(accessKey)}`, {
      headers: { authorization: `Bearer ${current.token}` },
    });
    if (!isSentiment(data))
      throw problem('upstream_shape', 'Not available right now.', 'The API answered another shape; load the current widget version.', true);
    return data;
  };

  class Channel {
    readonly listeners = new Set<Listener>();
    last: Sentiment | null = null;
    #timer = 0;
    readonly accessKey: string;
    readonly stock: string;
    constructor(accessKey: string, stock: string) {
      this.accessKey = accessKey;
      this.stock = stock;
    }
    async refresh(): Promise<void> {
      clearTimeout(this.#timer);
      try {
        this.last = await read(this.accessKey, this.stock);
        this.#tell({ data: this.last, stale: false });
      } catch (error) {
        const reason = isProblem(error)
          ? error
          : problem('offline', 'Not available right now.', 'The API could not be reached; check connect-src in your Content-Security-Policy.', true);
        // A revoked or refused key blanks the data; a passing failure keeps it, marked.
        if (!reason.retryable) this.last = null;
        this.#tell({ problem: reason, last: this.last });
        if (!reason.retryable) return;
      }
      this.schedule();
    }
    schedule(): void {
      clearTimeout(this.#timer);
      if (this.listeners.size > 0 && !document.hidden)
        this.#timer = setTimeout(() => this.refresh(), this.last?.phase === 'closed' ? CLOSED_MS : OPEN_MS) as unknown as number;
    }
    stop(): void {
      clearTimeout(this.#timer);
    }
    #tell(update: FeedUpdate): void {
      for (const listener of this.listeners) listener(update);
    }
  }

  document.addEventListener('visibilitychange', () => {
    for (const channel of channels.values()) {
      if (document.hidden) channel.stop();
      else void channel.refresh();
    }
  });

  return {
    subscribe(accessKey: string, stock: string, listener: Listener): () => void {
      const id = `${accessKey} ${stock}`;
      const channel = channels.get(id) ?? new Channel(accessKey, stock);
      const first = channel.listeners.size === 0;
      channels.set(id, channel);
      channel.listeners.add(listener);
      if (channel.last) listener({ data: channel.last, stale: false });
      if (first) void channel.refresh();
      return () => {
        channel.listeners.delete(listener);
        if (channel.listeners.size > 0) return;
        channel.stop();
        channels.delete(id);
      };
    },
    refresh: (accessKey: string, stock: string): Promise<void> => channels.get(`${accessKey} ${stock}`)?.refresh() ?? Promise.resolve(),
  };
}
export type Feed = ReturnType<typeof createFeed>;

const problem = (code: string, text: string, fix: string, retryable: boolean): WidgetProblem => ({ code, text, fix, retryable });
const isProblem = (value: unknown): value is WidgetProblem => typeof value === 'object' && value !== null && 'fix' in value;

/** Hand-sized check of the fields the view can't do without (a schema library would cost as much as the widget). */
const isSentiment = (value: unknown): value is Sentiment => {
  const data = value as Partial<Sentiment> | null;
  return (
    typeof data === 'object' &&
    data !== null &&
    typeof data.symbol === 'string' &&
    typeof data.ltp === 'number' &&
    Array.isArray(data.drivers) &&
    typeof data.as_of === 'string'
  );
};

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(15_000) });
  const answer = (await response.json().catch(() => null)) as { status?: boolean; code?: string; validation?: string; data?: T } | null;
  if (answer?.status && answer.data) return answer.data;
  const code = answer?.code ?? `HTTP_${response.status}`;
  const text = answer?.validation || 'Not available right now.';
  throw problem(
    code,
    text,
    (FIXES[code] ?? `The API answered ${response.status}.`) + (code === 'ORIGIN_DENIED' ? location.origin : ''),
    response.status >= 500 || code === 'RATE' || code === 'SESSION_ENDED',
  );
}
