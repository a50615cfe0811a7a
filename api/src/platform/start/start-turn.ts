import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { schemaOf } from '../database/database.ts';
import type { DatabasePlace } from '../database/database.types.ts';
import { nameFailure } from '../http/failures.ts';

const ASK_EVERY_MS = 200;
const ANSWER_WITHIN_MS = 5000;
/** Whoever waits says so after this time, and again each time it has passed. */
const TELL_EVERY_MS = 15_000;
/** A node that is silent for so long is frozen or gone, and the database takes its turn away. A start that works says so often enough. */
const SILENT_MS = 30_000;
const SPEAK_EVERY_MS = 5000;

/**
 * Waits until no other node starts on this database: tables, demo data and schedules are written once, by whoever comes
 * first, and found by the others. Returns the way to let the next one go; it goes too when this process dies.
 */
export async function takeStartTurn(place: DatabasePlace, log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  if (place.kind !== 'postgres') return async () => {};
  let toldAt = performance.now();
  const tell = (why: string): void => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    log.warn(why);
  };
  for (;;) {
    const client = new pg.Client({
      connectionString: place.url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      statement_timeout: ANSWER_WITHIN_MS,
      options: `-c idle_session_timeout=${SILENT_MS}`,
    });
    // A lost connection gives the turn away, at worst to a node that then finds what is half written, as after a crash.
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (;;) {
        const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock(hashtext($1)) as ours', [`start in ${schemaOf(place)}`]);
        if (rows[0]?.ours) return holdTurn(client);
        tell('start: waiting for another node that is starting on this database');
        await pause(ASK_EVERY_MS);
      }
    } catch (error) {
      void client.end().catch(() => undefined);
      if (nameFailure(error).fail.code !== 'RETRY') throw error;
      tell('start: waiting for the database, which does not answer');
      await pause(ASK_EVERY_MS);
    }
  }
}

/** Keeps the turn while this process runs. Returns the way to end it. */
function holdTurn(client: pg.Client): () => Promise<void> {
  const speaking = setInterval(() => void client.query('select 1').catch(() => undefined), SPEAK_EVERY_MS);
  speaking.unref();
  return () => {
    clearInterval(speaking);
    return client.end();
  };
}
