import type { ShareStatement } from '@vimarsh/shared/contract/plans/shares.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import type { SharesDb } from './shares.tables.ts';

const MOST_ROWS = 5000;
const HEAD = ['Site', 'Month', 'Number', 'Date', 'Kind', 'Takes back', 'Plan', 'Share %', 'Taxable ₹', 'Share ₹'];

/** Each invoice and credit note of a month and what the partner has of it; what was taken back is below zero. */
export async function sharesOfMonth(
  db: SharesDb,
  month: string,
  after = '',
  most = MOST_ROWS,
): Promise<{ file: string; csv: string; statements: ShareStatement[]; next: string }> {
  const found = await db
    .selectFrom('share_lines as line')
    .innerJoin('invoices', 'invoices.number', 'line.number')
    .innerJoin('plan_orders', 'plan_orders.id', 'invoices.order_id')
    .select(['line.number', 'line.site', 'line.about', 'line.basis_points', 'line.taxable_paise', 'line.share_paise', 'kind', 'issued_at', 'plan'])
    .where('line.month', '=', month)
    .where('line.number', '>', after)
    .orderBy('line.number')
    .limit(most + 1)
    .execute();
  const rows = found
    .slice(0, most)
    .map((one) => [
      ...[one.site, month, one.number, istDay(one.issued_at), one.kind === 'invoice' ? 'Invoice' : 'Credit note', one.about, one.plan],
      ...[one.basis_points, one.taxable_paise, one.share_paise].map((hundredths) => hundredths / 100),
    ]);
  return {
    file: `shares-${month}.csv`,
    // By the mark spreadsheets read it as Unicode.
    csv: after ? csv(rows) : `\uFEFF${csv([HEAD, ...rows])}`,
    statements: await statementsOf(db, month),
    next: found.length > most ? found[most - 1]!.number : '',
  };
}

async function statementsOf(db: SharesDb, month: string): Promise<ShareStatement[]> {
  const rows = await db
    .selectFrom('share_statements as of')
    .leftJoin('share_payouts as paid', (join) => join.onRef('paid.site', '=', 'of.site').onRef('paid.month', '=', 'of.month'))
    .selectAll('of')
    .select(['paid.paid_at', 'paid.reference'])
    .where('of.month', '=', month)
    .orderBy('of.site')
    .execute();
  return rows.map(({ written_at, paid_at, reference, ...sums }) => ({
    ...sums,
    ...{ written_at: written_at.toISOString(), paid_at: paid_at?.toISOString() ?? null, reference: reference ?? '' },
  }));
}
