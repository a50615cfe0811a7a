import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { refuseUnfinished, refuseUnfinishedFolder } from '../backup/unfinished.ts';
import { nameFailure } from '../http/failures.ts';
import { migrate } from '../schema/migrate.ts';
import { findPostgres, whyRefusedBy } from '../start/find-postgres.ts';
import { wordsOf } from '../text/error-words.ts';
import { DataUnusable, lockData } from './data-lock.ts';
import type { Database, DatabasePlace, OpenDatabase } from './database.types.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';
import { LEAST_FREE_UNDERWAY_MB } from './free-room.ts';
import { logLosses, openPostgresPool } from './postgres.ts';
import { underLimits, type WorkKind } from './time-limits.ts';

export interface OpenOptions {
  /** The embedded database's thread died underway. */
  onCrash?: (reason: string) => void;
  /** Looks at the database as it was found; throwing closes it untouched. */
  beforeMigrations?: (db: Database) => Promise<void>;
  /** Makes the tables by these migrations only; none leaves them as they are. Default: all. */
  migrations?: ReadonlySet<string>;
  /** For the restore that is writing it: opens also what another one left unfinished. */
  unfinished?: boolean;
  /** Whoever opens it has made sure that a PostgreSQL answers there. */
  found?: boolean;
  /** What the process is for: the limits of work that names no kind of its own. Default: requests. */
  work?: WorkKind;
}

export const schemaOf = (place: DatabasePlace): string => (place.kind === 'postgres' ? (place.schema ?? 'public') : 'public');

export const databasePlace = (config: Config): DatabasePlace =>
  config.DATABASE_URL ? { kind: 'postgres', url: config.DATABASE_URL } : { kind: 'embedded', directory: config.DATA_DIR };

const ANSWERS_WITHIN_MS = 60_000;
const TRY_EVERY_MS = 500;
const TELL_FIRST_MS = 1500;
const TELL_EVERY_MS = 30_000;

const { builtins } = pg.types;
const asNumber = (value: string): number => Number(value);
const asText = (value: string): string => value;

/** `bigint` as number (counts and sequences stay far below 2^53), `date` as the day it is rather than a moment in some zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === builtins.INT8) return asNumber;
    if (oid === builtins.DATE) return asText;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Opens the database, brings its tables up to date and returns the one way to it. */
export async function openDatabase(
  place: DatabasePlace,
  log: Logger,
  { onCrash = () => {}, beforeMigrations, migrations, unfinished = false, work, found = false }: OpenOptions = {},
): Promise<OpenDatabase> {
  if (!unfinished) refuseUnfinishedFolder(place);
  if (place.kind === 'postgres' && !found) await findPostgres(place.url, log);
  const { pool, connect, end, whyReadOnly } = await openPool(place, log, onCrash, work);
  const running = new AsyncLocalStorage<{ open: boolean }>();

  const refuseInside = (what: string): void => {
    if (running.getStore()?.open) throw new Error(`${what} inside a transaction: it would wait for itself. Use the transaction's own \`tx\`.`);
  };
  // Kysely takes its connections here, so this is where use outside the own transaction shows.
  const guarded = {
    options: pool.options,
    connect: () => {
      refuseInside('The database was used');
      return connect();
    },
    end: async () => {},
  };
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool: guarded as never }) });

  try {
    await onceItAnswers(place, pool, log, async () => {
      if (!unfinished) await refuseUnfinished(db, schemaOf(place));
      await beforeMigrations?.(db);
      if (migrations?.size !== 0) await underLimits('migration', () => migrate(db, schemaOf(place), migrations));
    });
  } catch (error) {
    await end();
    const why = place.kind === 'postgres' ? whyRefusedBy(place.url, error) : null;
    throw why ? new DataUnusable(why) : error;
  }

  return {
    place,
    db,
    pool,
    whyReadOnly,
    async query(text, values) {
      const client = await connect();
      try {
        const result = await client.query(text, values as unknown[]);
        client.release();
        return result;
      } catch (error) {
        // As the pool's own `query`: what failed may have left the connection anywhere.
        client.release(error as Error);
        throw error;
      }
    },
    async transaction(work) {
      refuseInside('A transaction was started');
      return db.transaction().execute(async (tx) => {
        // What the work leaves running behind it (a timer, a listener) may use the database again once this ended.
        const scope = { open: true };
        try {
          return await running.run(scope, () => work(tx));
        } finally {
          scope.open = false;
        }
      });
    },
    async close() {
      await db.destroy();
      await end();
    },
  };
}

