import type { ShareTermData } from '@vimarsh/shared/contract/plans/shares.ts';
import type { ShareTerm } from '@vimarsh/shared/domain/money/shares.ts';
import type { SharesDb } from './shares.tables.ts';

export async function keepTerm(db: SharesDb, term: ShareTermData & { id: string }, set_by: string, now: Date): Promise<void> {
  const undecided = { approved_by: '', approved_at: null, withdrawn_by: '', withdrawn_at: null };
  await db
    .insertInto('share_terms')
    .values({ ...term, set_by, set_at: now, ...undecided })
    .execute();
}

export const termOf = (db: SharesDb, id: string) => db.selectFrom('share_terms').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether it waited for this: nobody decided on it meanwhile. */
export async function decide(
  db: SharesDb,
  id: string,
  decision: { approved_by: string; approved_at: Date } | { withdrawn_by: string; withdrawn_at: Date },
): Promise<boolean> {
  const decided = await db
    .updateTable('share_terms')
    .set(decision)
    .where('id', '=', id)
    .where('approved_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute();
  return decided.length > 0;
}

/** What holds, or will. */
export async function shareTermsOf(db: SharesDb, site: string): Promise<ShareTerm[]> {
  const rows = await db
    .selectFrom('share_terms')
    .select(['plan', 'basis_points', 'from_month', 'approved_at'])
    .where('site', '=', site)
    .where('approved_at', 'is not', null)
    .execute();
  return rows.map(({ approved_at, ...term }) => ({ ...term, approved_at: approved_at! }));
}

/** Partners with a contract, and the month from which on each has statements. */
export const sharers = (db: SharesDb): Promise<{ site: string; first: string }[]> =>
  db
    .selectFrom('share_terms')
    .select((eb) => ['site', eb.fn.min('from_month').as('first')])
    .where('approved_at', 'is not', null)
    .groupBy('site')
    .orderBy('site')
    .execute();

const MOST_LISTED = 200;
export const newestTerms = (db: SharesDb) => db.selectFrom('share_terms').selectAll().orderBy('id', 'desc').limit(MOST_LISTED).execute();
