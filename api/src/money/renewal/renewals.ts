import type { PlanRenewal } from '@vimarsh/shared/contract/plans/types.ts';
import { GRACE_MS } from '@vimarsh/shared/domain/money/renewal.ts';
import type { Shop } from '../shop.ts';
import type { MoneyDb } from '../tables.ts';
import { lastOrderOf, mostOf, UNTOLD } from './mandates.ts';

/** How somebody's plans renew: of each plan that they have the latest mandate, with why it ended. */
export async function renewalsOf({ db, provider, clock }: Shop, user_id: string): Promise<PlanRenewal[]> {
  const now = clock();
  const rows = await db
    .selectFrom('plan_mandates')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('stopped', 'not in', UNTOLD)
    .orderBy('agreed_at', 'desc')
    .limit(20)
    .execute();
  const shown: PlanRenewal[] = [];
  for (const row of rows) {
    const { order_id, plan, days, method, bank_id, stopped } = row;
    const last = shown.some((each) => each.plan === plan) ? undefined : await lastOrderOf(db, row);
    const over = last && last.ends_at!.getTime() + (stopped === '' ? GRACE_MS : 0) <= now.getTime();
    if (!last || over) continue;
    const next = await db
      .selectFrom('plan_renewals')
      .select(['pay_paise', 'charge_at'])
      .where('after_order', '=', last.id)
      .where('mandate', '=', order_id)
      .where('ends_at', '=', last.ends_at!)
      .executeTakeFirst();
    shown.push({
      ...{ order_id, plan, days, method, most_paise: mostOf(row), active: bank_id !== '', ends_at: last.ends_at!.toISOString(), stopped },
      next: next && stopped === '' ? { pay_paise: next.pay_paise, charge_at: next.charge_at.toISOString() } : null,
      page: bank_id === '' || stopped !== '' ? '' : (provider?.mandates?.pageOf?.(bank_id) ?? ''),
    });
  }
  return shown;
}

/** For the copy of a person's data, and for a dispute: what they agreed to and when, what was announced, and how it ended. */
export async function mandateConsentsOf(db: MoneyDb, user_id: string) {
  const agreed = await db
    .selectFrom('plan_mandates')
    .select([
      'order_id',
      'plan',
      'days',
      'method',
      'words',
      'agreed_paise',
      'agreed_at',
      'bank_id',
      'bank_paise',
      'active_at',
      'stopped',
      'stopped_at',
      'revoked_at',
    ])
    .where('user_id', '=', user_id)
    .orderBy('agreed_at', 'desc')
    .limit(200)
    .execute();
  const announced = await db
    .selectFrom('plan_renewals')
    .innerJoin('plan_mandates', 'plan_mandates.order_id', 'plan_renewals.mandate')
    .select(['mandate', 'after_order', 'pay_paise', 'announced_at', 'charge_at'])
    .where('user_id', '=', user_id)
    .orderBy('announced_at', 'desc')
    .limit(200)
    .execute();
  return { agreed, announced };
}
