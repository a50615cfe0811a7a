import type { Kysely } from 'kysely';
import { readConfig } from '../../api/src/config.ts';
import { databasePlace, openDatabase } from '../../api/src/platform/database/database.ts';
import { createLogger } from '../../api/src/platform/log/logging.ts';

/*
 * Ends every plan of an account, as time would. Run while the server stands still, with its DATA_DIR: end-plan.ts <e-mail>
 */
const [email = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const opened = await openDatabase(databasePlace(config), createLogger(config.LOG_LEVEL));
const db = opened.db as Kysely<{ users: { id: string; email: string }; subscriptions: { user_id: string; ends_at: Date } }>;
const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
const [ended] = await db
  .updateTable('subscriptions')
  .set({ ends_at: new Date(Date.now() - 1000) })
  .where('user_id', '=', id)
  .execute();
await opened.close();
if (!ended?.numUpdatedRows) throw new Error(`${email} has no plan`);
