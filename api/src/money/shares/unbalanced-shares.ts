import { sql } from 'kysely';
import type { MoneyDb } from '../tables.ts';

/** What does not agree between partners’ statements, their invoices, what was paid out and the books, in words. */
export async function unbalancedShares(db: MoneyDb): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'the statement of ' || s.site || ' ' || s.month || ' says ' || s.share_paise || ' of ' || s.net_paise || ', its lines ' || l.share || ' of ' || l.net as wrong
      from share_statements s, lateral (select coalesce(sum(share_paise), 0) as share, coalesce(sum(taxable_paise), 0) as net from share_lines l
        where l.site = s.site and l.month = s.month) l
      where l.share <> s.share_paise or l.net <> s.net_paise
    union all
    select 'the statement of ' || site || ' ' || month || ' opens with ' || opening_paise || ', carried to it is ' || before from
      (select site, month, opening_paise, lag(carried_paise, 1, 0::bigint) over (partition by site order by month) as before from share_statements) s
      where opening_paise <> before
    union all
    select 'statements of ' || site || ' have a gap' from share_statements group by site
      having count(*) <> (left(max(month), 4)::int - left(min(month), 4)::int) * 12 + right(max(month), 2)::int - right(min(month), 2)::int + 1
    union all
    select 'the share of ' || s.site || ' ' || s.month || ' is ' || s.share_paise || ', in the books ' || b.due from share_statements s,
      lateral (select -coalesce(sum(paise), 0) as due from book_lines where entry = 'share ' || s.site || ' ' || s.month and account = 'shares_due') b
      where b.due <> s.share_paise
    union all
    select p.site || ' was paid ' || p.paise || ' for ' || p.month || ', due ' || s.payable_paise || ', in the books ' || b.paid from share_payouts p
      join share_statements s using (site, month),
      lateral (select -coalesce(sum(paise), 0) as paid from book_lines where entry = 'share paid ' || p.site || ' ' || p.month and account = 'bank') b
      where p.paise <> s.payable_paise or p.paise <> b.paid
    union all
    select 'shares due in the books are ' || b.due || ', by statements less what was paid ' || s.due from
      (select -coalesce(sum(paise), 0) as due from book_lines where account = 'shares_due') b,
      (select coalesce((select sum(share_paise) from share_statements), 0) - coalesce((select sum(paise) from share_payouts), 0) as due) s
      where b.due <> s.due
    union all
    select 'line ' || l.number || ' is not its invoice or credit note' from share_lines l join invoices i on i.number = l.number
      where l.site <> i.site or l.about <> i.about or l.taxable_paise <> case i.kind when 'invoice' then i.taxable_paise else -i.taxable_paise end
        or l.month <> to_char(i.issued_at at time zone 'UTC' + interval '5 hours 30 minutes', 'YYYY-MM')
    union all
    select i.number || ' stands in no statement' from invoices i
      join share_statements s on s.site = i.site and s.month = to_char(i.issued_at at time zone 'UTC' + interval '5 hours 30 minutes', 'YYYY-MM')
      where not exists (select from share_lines l where l.number = i.number)`.execute(db);
  return rows.map(({ wrong }) => wrong);
}
