import type { NewsOf, RoomLine, RoomTopic } from '../../contract/socket/topics.ts';
import type { TopicChannel, Wire } from './line.types.ts';

type News = NewsOf<RoomTopic>;

/** A room that somebody on this page follows. */
interface Followed {
  readonly topic: RoomTopic;
  /** The last number of its sequence that the page has. */
  have: number | undefined;
  /** Each with what it wants to know of the line. */
  readonly listeners: Map<(news: News) => void, RoomTopic['onLine']>;
  /** The server counts the page as a member. */
  joined: boolean;
  /** When the server could not answer the join, it is sent again. */
  retry?: ReturnType<typeof setTimeout>;
}

/** A join is sent again after this long at most, and up to as much again by chance, s. */
const LONGEST_PAUSE_S = 32;

/**
 * The rooms of every topic that has some. After a gap the server is told the last number the page has, and sends what follows it;
 * where there is none, the page is told to load anew once it is a member, so that nothing falls between.
 */
export function createRooms(wire: Wire): TopicChannel<RoomTopic> {
  const rooms = new Map<string, Followed>();
  const heard = new Set<string>();

  const tell = (followed: Followed | undefined, news: News): void => {
    for (const listener of followed?.listeners.keys() ?? []) listener(news);
  };
  const tellLine = ({ listeners }: Followed, line: RoomLine): void => {
    for (const onLine of listeners.values()) onLine?.(line);
  };
  const away = (state: 'away' | 'gone'): void => {
    for (const followed of rooms.values()) {
      followed.joined = false;
      tellLine(followed, { state });
    }
  };
  const joined: RoomLine = { state: 'joined', say: (event, payload) => wire.say(event, payload) };

  function join(followed: Followed, tries = 0): void {
    clearTimeout(followed.retry);
    const { topic, have } = followed;
    wire.send('room:join', { topic: topic.of.name, room: topic.room, ...(have !== undefined && { have }) }, ({ ok, code = '', text = '', retry_after = 0 }) => {
      if (ok) {
        followed.joined = true;
        tellLine(followed, joined);
        if (have === undefined) tell(followed, null);
      } else if (code === 'RETRY' || code === 'RATE') {
        // Both pass by themselves. The pause grows and has a part by chance, so that pages don't come again all at once.
        const pause = Math.max(retry_after, Math.min(2 ** tries, LONGEST_PAUSE_S)) * (1 + Math.random());
        followed.retry = setTimeout(() => {
          if (followed.listeners.size > 0 && wire.connected()) join(followed, tries + 1);
        }, pause * 1000);
      } else tell(followed, { event: 'refused', code, text });
    });
  }

  /** A topic's events have one listener each, for all of its rooms. */
  function hear({ of }: RoomTopic): void {
    for (const [event, schema] of Object.entries(of.server)) {
      if (heard.has(event)) continue;
      heard.add(event);
      wire.listen(event, schema, (payload) => {
        const followed = rooms.get(keyOf(of.name, payload.room));
        if (followed && event === of.sequence?.event) followed.have = (payload as { seq?: number }).seq;
        tell(followed, { event, payload });
      });
    }
  }

  wire.hear('room:ended', ({ topic, room, code, text }) => tell(rooms.get(keyOf(topic, room)), { event: 'refused', code, text }));
  wire.hear('room:reload', ({ topic, room }) => {
    const followed = rooms.get(keyOf(topic, room));
    if (followed) followed.have = undefined;
    tell(followed, null);
  });

  return {
    subscribe(topic, onNews) {
      // A function of its own: the same listener may be given twice.
      const listener = (news: News) => onNews(news);
      const key = keyOf(topic.of.name, topic.room);
      const followed = rooms.get(key);
      if (followed) {
        followed.listeners.set(listener, topic.onLine);
        if (followed.joined) topic.onLine?.(joined);
        // What this one lacks, the others may have had already.
        if (topic.have === undefined || topic.have !== followed.have) listener(null);
      } else {
        const first = { topic, have: topic.have, listeners: new Map([[listener, topic.onLine]]), joined: false };
        rooms.set(key, first);
        hear(topic);
        if (wire.connected()) join(first);
      }
      wire.changed();
      return () => {
        const own = rooms.get(key);
        if (!own?.listeners.delete(listener) || own.listeners.size > 0) return;
        rooms.delete(key);
        if (wire.connected()) wire.send('room:leave', { topic: topic.of.name, room: topic.room });
        wire.changed();
      };
    },
    needed: () => rooms.size > 0,
    up() {
      for (const followed of rooms.values()) join(followed);
    },
    away: () => away('away'),
    gaveUp: () => away('gone'),
  };
}

const keyOf = (topic: string, room: string): string => `${topic} ${room}`;
