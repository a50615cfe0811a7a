import { GST_RATE, SAC } from '@vimarsh/shared/domain/money/gst.ts';
import { financialYear, invoiceNumber, type Series } from '@vimarsh/shared/domain/money/invoice-number.ts';
import { sql } from 'kysely';
import type { Parties } from './billing/parties.types.ts';
import { unbalancedShares } from './shares/unbalanced-shares.ts';
import type { BookAccount, MoneyDb, OrderRow } from './tables.ts';

/** Writes one entry: what it moves, by account, debit above zero. Throws where it does not add up, and with it the change it belongs to. */
export async function book(db: MoneyDb, entry: string, moved: Partial<Record<BookAccount, number>>, at: Date): Promise<void> {
  const lines = Object.entries(moved).filter(([, paise]) => paise !== 0) as [BookAccount, number][];
  if (lines.reduce((sum, [, paise]) => sum + paise, 0) !== 0) throw new Error(`The entry ${entry} does not add up`);
  if (lines.length === 0) return;
  await db
    .insertInto('book_lines')
    .values(lines.map(([account, paise], line) => ({ entry, line, account, paise, at })))
    .execute();
}

/** Gives the next number of a series, in the transaction of what it is for: none is left out and none is given twice. */
export async function issue(
  db: MoneyDb,
  kind: Series,
  { id, user_id, site }: Pick<OrderRow, 'id' | 'user_id' | 'site'>,
  { taxable, gst, about = '', rate = GST_RATE, sac = SAC }: { taxable: number; gst: number; about?: string; rate?: number; sac?: string },
  { supplier, buyer, place }: Parties,
  at: Date,
): Promise<string> {
  const year = financialYear(at);
  const { last } = await db
    .insertInto('invoice_series')
    .values({ kind, year, last: 1 })
    .onConflict((conflict) => conflict.columns(['kind', 'year']).doUpdateSet({ last: sql`invoice_series.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  const number = invoiceNumber(kind, year, last);
  const sums = { taxable_paise: taxable, gst_paise: gst, rate, sac };
  const parties = { supplier: JSON.stringify(supplier), buyer: JSON.stringify(buyer), place };
  await db
    .insertInto('invoices')
    .values({ number, kind, order_id: id, user_id, site, about, ...sums, ...parties, issued_at: at })
    .execute();
  return number;
}

/** A credit note about what was billed for an order: to whom, where and at which rate it was billed. */
export async function creditNote(tx: MoneyDb, order_id: string, { taxable, gst }: { taxable: number; gst: number }, at: Date): Promise<string> {
  const row = await tx.selectFrom('plan_orders').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow();
  const { number, rate, sac, ...parties } = await tx
    .selectFrom('invoices')
    .select(['number', 'rate', 'sac', 'supplier', 'buyer', 'place'])
    .where('order_id', '=', order_id)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  return issue(tx, 'credit_note', row, { taxable, gst, about: number, rate, sac }, parties, at);
}

/** What does not agree in the books, in words; nothing is the good answer. Looked at each night, by who reads the books, and by tests. */
export async function unbalanced(db: MoneyDb): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'entry ' || entry || ' is off by ' || sum(paise) as wrong from book_lines group by entry having sum(paise) <> 0
    union all
    select 'provider holds ' || b.held || ', payments less refunds are ' || p.held from
      (select coalesce(sum(paise), 0) as held from book_lines where account = 'provider') b,
      (select coalesce((select sum(amount_paise) from plan_payments), 0) - coalesce((select sum(amount_paise) from plan_refunds where state = 'done' and bank_reference = ''), 0) as held) p
      where b.held <> p.held
    union all
    select 'refunds due are ' || b.due || ', asked are ' || r.due from
      (select -coalesce(sum(paise), 0) as due from book_lines where account = 'refunds_due') b,
      (select coalesce(sum(amount_paise), 0) as due from plan_refunds where state = 'asked') r
      where b.due <> r.due
    union all
    select account || ' in the books is ' || b.sum || ', on invoices ' || i.sum from
      (select a.account, -coalesce(sum(l.paise), 0) as sum from (values ('fees'), ('gst')) a(account) left join book_lines l on l.account = a.account group by a.account) b
      join (select 'fees' as account, coalesce(sum(case kind when 'invoice' then taxable_paise else -taxable_paise end), 0) as sum from invoices
            union all select 'gst', coalesce(sum(case kind when 'invoice' then gst_paise else -gst_paise end), 0) from invoices) i using (account)
      where b.sum <> i.sum
    union all
    select 'payment ' || p.id || ' gave back ' || p.refunded_paise || ', refunds of it are ' || coalesce(r.sum, 0) from plan_payments p
      left join (select payment_id, sum(amount_paise) as sum from plan_refunds group by payment_id) r on r.payment_id = p.id
      where p.refunded_paise <> coalesce(r.sum, 0)
    union all
    select 'order ' || o.id || ' is paid without a payment' from plan_orders o where o.state = 'paid' and not exists (select from plan_payments p where p.order_id = o.id)
    union all
    select 'payment ' || p.id || ' gave neither a plan nor its money back' from plan_payments p join plan_orders o on o.id = p.order_id
      where o.state <> 'paid' and p.refunded_paise <> p.amount_paise
    union all
    select 'order ' || o.id || ' is paid and gave no plan' from plan_orders o where o.state = 'paid' and not exists (select from subscriptions s where s.id = o.id)
    union all
    select 'plan ' || s.id || ' was given without an order' from subscriptions s join plan_orders o on o.id = s.id where o.state <> 'paid'
    union all
    select 'payment ' || e.payment || ' is in no book: ' || e.outcome from
      (select distinct case when outcome in ('unknown order', 'other currency') then event::jsonb ->> 'payment_id' end as payment, outcome from plan_events) e
      where e.payment is not null and not exists (select from plan_payments p where p.id = e.payment)
    union all
    select 'refund ' || e.refund || ' is in no book: ' || e.outcome from
      (select distinct event::jsonb ->> 'refund_id' as refund, outcome from plan_events
        where outcome in ('unknown order', 'other amount') and event::jsonb ->> 'kind' = 'refund.done') e
    union all
    select 'refund ' || e.refund || ' was paid by our bank and by the provider too' from
      (select distinct event::jsonb ->> 'refund_id' as refund from plan_events where outcome = 'paid twice') e
    union all
    select 'series ' || s.kind || ' ' || s.year || ' has a gap' from invoice_series s
      where s.last <> (select count(*) from invoices i where i.kind = s.kind and i.number like '%/' || s.year || '/%')`.execute(db);
  return [...rows.map(({ wrong }) => wrong), ...(await unbalancedShares(db))];
}
