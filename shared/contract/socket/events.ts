import * as z from 'zod/mini';
import { quote } from '../market/types.ts';
import { symbol } from '../text.ts';
import { declareTopic, type TopicDeclaration } from './declare-topic.ts';

const text = z.string().check(z.maxLength(100));
const room = z.object({ topic: text, room: text.check(z.minLength(1)) });

/** The topics that every node has from its start. One with rooms is opened by its feature (`openTopic`) and stands in no list. */
const prices = declareTopic({
  name: 'prices',
  access: 'open',
  /** Replaces the connection's watch list; at most 200 symbols. */
  client: { 'market:watch': z.object({ symbols: z.array(symbol).check(z.maxLength(200)) }) },
  /** One conflated message a second at most: only quotes that changed. After a gap all of them. */
  server: { 'market:quotes': z.object({ quotes: z.array(quote), ts: z.string() }) },
  perSecond: 40,
});
const calls = declareTopic({
  name: 'calls',
  access: 'session',
  client: {},
  /** A call the caller may see changed; read it again by id. After a gap any may have. */
  server: { 'call:changed': z.object({ id: z.string(), status: z.string() }) },
  perSecond: 0,
});
const notices = declareTopic({
  name: 'notices',
  access: 'session',
  client: {},
  /** The caller has a notice they have not been given yet: read on from the latest they know. After a gap there may be. */
  server: { 'notice:new': z.object({}) },
  perSecond: 0,
});
/** The line itself: whose it is, and the rooms it is in. */
const line = declareTopic({
  name: 'line',
  access: 'open',
  client: {
    /** A new access token on a live socket. */
    'session:auth': z.object({ token: z.string().check(z.maxLength(2000)) }),
    /** Joins a room of a topic. `have`: the last number of its sequence that the client has; what follows it is sent first. */
    'room:join': z.extend(room, { have: z.optional(z.int().check(z.minimum(0))) }),
    'room:leave': room,
  },
  server: {
    'session:ended': z.object({ reason: z.string() }),
    /** The client is no member any more. */
    'room:ended': z.extend(room, { code: z.string(), text: z.string() }),
    /** Too much is missing to be sent: load the room anew. What happens from now on is sent. */
    'room:reload': room,
  },
  perSecond: 40,
});

export const TOPICS: readonly TopicDeclaration[] = [prices, calls, notices, line];

export const CLIENT_EVENTS = { ...prices.client, ...line.client };
export const SERVER_EVENTS = { ...prices.server, ...calls.server, ...notices.server, ...line.server };
