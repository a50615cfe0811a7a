import { bookMonth, boundsOf, nextMonth } from '@vimarsh/shared/domain/money/book-month.ts';
import { type Paper, rateOf, type Shared, shareLines, statementOf } from '@vimarsh/shared/domain/money/shares.ts';
import { sql } from 'kysely';
import { book } from '../books.ts';
import type { Shop } from '../shop.ts';
import { lockShares, type SharesDb } from './shares.tables.ts';
import { sharers, shareTermsOf } from './terms.ts';

/**
 * Writes each partner’s statements of months that are over, one after the other, each in a transaction of its own: what an outage or an
 * end of the process left out is written the next time, and what is written is not written again. Returns how many it wrote.
 */
export async function writeStatements({ platform, db, clock }: Pick<Shop, 'platform' | 'db' | 'clock'>): Promise<number> {
  let written = 0;
  const failed: unknown[] = [];
  // One partner's month that can't be written holds up no other's.
  for (const sharer of await sharers(db))
    written += await writeOf({ platform, clock }, sharer).catch((error) => {
      failed.push(error);
      return 0;
    });
  if (failed.length > 0) throw failed[0];
  return written;
}

async function writeOf({ platform, clock }: Pick<Shop, 'platform' | 'clock'>, { site, first }: Awaited<ReturnType<typeof sharers>>[number]): Promise<number> {
  let written = 0;
  for (let wrote = true; wrote; ) {
    wrote = await platform.transaction(async (tx: SharesDb) => {
      // Waits for another node that writes, or for an approval that is under way.
      await lockShares(tx, site);
      const last = await tx.selectFrom('share_statements').selectAll().where('site', '=', site).orderBy('month', 'desc').limit(1).executeTakeFirst();
      const month = last ? nextMonth(last.month) : first;
      const now = clock();
      if (month >= bookMonth(now)) return false;
      await writeStatement(tx, site, month, last?.carried_paise ?? 0, now);
      await platform.audit.write(tx, { actor: 'system', action: 'share.statement', object: `${site} ${month}`, result: 'done', partner_key: site });
      return true;
    });
    if (wrote) written += 1;
  }
  return written;
}

/** Rows that one statement of the database takes. */
const AT_ONCE = 1000;

async function writeStatement(tx: SharesDb, site: string, month: string, opening: number, now: Date): Promise<void> {
  const papers = await papersOf(tx, site, month);
  const terms = await shareTermsOf(tx, site);
  const earlier = await sharedBefore(
    tx,
    papers.flatMap(({ about }) => (about ? [about] : [])),
  );
  const lines = shareLines(papers, (plan) => rateOf(terms, plan, month), earlier);
  const { net, share, payable, carried } = statementOf(opening, lines);
  const sums = { opening_paise: opening, net_paise: net, share_paise: share, payable_paise: payable, carried_paise: carried };
  await tx
    .insertInto('share_statements')
    .values({ site, month, ...sums, written_at: now })
    .execute();
  const rows = lines.map(({ number, about, basis_points, taxable, share: paise }) => ({
    ...{ number, site, month, about, basis_points },
    ...{ taxable_paise: taxable, share_paise: paise },
  }));
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await tx
      .insertInto('share_lines')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
  await book(tx, `share ${site} ${month}`, { share_costs: share, shares_due: -share }, now);
}

async function papersOf(tx: SharesDb, site: string, month: string): Promise<Paper[]> {
  const [from, to] = boundsOf(month);
  const rows = await tx
    .selectFrom('invoices')
    .innerJoin('plan_orders', 'plan_orders.id', 'invoices.order_id')
    .select(['number', 'kind', 'about', 'plan', 'invoices.taxable_paise as taxable'])
    .where('invoices.site', '=', site)
    .where('issued_at', '>=', from)
    .where('issued_at', '<', to)
    .orderBy('number')
    .execute();
  return rows;
}

/** Of invoices of earlier months: at which rate each was shared, and what is left of it. */
async function sharedBefore(tx: SharesDb, numbers: readonly string[]): Promise<Map<string, Shared>> {
  const found = new Map<string, Shared>();
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const { rows } = await sql<{ number: string; basis_points: number; left: number }>`
      select number, basis_points, (taxable_paise + coalesce((select sum(taxable_paise) from share_lines note where note.about = line.number), 0))::bigint as left
        from share_lines line where number in (${sql.join(numbers.slice(at, at + AT_ONCE))})`.execute(tx);
    for (const { number, basis_points, left } of rows) found.set(number, { basis_points, left });
  }
  return found;
}
