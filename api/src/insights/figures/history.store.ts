import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import type { Audience } from '../audience.ts';

interface SentimentTables {
  sentiment_daily: { symbol: string; day: string; audience: string; score: number; method: string };
}

export interface Closing {
  readonly day: string;
  readonly score: number;
  readonly method: string;
}

/** Closing sentiment by day and audience. Symbol `*` is the whole market. */
export class SentimentHistory {
  readonly #db: Kysely<SentimentTables>;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The latest `count` closings of a symbol as an audience was shown them, oldest first, each with the method of its day. */
  async of(symbol: string, audience: Audience, count: number): Promise<Closing[]> {
    const { rows } = await sql<{ day: string; score: string; method: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, score::text as score, method from sentiment_daily
      where symbol = ${symbol} and audience = ${audience.key} order by sentiment_daily.day desc limit ${count}`.execute(this.#db);
    return rows.map(({ day, score, method }) => ({ day, score: Number(score), method })).reverse();
  }

  /** The same of many symbols, in one query for all; a symbol without a closing is not in it. */
  async ofAll(symbols: readonly string[], audience: Audience, count: number): Promise<Map<string, Closing[]>> {
    const { rows } = await sql<{ symbol: string; day: string; score: string; method: string }>`
      select wanted.symbol, to_char(closing.day, 'YYYY-MM-DD') as day, closing.score::text as score, closing.method
      from unnest(${[...symbols]}::text[]) as wanted (symbol) cross join lateral (
        select day, score, method from sentiment_daily
        where symbol = wanted.symbol and audience = ${audience.key} order by sentiment_daily.day desc limit ${count}) as closing
      order by closing.day`.execute(this.#db);
    const closings = Map.groupBy(rows, ({ symbol }) => symbol);
    const own = ({ day, score, method }: (typeof rows)[number]): Closing => ({ day, score: Number(score), method });
    return new Map([...closings].map(([symbol, each]) => [symbol, each.map(own)]));
  }

  /** Which of these days are written for an audience. */
  async days(days: readonly string[], audience: Audience): Promise<Set<string>> {
    const { rows } = await sql<{ day: string }>`
      select to_char(day, 'YYYY-MM-DD') as day from sentiment_daily
      where symbol = '*' and audience = ${audience.key} and day = any(${[...days]}::date[])`.execute(this.#db);
    return new Set(rows.map((row) => row.day));
  }

  async write(day: string, audience: Audience, rows: readonly { symbol: string; score: number }[], method: string): Promise<void> {
    await this.#db
      .insertInto('sentiment_daily')
      .values(rows.map((row) => ({ ...row, day, audience: audience.key, method })))
      .onConflict((conflict) => conflict.columns(['symbol', 'day', 'audience']).doNothing())
      .execute();
  }
}
