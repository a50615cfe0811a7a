import { wordsPdf } from '../../platform/files/words-pdf.ts';
import { Fail } from '../../platform/platform.ts';
import type { MoneyDb } from '../tables.ts';
import { invoiceWords } from './invoice-words.ts';

/** One of a person’s invoices as a file. Its words were kept when it was issued, so they are the same whenever it is asked for. Throws NOT_FOUND. */
export async function invoiceFile(db: MoneyDb, user_id: string, number: string): Promise<{ file: string; pdf: string }> {
  const billed = await db
    .selectFrom('invoices')
    .innerJoin('plan_orders', 'plan_orders.id', 'invoices.order_id')
    .leftJoin('invoices as billed', 'billed.number', 'invoices.about')
    .select(['invoices.number', 'invoices.kind', 'invoices.about', 'invoices.issued_at', 'billed.issued_at as about_issued_at', 'plan', 'days'])
    .select([
      'invoices.taxable_paise',
      'invoices.gst_paise',
      'invoices.rate',
      'invoices.sac',
      'invoices.supplier',
      'invoices.buyer',
      'invoices.place',
      'coupon',
      'discount_paise',
    ])
    .where('invoices.number', '=', number)
    .where('invoices.user_id', '=', user_id)
    .executeTakeFirst();
  if (!billed) throw new Fail('NOT_FOUND');
  const pdf = Buffer.from(await wordsPdf(invoiceWords(billed))).toString('base64');
  return { file: `${number.replaceAll('/', '-')}.pdf`, pdf };
}
