import { wordsPdf } from '../../platform/files/words-pdf.ts';
import { Fail } from '../../platform/platform.ts';
import type { MoneyDb } from '../tables.ts';
import { invoiceWords } from './invoice-words.ts';

/** One of a person's invoices as a file. What stands in it was kept when it was issued, so it is the same whenever it is asked for. Throws NOT_FOUND. */
export async function invoiceFile(db: MoneyDb, user_id: string, number: string): Promise<{ file: string; pdf: string }> {
  const billed = await db
    .selectFrom('invoices')
    .innerJoin('plan_orders', 'plan_orders.id', 'invoices.order_id')
    .select(['number', 'kind', 'about', 'issued_at', 'plan', 'days', 'invoices.taxable_paise', 'invoices.gst_paise', 'supplier', 'buyer', 'place'])
    .where('invoices.number', '=', number)
    .where('invoices.user_id', '=', user_id)
    .executeTakeFirst();
  if (!billed) throw new Fail('NOT_FOUND');
  const pdf = Buffer.from(await wordsPdf(invoiceWords(billed))).toString('base64');
  return { file: `${number.replaceAll('/', '-')}.pdf`, pdf };
}
