import * as z from 'zod/mini';
import { quote } from '../market/types.ts';
import { symbol } from '../text.ts';

/** Socket.IO events. Client → server, each with an ack `{ ok, code?, text? }`. */
export const CLIENT_EVENTS = {
  /** Replaces the connection's watch list; at most 200 symbols. */
  'market:watch': z.object({ symbols: z.array(symbol).check(z.maxLength(200)) }),
  /** A new access token on a live socket. */
  'session:auth': z.object({ token: z.string().check(z.maxLength(2000)) }),
} as const;

/** Who may send what: `open` sockets need no bearer. An event without an entry is a type error. */
export const CLIENT_ACCESS: Readonly<Record<keyof typeof CLIENT_EVENTS, 'open' | 'session'>> = {
  'market:watch': 'open',
  'session:auth': 'open',
};

/** Server → client. */
export const SERVER_EVENTS = {
  /** One conflated message a second at most: only quotes that changed. */
  'market:quotes': z.object({ quotes: z.array(quote), ts: z.string() }),
  /** A call the caller may see changed; read it again by id. */
  'call:changed': z.object({ id: z.string(), status: z.string() }),
  /** The caller has a notice they have not been given yet: read on from the latest they know. */
  'notice:new': z.object({}),
  'session:ended': z.object({ reason: z.string() }),
} as const;
