import { type Database, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { Mandates, Untold } from '../provider.ts';
import { type BankDb, type BankMandate, type BankOrder, bankOf } from './demo-bank.tables.ts';

/** Where their payers find mandates. */
export const MANDATES_PATH = '/__pay/mandates';

interface Telling {
  note(tx: Database, event: Untold): Promise<string>;
  deliverNow(id: string): Promise<void>;
}

/** What a payer does with a mandate: ends it, or lets the next charge find no money. */
export type MandateWish = 'revoke' | 'refuse';

export interface DemoMandates {
  readonly ofProvider: Mandates;
  /** With the payment of an order that asks for it. Answers the event that tells of it. */
  make(tx: Database, order: BankOrder): Promise<string>;
  find(id: string): Promise<BankMandate | undefined>;
  /** The mandate that was agreed to with an order. */
  ofOrder(order_id: string): Promise<BankMandate | undefined>;
  wish(id: string, wish: MandateWish): Promise<void>;
}

/** Mandates at the demo's bank: it keeps them in its tables, charges on demand, and tells what came of that. */
export function createDemoMandates(platform: Platform, { note, deliverNow }: Telling): DemoMandates {
  const db = bankOf(platform.db);
  const locked = (tx: BankDb, id: string) => tx.selectFrom('demo_bank_mandates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

  async function revoke(id: string): Promise<void> {
    const event = await platform.transaction(async (tx: BankDb) => {
      const found = await locked(tx, id);
      if (!found) throw new Error(`The demo's bank has no mandate ${id}`);
      if (found.state === 'revoked') return null;
      await tx.updateTable('demo_bank_mandates').set({ state: 'revoked' }).where('id', '=', id).execute();
      return note(tx, { kind: 'mandate.revoked', order_id: found.order_id, mandate_id: id });
    });
    if (event) await deliverNow(event);
  }

  return {
    ofProvider: {
      methods: ['upi', 'card'],
      async charge({ order_id, mandate_id, amount_paise }) {
        const event = await platform.transaction(async (tx: BankDb) => {
          const mandate = await locked(tx, mandate_id);
          if (!mandate) throw new Error(`The demo's bank has no mandate ${mandate_id}`);
          const pays = mandate.state === 'active' && !mandate.refuses_next && amount_paise <= mandate.most_paise;
          const payment_id = pays ? `pay_${ulid()}` : '';
          // One order is charged once, and one that was closed before it came never.
          const made = await tx
            .insertInto('demo_bank_orders')
            .values({ order_id, amount_paise, method: 'mandate', return_to: '/', state: pays ? 'paid' : 'closed', payment_id })
            .onConflict((conflict) => conflict.doNothing())
            .returning('order_id')
            .executeTakeFirst();
          if (!made) return null;
          if (pays) return note(tx, { kind: 'payment.paid', order_id, payment_id, amount_paise, currency: 'INR' });
          await tx.updateTable('demo_bank_mandates').set({ refuses_next: false }).where('id', '=', mandate_id).execute();
          return note(tx, { kind: 'payment.failed', order_id });
        });
        if (event) await deliverNow(event);
      },
      revoke,
      pageOf: (id) => `${MANDATES_PATH}/${id}`,
    },
    async make(tx: BankDb, { order_id, mandate_paise }) {
      const id = ulid();
      await tx.insertInto('demo_bank_mandates').values({ id, order_id, most_paise: mandate_paise, state: 'active' }).execute();
      return note(tx, { kind: 'mandate.active', order_id, mandate_id: id, most_paise: mandate_paise });
    },
    find: (id) => db.selectFrom('demo_bank_mandates').selectAll().where('id', '=', id).executeTakeFirst(),
    ofOrder: (order_id) => db.selectFrom('demo_bank_mandates').selectAll().where('order_id', '=', order_id).executeTakeFirst(),
    async wish(id, wish) {
      if (wish === 'revoke') return revoke(id);
      const found = await db.updateTable('demo_bank_mandates').set({ refuses_next: true }).where('id', '=', id).returning('id').executeTakeFirst();
      if (!found) throw new Fail('NOT_FOUND');
    },
  };
}
