import type { MoneyDb } from '../tables.ts';

/** What goes back to somebody and has not arrived, in paise: in all, and of it what the provider could not pay back. */
export async function owedTo(db: MoneyDb, user_id: string): Promise<{ all_paise: number; failed_paise: number }> {
  const rows = await db.selectFrom('plan_refunds').select(['amount_paise', 'failed_at']).where('user_id', '=', user_id).where('state', '=', 'asked').execute();
  const sum = (of: typeof rows): number => of.reduce((paise, { amount_paise }) => paise + amount_paise, 0);
  return { all_paise: sum(rows), failed_paise: sum(rows.filter(({ failed_at }) => failed_at !== null)) };
}
