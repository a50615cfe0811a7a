import { exportMonth, type SiteMonth } from '@vimarsh/shared/contract/plans/month.ts';
import { ABROAD } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import { STATES } from '@vimarsh/shared/contract/plans/states.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { boundsOf } from '@vimarsh/shared/domain/money/book-month.ts';
import { gstParts } from '@vimarsh/shared/domain/money/gst-parts.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import { sql } from 'kysely';
import { callerOf } from '../platform/access/access.ts';
import { doneBy } from '../platform/access/audit.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { stateOf } from './billing/parties.ts';
import type { MoneyDb } from './tables.ts';

const MOST_ROWS = 5000;
const HEAD = [
  ...['Number', 'Date', 'Kind', 'Takes back', 'Name', 'GSTIN', 'Place of supply', 'Plan', 'Days', 'SAC', 'Rate %'],
  ...['Taxable ₹', 'CGST ₹', 'SGST ₹', 'IGST ₹', 'Total ₹', 'Site', 'Order'],
];

export function serveMonth(platform: Platform): void {
  platform.on(
    exportMonth,
    async ({ query: { month, after } }, ctx) => {
      if (!may(callerOf(ctx), 'money.read-books')) throw new Fail('FORBIDDEN');
      // Names and numbers of customers leave the house with it.
      await platform.transaction((tx) => platform.audit.write(tx, { ...doneBy(ctx), action: 'invoices.export', object: month }));
      return monthOf(platform.db, month, after);
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );
}

/** What was billed and taken back in a month, as who files the returns and who shares the fees needs it. A credit note’s sums are below zero. */
export async function monthOf(
  db: MoneyDb,
  month: string,
  after = '',
  most = MOST_ROWS,
): Promise<{ file: string; csv: string; sites: SiteMonth[]; next: string }> {
  const [from, to] = boundsOf(month);
  const found = await db
    .selectFrom('invoices')
    .innerJoin('plan_orders', 'plan_orders.id', 'invoices.order_id')
    .select(['number', 'kind', 'about', 'issued_at', 'supplier', 'buyer', 'invoices.place', 'plan', 'days', 'sac', 'rate', 'invoices.site', 'order_id'])
    .select(['invoices.taxable_paise', 'invoices.gst_paise'])
    .where('issued_at', '>=', from)
    .where('issued_at', '<', to)
    .where('number', '>', after)
    .orderBy('number')
    .limit(most + 1)
    .execute();
  const rows = found.slice(0, most).map((one) => {
    const sign = one.kind === 'invoice' ? 1 : -1;
    const rupees = (paise: number): number => (sign * paise) / 100;
    const { cgst, sgst, igst } = gstParts(one.gst_paise, stateOf(one.supplier.gstin), one.place);
    return [
      ...[one.number, istDay(one.issued_at), one.kind === 'invoice' ? 'Invoice' : 'Credit note', one.about, one.buyer.name, one.buyer.gstin],
      ...[`${one.place}-${one.place === ABROAD ? 'Foreign Country' : STATES[one.place]}`, one.plan, one.days, one.sac, one.rate],
      ...[one.taxable_paise, cgst, sgst, igst, one.taxable_paise + one.gst_paise].map(rupees),
      ...[one.site, one.order_id],
    ];
  });
  return {
    file: `invoices-${month}.csv`,
    // By the mark spreadsheets read it as Unicode.
    csv: after ? csv(rows) : `\uFEFF${csv([HEAD, ...rows])}`,
    sites: await sitesOf(db, from, to),
    next: found.length > most ? found[most - 1]!.number : '',
  };
}

async function sitesOf(db: MoneyDb, from: Date, to: Date): Promise<SiteMonth[]> {
  const net = (column: 'taxable_paise' | 'gst_paise') => sql<string>`sum(case kind when 'invoice' then ${sql.ref(column)} else -${sql.ref(column)} end)`;
  const rows = await db
    .selectFrom('invoices')
    .select(['site', net('taxable_paise').as('taxable_paise'), net('gst_paise').as('gst_paise')])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', 'invoice').as('invoices'),
      fn.countAll<number>().filterWhere('kind', '=', 'credit_note').as('credit_notes'),
    ])
    .where('issued_at', '>=', from)
    .where('issued_at', '<', to)
    .groupBy('site')
    .orderBy('site')
    .execute();
  return rows.map(({ site, invoices, credit_notes, taxable_paise, gst_paise }) => ({
    ...{ site, invoices, credit_notes },
    ...{ taxable_paise: Number(taxable_paise), gst_paise: Number(gst_paise) },
  }));
}
