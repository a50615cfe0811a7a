import type { Kysely } from 'kysely';
import type { Database } from '../../platform/platform.ts';

interface BankTables {
  demo_bank_orders: {
    order_id: string;
    amount_paise: number;
    method: string;
    return_to: string;
    state: 'open' | 'paid' | 'closed';
    payment_id: string;
  };
  demo_bank_refunds: { refund_id: string; payment_id: string; amount_paise: number };
  demo_bank_key: { id: 1; secret: string };
  demo_bank_events: { id: string; event: string; delivered_at: Date | null };
}
export const bankOf = (db: Database) => db as Kysely<BankTables>;
export type BankOrder = BankTables['demo_bank_orders'];
