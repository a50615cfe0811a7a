import type { Evidence } from '../../identity/index.ts';
import { accountOf } from '../account.ts';
import { invoiceFile } from '../billing/invoice-file.ts';
import { billedAs } from '../billing/parties.ts';
import { mandateConsentsOf } from '../renewal/renewals.ts';
import type { Shop } from '../shop.ts';

/** What somebody ordered and paid, with each invoice and credit note as it was issued. */
export const moneyEvidence = (shop: Shop): Evidence => ({
  about: [
    [
      'purchases.json',
      'Your orders of plans, with the version of the most important terms (MITC), or of the terms for experts, that you accepted for each, and your invoices and refunds; where a plan was to renew by itself, what you agreed to and when, each announcement and how it ended. Amounts whose names end in “paise” are hundredths of a rupee. At most 200 of each.',
    ],
    ['invoices/<number>.pdf', 'Each invoice and credit note as it was issued.'],
  ],
  async *files(user_id) {
    const { invoices, refunds } = await accountOf(shop, user_id);
    const orders = await shop.db
      .selectFrom('plan_orders')
      .select([
        'id',
        'plan',
        'days',
        'pay_paise',
        'discount_paise',
        'method',
        'mitc_version',
        'terms_version',
        'state',
        'created_at',
        'decided_at',
        'starts_at',
        'ends_at',
        'ended',
        'mandate',
      ])
      .where('user_id', '=', user_id)
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute();
    yield {
      path: 'purchases.json',
      content: `${JSON.stringify({ orders, invoices, billed_as: await billedAs(shop.db, user_id), refunds, renewals: await mandateConsentsOf(shop.db, user_id) }, null, 2)}\n`,
    };
    for (const { number } of invoices) {
      const { file, pdf } = await invoiceFile(shop.db, user_id, number);
      yield { path: `invoices/${file}`, content: Buffer.from(pdf, 'base64') };
    }
  },
});
