import type { BillingDetails } from '@vimarsh/shared/contract/plans/types.ts';
import { isStateCode, type StateCode } from '@vimarsh/shared/domain/money/states.ts';
import { sql } from 'kysely';
import type { MoneyDb } from '../tables.ts';

/** Who bills: the registered entity, as its invoices name it. Its state is where its GST number says. */
export interface Supplier {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
}
/** Who is billed. No name and no number: a customer who is not registered for GST. */
export type Buyer = Pick<BillingDetails, 'name' | 'gstin'>;

/** What an invoice says besides its sums, as it was on the day. */
export interface Parties {
  readonly supplier: Supplier;
  readonly buyer: Buyer;
  /** State of the place of supply: where the customer is, or where that is not known where the supplier is (IGST Act, 12(2)). */
  readonly place: StateCode;
}

/** State of a GST number. */
export function stateOf(gstin: string): StateCode {
  const code = gstin.slice(0, 2);
  if (!isStateCode(code)) throw new Error('A GST number begins with no state');
  return code;
}

export async function billingOf(db: MoneyDb, user_id: string): Promise<BillingDetails | null> {
  const row = await db.selectFrom('billing_details').select(['name', 'state', 'gstin']).where('user_id', '=', user_id).executeTakeFirst();
  return row ?? null;
}

export async function keepBilling(db: MoneyDb, user_id: string, details: BillingDetails, at: Date): Promise<BillingDetails> {
  const row = { ...details, updated_at: at };
  await db
    .insertInto('billing_details')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return details;
}

export async function partiesOf(db: MoneyDb, user_id: string, supplier: Supplier): Promise<Parties> {
  const details = await billingOf(db, user_id);
  if (!details) return { supplier, buyer: { name: '', gstin: '' }, place: stateOf(supplier.gstin) };
  return { supplier, buyer: { name: details.name, gstin: details.gstin }, place: details.state };
}

/** With an account goes the name on its invoices. What the law asks for stays: numbers, sums, the state, and a business’s GST number. */
export async function forgetBuyer(tx: MoneyDb, user_id: string): Promise<void> {
  await tx.deleteFrom('billing_details').where('user_id', '=', user_id).execute();
  await sql`update invoices set buyer = jsonb_set(buyer, '{name}', '""') where user_id = ${user_id}`.execute(tx);
}
