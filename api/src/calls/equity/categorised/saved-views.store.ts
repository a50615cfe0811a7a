import { MOST_VIEWS, type SavedView, savedView } from '@vimarsh/shared/contract/saved-views/types.ts';
import { type Database, Fail, type Platform } from '../../../platform/platform.ts';
import { type EquityDatabase, equityTables } from '../tables.ts';

/** Saved views by user and name. */
export class SavedViews {
  readonly #platform: Pick<Platform, 'db' | 'transaction'>;

  constructor(platform: Pick<Platform, 'db' | 'transaction'>) {
    this.#platform = platform;
  }

  /** By name. Views saved by an older version that this one can't read are left out. */
  async of(user_id: string, db: EquityDatabase = equityTables(this.#platform.db)): Promise<SavedView[]> {
    const rows = await db.selectFrom('saved_views').select(['name', 'slice']).where('user_id', '=', user_id).orderBy('name').execute();
    return rows.flatMap(({ name, slice }) => {
      const parsed = savedView.safeParse({ name, slice: JSON.parse(slice) });
      return parsed.success ? [parsed.data] : [];
    });
  }

  /** Throws BAD_REQUEST when there would be too many. */
  save(user_id: string, { name, slice }: SavedView, now: Date): Promise<SavedView[]> {
    return this.#platform.transaction(async (transaction) => {
      const db = equityTables(transaction);
      const row = { slice: JSON.stringify(slice), saved_at: now };
      await db
        .insertInto('saved_views')
        .values({ user_id, name, ...row })
        .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(row))
        .execute();
      const views = await this.of(user_id, db);
      if (views.length > MOST_VIEWS) throw new Fail('BAD_REQUEST', { problems: [{ path: 'name', message: `At most ${MOST_VIEWS} views. Remove one first.` }] });
      return views;
    });
  }

  async remove(user_id: string, name: string): Promise<SavedView[]> {
    await equityTables(this.#platform.db).deleteFrom('saved_views').where('user_id', '=', user_id).where('name', '=', name).execute();
    return this.of(user_id);
  }

  /** Part of the account's erasure. */
  async erase(tx: Database, user_id: string): Promise<void> {
    await equityTables(tx).deleteFrom('saved_views').where('user_id', '=', user_id).execute();
  }
}
