import { printed } from '@vimarsh/shared/contract/plans/printed.ts';
import { PUBLISHER_SAC } from '@vimarsh/shared/domain/money/gst.ts';
import { expect, test } from 'vitest';
import { pagesOf } from '../../platform/files/pdf-words.testing.ts';
import { wordsPdf } from '../../platform/files/words-pdf.ts';
import { type Billed, invoiceWords } from './invoice-words.ts';

const INVOICE: Billed = {
  number: 'VR/26-27/000012',
  kind: 'invoice',
  about: '',
  about_issued_at: null,
  issued_at: new Date('2026-11-20T19:00:00Z'),
  plan: 'Premium',
  days: 30,
  taxable_paise: 422_88,
  gst_paise: 76_12,
  rate: 18,
  sac: '9971',
  coupon: '',
  discount_paise: 0,
  supplier: { name: 'Vimarsh Research Pvt Ltd (demo)', address: '5 Demonstration Road, Mumbai 400051', gstin: '27AAACV0000V1Z6' },
  buyer: { name: 'Uma & Sons [HUF] **Traders**', address: '7 Lake Road, Bengaluru 560042', gstin: '29AAGCB7383J1Z4' },
  place: '29',
};
const written = async (billed: Billed): Promise<string> => (await pagesOf(await wordsPdf(invoiceWords(billed)))).join(' ').trim();

test('an invoice between two states, word by word', async () => {
  expect(await written(INVOICE)).toBe(
    [
      // After midnight in India.
      'Tax invoice VR/26-27/000012 Date: 21 Nov 2026',
      'From Vimarsh Research Pvt Ltd (demo) 5 Demonstration Road, Mumbai 400051 GSTIN 27AAACV0000V1Z6 State: Maharashtra (27)',
      'To Uma & Sons [HUF] **Traders** 7 Lake Road, Bengaluru 560042 GSTIN 29AAGCB7383J1Z4 Place of supply: Karnataka (29)',
      'What is billed Amounts in rupees Service SAC Taxable value IGST 18 % Total',
      // A cell of two lines goes on below its row.
      'Research services: 9971 Rs 422.88 Rs 76.12 Rs 499.00 Premium plan, 30 days',
      'Total: Rs 499.00 Tax is not payable on reverse charge. This is an electronic document; it needs no signature.',
      'Tax invoice VR/26-27/000012 · page 1 of 1',
    ].join(' '),
  );
});

test('a credit note within one state names its invoice with its date, and each half of the tax', async () => {
  const note: Billed = {
    ...INVOICE,
    ...{ number: 'VC/26-27/000003', kind: 'credit_note', about: 'VR/26-27/000012', about_issued_at: INVOICE.issued_at },
    ...{ issued_at: new Date('2026-11-29T06:00:00Z'), taxable_paise: 281_92, gst_paise: 50_75, place: '27' },
    buyer: { name: '', address: '', gstin: '' },
  };
  const words = await written(note);
  expect(words).toMatch(/^Credit note VC\/26-27\/000003 Date: 29 Nov 2026\. It takes back part or all of invoice VR\/26-27\/000012 of 21 Nov 2026\. /);
  expect(words).toContain('To A customer without a GST number Not registered for GST Place of supply: Maharashtra (27)');
  expect(words).toContain('What is taken back Amounts in rupees Service SAC Taxable value CGST 9 % SGST 9 % Total');
  expect(words).toContain('Rs 281.92 Rs 25.38 Rs 25.37 Rs 332.67');
  expect(words).toContain('Total taken back: Rs 332.67');
});

test('after an erasure a business keeps its number and loses its name', async () => {
  const words = await written({ ...INVOICE, buyer: { name: '', address: '', gstin: '29AAGCB7383J1Z4' } });
  expect(words).toContain('To Name erased with the account GSTIN 29AAGCB7383J1Z4');
});

test('a name without a space stands within the page', async () => {
  const name = 'W'.repeat(100);
  const words = await written({ ...INVOICE, buyer: { ...INVOICE.buyer, name } });
  expect(words).not.toContain(name);
  expect(words.replaceAll(' ', '')).toContain(name);
});

test('the plan of experts is billed as the use of software, not as research', async () => {
  const words = await written({ ...INVOICE, plan: 'Publisher', days: 365, taxable_paise: 12_711_02, gst_paise: 2_287_98, sac: PUBLISHER_SAC });
  expect(words).toContain('Use of the publishing 998315 Rs 12,711.02 Rs 2,287.98 Rs 14,999.00 platform: Publisher plan, 365 days');
  expect(words).not.toContain('Research services');
});

test('rate and code are those of its day', async () => {
  const words = await written({ ...INVOICE, rate: 12, sac: '998313', place: '27' });
  expect(words).toContain('CGST 6 % SGST 6 % Total');
  expect(words).toContain('998313');
});

test('every sign that may stand on an invoice is printed as itself', async () => {
  const signs = Array.from({ length: 0x2200 }, (_, code) => String.fromCharCode(code)).filter(
    (sign) => printed(9, 'x').safeParse(`a${sign}a`).data === `a${sign}a`,
  );
  expect(signs).toHaveLength(208);
  const words = await written({ ...INVOICE, buyer: { ...INVOICE.buyer, address: `${signs.join('')} 560042` } });
  expect(words.replaceAll(' ', '')).toContain(signs.join('').replaceAll(' ', ''));
});
