import type { Shop } from './shop.ts';

/**
 * How long events of the provider are kept, as they came: until the audit of their financial year is filed, at the end of October
 * (SEBI, Research Analysts Regulations). What they led to stays in orders, payments, refunds, invoices and the books.
 */
export const EVENT_DAYS = 365 + 214;
const DAY_MS = 86_400_000;
/** At once; the next night goes on. */
const MOST = 50_000;

/** Forgets events of long ago. Told again, they count for nothing all the same: payments and refunds are known by their own names. */
export async function forgetEvents({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - EVENT_DAYS * DAY_MS);
  const old = db.selectFrom('plan_events').select('id').where('received_at', '<', before).orderBy('received_at').limit(MOST);
  await db.deleteFrom('plan_events').where('id', 'in', old).execute();
}
