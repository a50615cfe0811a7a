import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import type { Audience } from '../audience.ts';

interface SentimentTables {
  sentiment_daily: { symbol: string; day: string; audience: string; score: number; method: string };
}

/** Closing sentiment by day and audience. Symbol `*` is the whole market. */
export class SentimentHistory {
  readonly #db: Kysely<SentimentTables>;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The latest `count` closings of a symbol as an audience was shown them, oldest first, each with the method of its day. */
  async of(symbol: string, audience: Audience, count: number): Promise<{ day: string; score: number; method: string }[]> {
    const { rows } = await sql<{ day: string; score: string; method: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, score::text as score, method from sentiment_daily
      where symbol = ${symbol} and audience = ${audience.key} order by sentiment_daily.day desc limit ${count}`.execute(this.#db);
    return rows.map(({ day, score, method }) => ({ day, score: Number(score), method })).reverse();
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
