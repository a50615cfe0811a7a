import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { EmbeddedDatabase } from './embedded.ts';

/**
 * The shared connection. Each feature names its own tables where it takes it, and needs no cast: `const db: Kysely<CallsTables> = platform.db`,
 * `platform.transaction(async (tx: Kysely<CallsTables>) => …)`. What one feature offers another takes a `Database`.
 * Values come back as: `date` → 'YYYY-MM-DD', `timestamptz` → Date, `bigint` and `count(*)` → number, `numeric` → string.
 */
// biome-ignore lint/suspicious/noExplicitAny: the platform knows no tables; a feature states its own.
export type Database = Kysely<any>;

/** Where the data lies. `memory` (a thread that somebody else starts and stops) and `schema` serve tests. */
export type DatabasePlace =
  | { kind: 'embedded'; directory: string }
  | { kind: 'memory'; thread: EmbeddedDatabase }
  | { kind: 'postgres'; url: string; schema?: string };

export interface OpenDatabase {
  readonly place: DatabasePlace;
  readonly db: Database;
  /** The pool below, for libraries that bring their own SQL. Not guarded. */
  readonly pool: pg.Pool;
  /** One statement of such a library, under the limits of the work that runs now. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  /** Why it takes no writes, should it take none. */
  whyReadOnly(): string;
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
