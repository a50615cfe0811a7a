import type { Kysely } from 'kysely';
import { BadSetting, type Config } from '../../config.ts';
import type { Database, DatabasePlace } from '../database/database.types.ts';
import { placeWords } from '../database/place-words.ts';

type Purpose = 'demo' | 'real';

interface PurposeTables {
  database_purpose: { id: number; purpose: Purpose };
}

const purposes = (db: Database): Kysely<PurposeTables> => db;

/** Whether a database belongs to a demo or to real people; null before the first start of a server on it. */
export async function purposeOf(db: Database): Promise<Purpose | null> {
  const row = await purposes(db).selectFrom('database_purpose').select('purpose').executeTakeFirst();
  return row?.purpose ?? null;
}

/**
 * Writes down at the first start whether a database belongs to a demo or to real people. Throws BadSetting where a start's settings say
 * otherwise than that first start did: a demo would add accounts whose password everybody knows to real people’s data, and a real server
 * would serve such accounts.
 */
export async function claimDatabase(db: Database, place: DatabasePlace, { demo }: Pick<Config, 'demo'>): Promise<void> {
  await purposes(db)
    .insertInto('database_purpose')
    .values({ id: 1, purpose: demo ? 'demo' : 'real' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const isDemo = (await purposeOf(db)) === 'demo';
  if (isDemo === demo) return;
  const setting = place.kind === 'postgres' ? 'DATABASE_URL' : 'DATA_DIR';
  throw new BadSetting(
    isDemo
      ? `The database at ${placeWords(place)} holds the demo, whose accounts have a password that everybody knows: set ${setting} to another, or DEMO=on to go on with the demo.`
      : `The database at ${placeWords(place)} belongs to a server without the demo, which would add accounts with a password that everybody knows: set NODE_ENV=production or DEMO=off, or ${setting} to another.`,
  );
}
