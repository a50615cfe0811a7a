import type { PlanName } from '@vimarsh/shared/contract/identity/types.ts';
import { type Kysely, sql } from 'kysely';
import type { MoneyTables } from '../tables.ts';

interface ShareTables {
  share_terms: {
    id: string;
    site: string;
    plan: PlanName | '';
    basis_points: number;
    from_month: string;
    contract: string;
    set_by: string;
    set_at: Date;
    approved_by: string;
    approved_at: Date | null;
    withdrawn_by: string;
    withdrawn_at: Date | null;
  };
  share_statements: {
    site: string;
    month: string;
    opening_paise: number;
    net_paise: number;
    share_paise: number;
    payable_paise: number;
    carried_paise: number;
    written_at: Date;
  };
  share_lines: { number: string; site: string; month: string; about: string; basis_points: number; taxable_paise: number; share_paise: number };
  share_payouts: { site: string; month: string; paise: number; reference: string; paid_by: string; paid_at: Date };
}
export type SharesDb = Kysely<MoneyTables & ShareTables>;

/** Until the transaction ends nobody else changes what a partner is due. */
export async function lockShares(db: SharesDb, site: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shares ${site}`}, 0))`.execute(db);
}
