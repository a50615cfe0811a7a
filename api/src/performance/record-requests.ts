import type { RecordGrant } from '@vimarsh/shared/contract/experts/types.ts';
import type { Kysely } from 'kysely';
import type { Database, Platform } from '../platform/platform.ts';

interface Tables {
  record_requests: { user_id: string; expert_id: string; asked_at: Date; until: Date };
}
const tablesOf = (db: Database): Kysely<Tables> => db;

/** For how long a record can be read after it was asked for. */
const OPEN_DAYS = 30;

/** Clients' own requests for an expert's record (product 0.2, `client_request`): who asked when, and until when it may be read. The audit log keeps each. */
export class RecordRequests {
  readonly #platform: Pick<Platform, 'db' | 'transaction' | 'audit'>;

  constructor(platform: Pick<Platform, 'db' | 'transaction' | 'audit'>) {
    this.#platform = platform;
  }

  /** The request that holds at this moment, or null. */
  async of(user_id: string, expert_id: string, now: Date, db: Database = this.#platform.db): Promise<RecordGrant | null> {
    const row = await tablesOf(db)
      .selectFrom('record_requests')
      .select(['asked_at', 'until'])
      .where('user_id', '=', user_id)
      .where('expert_id', '=', expert_id)
      .where('until', '>', now)
      .executeTakeFirst();
    return row ? { asked_at: row.asked_at.toISOString(), until: row.until.toISOString() } : null;
  }

  /** Asks, or gives the request that holds already: pressing twice is one request, on two nodes too. */
  async ask(user_id: string, expert_id: string, now: Date): Promise<RecordGrant> {
    const asked = { asked_at: now, until: new Date(now.getTime() + OPEN_DAYS * 86_400_000) };
    return this.#platform.transaction(async (tx) => {
      const made = await tablesOf(tx)
        .insertInto('record_requests')
        .values({ user_id, expert_id, ...asked })
        .onConflict((conflict) => conflict.columns(['user_id', 'expert_id']).doUpdateSet(asked).where('record_requests.until', '<=', now))
        .returning(['asked_at', 'until'])
        .executeTakeFirst();
      if (made) await this.#platform.audit.write(tx, { actor: user_id, action: 'record.request', object: expert_id, result: 'done' });
      return (await this.of(user_id, expert_id, now, tx))!;
    });
  }

  /** Keeps that the record was read on that request. */
  async read(user_id: string, expert_id: string): Promise<void> {
    await this.#platform.transaction((tx) => this.#platform.audit.write(tx, { actor: user_id, action: 'record.read', object: expert_id, result: 'done' }));
  }

  /** For the copy of a person's data. */
  keptOf(user_id: string): Promise<{ expert_id: string; asked_at: Date; until: Date }[]> {
    return tablesOf(this.#platform.db).selectFrom('record_requests').select(['expert_id', 'asked_at', 'until']).where('user_id', '=', user_id).execute();
  }

  /** Part of the account's erasure; that there was a request stays in the audit log. */
  async erase(tx: Database, user_id: string): Promise<void> {
    await tablesOf(tx).deleteFrom('record_requests').where('user_id', '=', user_id).execute();
  }
}
