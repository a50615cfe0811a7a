import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createClient, type RedisClientType } from 'redis';
import { ulid } from '../text/id.ts';
import { type Hint, type Relay, readLetter } from './hint.ts';
import { answerInTime, keepConnected, LATE_MS, type Line } from './keep-connected.ts';

type Answer = Awaited<ReturnType<RedisClientType['xRead']>>;

const STREAM = 'vimarsh:hints';
/** What Redis keeps for a node whose connection was lost; older hints are no news any more. */
const KEPT = 10_000;
const BATCH = 100;
/** A reader asks Redis to wait this long for news. */
const WAIT_MS = 2000;

export interface RedisRelay extends Relay {
  close(): void;
}

/** The client goes on after an answer it could not read, with every later one given to the wrong question: any fault is the end of it. */
export function redisLine(url: string): Line<RedisClientType> {
  const redis = createClient({ url, RESP: 2, socket: { connectTimeout: LATE_MS, reconnectStrategy: false }, disableOfflineQueue: true });
  return {
    client: redis as unknown as RedisClientType,
    open: () => redis.connect(),
    onFault: (failed) => void redis.on('error', failed),
    close: () => redis.destroy(),
  };
}

/**
 * Carries hints between nodes over a Redis stream. A Redis that dies, hangs, answers late or with garbage costs latency
 * only: a connection with any fault is thrown away and made anew after a pause, what was not taken is sent again, and the
 * reader goes on where it was. Loaded only where Redis is set: the client alone costs a fifth of a second at start.
 */
export function relayByRedis(url: string, take: (hint: Hint) => void, log: Logger): RedisRelay {
  const node = ulid();
  const ended = new AbortController();
  const unsent: { n: number; text: string }[] = [];
  let published = 0;
  let news = Promise.withResolvers<void>();

  async function send(redis: RedisClientType): Promise<never> {
    for (;;) {
      if (unsent.length === 0) {
        news = Promise.withResolvers();
        await news.promise;
      }
      const batch = unsent.slice(0, BATCH);
      const trim = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT } } as const;
      const ids = await answerInTime(Promise.all(batch.map(({ text }) => redis.xAdd(STREAM, '*', { text }, trim))));
      if (!ids.every(isStreamId)) throw new Error('Redis answered with something else than the place of what it was given.');
      // Some may have been dropped meanwhile to make room.
      const last = batch.at(-1)!.n;
      while (unsent[0] && unsent[0].n <= last) unsent.shift();
    }
  }

  const startedAt = performance.now();
  /** Where the reader is in the stream; '' before it was ever connected. */
  let place = '';
  /** The last hint taken of each node: what a node sends twice, because it never heard that the first had arrived, counts once. */
  const taken = new LRUCache<string, number>({ max: 1000 });

  async function read(redis: RedisClientType): Promise<never> {
    if (place === '') {
      // From this node's start, by the clock that numbers the stream; `$` would lose what is added between two questions.
      const from = `${Number((await answerInTime(redis.time()))[0]) * 1000 - Math.ceil(performance.now() - startedAt)}-0`;
      if (!isStreamId(from)) throw new Error('Redis answered with something else than the time.');
      place = from;
    }
    for (;;) {
      const answer: Answer = await answerInTime(redis.xRead({ key: STREAM, id: place }, { BLOCK: WAIT_MS, COUNT: BATCH }), WAIT_MS + LATE_MS);
      for (const { id, message } of answer?.[0]?.messages ?? []) {
        if (!isStreamId(id)) throw new Error('Redis answered with something else than a part of the stream.');
        place = id;
        const letter = readLetter(message.text);
        if (!letter || letter.node === node || letter.n <= (taken.get(letter.node) ?? 0)) continue;
        taken.set(letter.node, letter.n);
        take(letter.hint);
      }
    }
  }

  const connection = { what: 'redis', log, signal: ended.signal };
  void keepConnected(() => redisLine(url), send, connection);
  void keepConnected(() => redisLine(url), read, connection);

  return {
    publish(hint) {
      published += 1;
      unsent.push({ n: published, text: JSON.stringify({ node, n: published, hint }) });
      if (unsent.length > KEPT) unsent.shift();
      news.resolve();
    },
    close: () => ended.abort(),
  };
}

const isStreamId = (id: unknown): boolean => typeof id === 'string' && /^\d+-\d+$/.test(id);
