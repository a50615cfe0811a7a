import type { ColumnType, Kysely, Selectable } from 'kysely';
import type { Database } from '../../platform/platform.ts';

interface BankTables {
  demo_bank_orders: {
    order_id: string;
    amount_paise: number;
    method: string;
    return_to: string;
    state: 'open' | 'paid' | 'closed';
    payment_id: string;
    /** What its payer is asked to agree to be charged each time; 0 for nothing. */
    mandate_paise: ColumnType<number, number | undefined, never>;
  };
  demo_bank_mandates: { id: string; order_id: string; most_paise: number; state: 'active' | 'revoked'; refuses_next: ColumnType<boolean, boolean | undefined> };
  demo_bank_refunds: { refund_id: string; payment_id: string; amount_paise: number };
  demo_bank_key: { id: 1; secret: string };
  demo_bank_events: { id: string; event: string; delivered_at: Date | null };
}
export type BankDb = Kysely<BankTables>;
export const bankOf = (db: Database): BankDb => db;
export type BankOrder = Selectable<BankTables['demo_bank_orders']>;
export type BankMandate = Selectable<BankTables['demo_bank_mandates']>;
