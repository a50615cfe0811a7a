/** Few pages come back to a server within this time, so that figures live again soon after its first answer. */
const LEAST_SPREAD_MS = 3000;
/** A line may break for one page alone; the first try comes soon. */
const FIRST_SPREAD_MS = 1500;
/** However many pages there are, or however long the server was away, no page waits longer. */
const MOST_SPREAD_MS = 60_000;
/** A server that has answered, and said that there are too many, is left alone for at least a third of this. */
const BUSY_SPREAD_MS = 15_000;

interface Away {
  /** For how long nothing has come, ms; 0 before the first try. */
  readonly awayMs: number;
  /** Over which time the server wishes its pages to come back: the more there are, the longer. */
  readonly spreadMs?: number;
  readonly isBusy?: boolean;
  /** How long the server wishes to be left alone, ms. */
  readonly pauseMs?: number;
  /** The browser says that there is no network. It is not always right, so it is tried all the same. */
  readonly isOffline?: boolean;
}

/**
 * How long a page waits before it asks a server again. Pages that lost it together come back each at a time of its own: the first
 * try comes anywhere in the time that the server names, and later ones keep that place in it, so that every second brings as many.
 * Where it names little or nothing, a page waits one to three seconds, and after a long time up to a twentieth of it. A try
 * costs a server that is away nothing.
 */
export function nextTry({ awayMs, spreadMs = 0, isBusy = false, pauseMs = 0, isOffline = false }: Away, random = Math.random()): number {
  if (awayMs === 0 && !isBusy && !isOffline) return pauseMs + Math.max(FIRST_SPREAD_MS, spreadMs) * random;
  const least = Math.max(isBusy ? BUSY_SPREAD_MS : LEAST_SPREAD_MS, spreadMs, awayMs / 20);
  const spread = isOffline ? MOST_SPREAD_MS : Math.min(MOST_SPREAD_MS, least);
  return pauseMs + (spread === spreadMs ? spread : (spread * (1 + 2 * random)) / 3);
}
