import { mayBuy } from '@vimarsh/shared/domain/access/buying.ts';
import { END_TOLD_FROM_MS, isEndDue } from '@vimarsh/shared/domain/money/plan-end.ts';
import { lineOf } from '@vimarsh/shared/domain/money/purchase.ts';
import { callerOf } from '../../platform/access/access.ts';
import { buyerOf, heldBy, offersOf, quote, type Shop } from '../shop.ts';
import { sweep } from '../sweep.ts';
import { lockMoney, type MoneyDb, type OrderRow } from '../tables.ts';
import { endsText, tellOf } from './telling.ts';

type Ending = Pick<OrderRow, 'id' | 'user_id' | 'ends_at' | 'end_told_at'>;
/** Read at once. */
const MOST = 500;

/** Tells who bought a plan that it ends, three days and one day before, where nothing renews or follows it. Run twice, nobody is told twice. */
export async function tellEnds(shop: Shop, most = MOST): Promise<void> {
  const { db, clock } = shop;
  await sweep(shop, {
    page: (after, many) => endingAfter(db, after, clock(), many),
    key: ({ id }) => id,
    each: async (row) => isEndDue(row.ends_at!, row.end_told_at, clock()) && tellEnd(shop, row),
    failed: 'the end of a plan is told by the next run',
    most,
  });
}

/** The next plans in order that end soon and that no mandate renews. One that waits for a PAN moves its end by itself. */
const endingAfter = (db: MoneyDb, after: string, now: Date, most: number): Promise<Ending[]> =>
  db
    .selectFrom('plan_orders as bought')
    .select(['bought.id', 'bought.user_id', 'bought.ends_at', 'bought.end_told_at'])
    .where('bought.state', '=', 'paid')
    .where('bought.ended', '=', '')
    .where('bought.kyc_gate_from', 'is', null)
    .where('bought.ends_at', '>', now)
    .where('bought.ends_at', '<=', new Date(now.getTime() + END_TOLD_FROM_MS))
    .where('bought.id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('plan_mandates as renewing')
            .select('renewing.order_id')
            .whereRef('renewing.user_id', '=', 'bought.user_id')
            .whereRef('renewing.plan', '=', 'bought.plan')
            .where('renewing.stopped', '=', '')
            .where('renewing.bank_id', '!=', ''),
        ),
      ),
    )
    .orderBy('bought.id')
    .limit(most)
    .execute();

async function tellEnd(shop: Shop, { id, user_id }: Ending): Promise<void> {
  const mail = await shop.identity.mailOf(user_id);
  const asker = await shop.identity.asker(user_id);
  await shop.platform.transaction(async (tx: MoneyDb) => {
    await lockMoney(tx, user_id);
    const now = shop.clock();
    const row = await tx.selectFrom('plan_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    const ends_at = row.ends_at!;
    if (row.ended !== '' || !isEndDue(ends_at, row.end_told_at, now)) return;
    // The same plan goes on.
    if ((await heldBy(shop, tx, user_id)).some((held) => held.plan === row.plan && held.ends_at > ends_at)) return;
    const mayBuyAgain = asker !== null && mayBuy(callerOf(asker), lineOf(row.plan)) && (await isStillSold(shop, tx, row));
    await tellOf(shop, tx, row, mail, { what: 'plan_ends', pay_paise: 0, at: ends_at, why: '' }, endsText(row, ends_at, mayBuyAgain));
    await tx.updateTable('plan_orders').set({ end_told_at: now }).where('id', '=', id).execute();
  });
}

/** Whether they could order the same now: it may be sold no more, or a greater plan be held. */
async function isStillSold(shop: Shop, tx: MoneyDb, { user_id, site, plan, days }: OrderRow): Promise<boolean> {
  const offer = (await offersOf(tx, site, lineOf(plan))).find((each) => each.plan === plan && each.days === days);
  return offer !== undefined && quote(await buyerOf(shop, tx, user_id), offer).refused === null;
}