/** A PostgreSQL that is there and still starts, or is too busy to answer in time, is waited for, and whoever starts the server hears of it. */
async function onceItAnswers(place: DatabasePlace, pool: pg.Pool, log: Logger, work: () => Promise<void>): Promise<void> {
  if (place.kind !== 'postgres') return work();
  const { hostname, port, searchParams } = new URL(place.url);
  const database = `the database at DATABASE_URL (${hostname || searchParams.get('host') || 'localhost'}:${port || 5432})`;
  const begun = performance.now();
  const waited = (): number => Math.round((performance.now() - begun) / 1000);
  let why = 'no answer';
  let timer: NodeJS.Timeout | undefined;
  let heard = false;
  let told = false;
  const tell = (): void => {
    if (!heard) log.warn({ why, waited_s: waited() }, `${database} does not answer yet`);
    told ||= !heard;
    clearTimeout(timer);
    timer = setTimeout(tell, TELL_EVERY_MS);
  };
  timer = setTimeout(tell, TELL_FIRST_MS);
  // What takes long from here on are the tables, unless it fails.
  pool.on('connect', () => {
    heard = true;
  });
  try {
    for (;;) {
      try {
        await work();
        if (told) log.warn({ waited_s: waited() }, `${database} answers`);
        return;
      } catch (error) {
        const cause = error instanceof Error && error.cause ? error.cause : error;
        if (nameFailure(cause).fail.code !== 'RETRY') throw error;
        why = wordsOf(cause);
        if (performance.now() - begun > ANSWERS_WITHIN_MS) {
          const sentence = `${database[0]!.toUpperCase()}${database.slice(1)} did not answer for ${ANSWERS_WITHIN_MS / 1000} s (${why}).`;
          throw new Error(sentence, { cause });
        }
        heard = false;
        if (!told) tell();
        await pause(TRY_EVERY_MS);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

interface OpenPool extends Pick<OpenDatabase, 'pool' | 'whyReadOnly'> {
  /** A connection for the work that runs now. */
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

async function openPool(place: DatabasePlace, log: Logger, onCrash: (reason: string) => void, work?: WorkKind): Promise<OpenPool> {
  let whyReadOnly = 'the database is read-only';
  if (place.kind === 'postgres') {
    return { ...openPostgresPool({ url: place.url, schema: place.schema, types, work }, log), whyReadOnly: () => whyReadOnly };
  }

  const poolOn = (embedded: EmbeddedDatabase): pg.Pool =>
    logLosses(new pg.Pool({ stream: () => embedded.connect() as never, types, max: 8, idleTimeoutMillis: 0 }), log);
  if (place.kind === 'memory') {
    const pool = poolOn(place.thread);
    return { pool, connect: () => pool.connect(), end: () => pool.end(), whyReadOnly: () => whyReadOnly };
  }

  const unlock = lockData(place.directory);
  try {
    const onRoom = (short: boolean, free_mb: number): void => {
      whyReadOnly = `only ${free_mb} MB are free on the disk of DATA_DIR, and ${LEAST_FREE_UNDERWAY_MB} MB are needed`;
      if (short) log.error({ free_mb }, 'the disk is nearly full: until there is room, whatever writes is refused');
      else log.warn({ free_mb }, 'the disk has room again');
    };
    const embedded = await openEmbedded({ directory: join(place.directory, 'postgres'), onCrash, onRoom });
    const pool = poolOn(embedded);
    return {
      pool,
      connect: () => pool.connect(),
      whyReadOnly: () => whyReadOnly,
      async end() {
        await pool.end();
        await embedded.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
