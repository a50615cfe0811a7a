import pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import { CarefulSocket } from '../database/postgres.ts';
import { TIME_LIMITS } from '../database/time-limits.ts';
import { answerInTime, keepConnected, type Line } from '../nodes/keep-connected.ts';
import { redisLine } from '../nodes/redis.ts';

/** What all nodes count together. */
export interface SharedCounts {
  /**
   * Counts `n` uses of `key`. Answers how many there are in its window by now and how long that lasts; null when nobody
   * answers, which takes no time but for the first who finds it out.
   */
  add(key: string, n: number, perSeconds: number): Promise<{ used: number; msLeft: number } | null>;
  /** Resolves once it is known whether anybody answers. */
  readonly tried: Promise<void>;
  close(): void;
}

export type CountsPlace = { kind: 'redis'; url: string } | { kind: 'postgres'; url: string; schema?: string | undefined };

/** A request does not wait longer for a count. */
const LATE_MS = 500;
const FIRST_TRY_MS = 1000;

/**
 * Counts in Redis or PostgreSQL, on connections of its own: a busy pool does not hold up the counting. Loaded only where
 * nodes may share something.
 */
export function countTogether(place: CountsPlace, log: Logger): SharedCounts {
  const ended = new AbortController();
  const first = Promise.withResolvers<void>();
  let connected: { limiter: RateLimiterStoreAbstract; fail(error: unknown): void } | null = null;

  async function serve(limiter: RateLimiterStoreAbstract): Promise<never> {
    const failed = Promise.withResolvers<never>();
    connected = { limiter, fail: failed.reject };
    first.resolve();
    try {
      return await failed.promise;
    } finally {
      connected = null;
    }
  }

  const make = place.kind === 'redis' ? () => redisCounts(place.url) : () => postgresCounts(place);
  void keepConnected(make, serve, { what: `counting in ${place.kind}`, log, signal: ended.signal });
  setTimeout(first.resolve, FIRST_TRY_MS).unref();

  return {
    tried: first.promise,
    async add(key, n, perSeconds) {
      const by = connected;
      if (!by) return null;
      try {
        return await answerInTime(count(by.limiter, key, n, perSeconds), LATE_MS);
      } catch (error) {
        if (connected === by) connected = null;
        by.fail(error);
        return null;
      }
    },
    close: () => ended.abort(),
  };
}

async function count(limiter: RateLimiterStoreAbstract, key: string, n: number, perSeconds: number): Promise<{ used: number; msLeft: number }> {
  const { consumedPoints: used, msBeforeNext: msLeft } = await limiter.penalty(key, n, { customDuration: perSeconds });
  if (!Number.isSafeInteger(used) || !Number.isFinite(msLeft)) throw new Error('The answer was something else than a count.');
  return { used, msLeft };
}

/** What is full is not the library's to say: it counts, and `limits.ts` compares. */
const NO_LIMIT = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

function countsOn<C>(line: Line<C>, limiter: RateLimiterStoreAbstract): Line<RateLimiterStoreAbstract> {
  return {
    ...line,
    client: limiter,
    async open() {
      await line.open();
      // One that hangs takes connections all the same.
      await count(limiter, 'probe', 0, 1);
    },
  };
}

function redisCounts(url: string): Line<RateLimiterStoreAbstract> {
  const line = redisLine(url);
  return countsOn(line, new RateLimiterRedis({ ...NO_LIMIT, storeClient: line.client, useRedisPackage: true, keyPrefix: 'vimarsh:limit' }));
}

/** At once under way; more wait for them. */
const MOST_QUESTIONS = 4;

function postgresCounts({ url, schema }: { url: string; schema?: string | undefined }): Line<RateLimiterStoreAbstract> {
  const sockets: CarefulSocket[] = [];
  const pool = new pg.Pool({
    connectionString: url,
    stream: () => {
      const socket = new CarefulSocket();
      sockets.push(socket);
      return socket as never;
    },
    keepAlive: true,
    application_name: 'vimarsh',
    statement_timeout: TIME_LIMITS.count.statement,
    lock_timeout: TIME_LIMITS.count.lock,
    idle_in_transaction_session_timeout: TIME_LIMITS.count.idle,
    max: MOST_QUESTIONS,
    idleTimeoutMillis: 0,
    ...(schema && { options: `-c search_path=${schema}` }),
  });
  const line: Line<pg.Pool> = {
    client: pool,
    // The first question opens the first connection.
    open: async () => undefined,
    onFault: (failed) => void pool.on('error', failed).on('connect', (client) => client.on('error', failed)),
    // Not `end`, which waits for answers.
    close: () => sockets.forEach((socket) => void socket.destroy()),
  };
  const table = { storeType: 'pool', tableName: 'limit_counts', tableCreated: true, clearExpiredByTimeout: false };
  return countsOn(line, new RateLimiterPostgres({ ...NO_LIMIT, ...table, storeClient: pool, keyPrefix: '' }));
}
