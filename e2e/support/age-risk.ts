import { sql } from 'kysely';
import { readConfig } from '../../api/src/config.ts';
import { databasePlace, openDatabase } from '../../api/src/platform/database/database.ts';
import { createLogger } from '../../api/src/platform/log/logging.ts';

/*
 * Lets days pass since the figures on losses in derivatives were acknowledged: the server asks its own clock, which no story can move.
 * Run while the server stands still, with its DATA_DIR: age-risk.ts <days>
 */
const days = Number(process.argv[2]);
const database = await openDatabase(databasePlace(readConfig(process.env)), createLogger('silent'));
try {
  await sql`update consents set at = at - ${`${days} days`}::interval where kind = 'derivatives_risk'`.execute(database.db);
} finally {
  await database.close();
}
