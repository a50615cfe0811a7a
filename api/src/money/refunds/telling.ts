import type { AccountNotice } from '@vimarsh/shared/contract/notices/types.ts';
import type { Shop } from '../shop.ts';
import type { MoneyDb } from '../tables.ts';

type What = Extract<AccountNotice['what'], `refund_${string}`>;

/** Tells somebody in the bell what their mail says: who signed up by mobile has no other way to hear of it. */
export async function tellOfRefund(shop: Shop, tx: MoneyDb, user_id: string, what: What, refund: NonNullable<AccountNotice['refund']>): Promise<void> {
  await shop.tellPerson(tx, user_id, { what, document: null, demo: null, refund });
}
