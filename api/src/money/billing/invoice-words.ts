import { ABROAD, placeName } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import { STATES } from '@vimarsh/shared/contract/plans/states.ts';
import type { Block } from '@vimarsh/shared/contract/texts/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { gstParts } from '@vimarsh/shared/domain/money/gst-parts.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import type { Words } from '../../platform/files/words-pdf.ts';
import { stateOf } from './parties.ts';
import type { Parties } from './parties.types.ts';

export interface Billed extends Parties {
  readonly number: string;
  readonly kind: 'invoice' | 'credit_note';
  /** The invoice that a credit note takes back, and its date. */
  readonly about: string;
  readonly about_issued_at: Date | null;
  readonly issued_at: Date;
  readonly plan: string;
  readonly days: number;
  readonly taxable_paise: number;
  readonly gst_paise: number;
  readonly rate: number;
  readonly sac: string;
  /** What a coupon took off the price, with GST. */
  readonly coupon: string;
  readonly discount_paise: number;
}

const serviceOf = (plan: string, days: number): string =>
  plan === 'Publisher' ? `Use of the publishing platform: Publisher plan, ${days} days` : `Research services: ${plan} plan, ${days} days`;
const WITH_IGST = 'Supply meant for export on payment of integrated tax.';
const UNDER_LUT = 'Supply meant for export under letter of undertaking without payment of integrated tax.';
const rupees = (paise: number): string => formatInr(paise / 100);
const dayOf = (at: Date): string => formatDay(istDay(at));

/** An invoice or credit note as it is written, after rules 46 and 53 of the CGST Rules. */
export function invoiceWords(billed: Billed): Words {
  const { number, kind, about, about_issued_at, issued_at, plan, days, taxable_paise, gst_paise, rate, sac, coupon, discount_paise, supplier, buyer, place } =
    billed;
  const from = stateOf(supplier.gstin);
  const { cgst, sgst, igst } = gstParts(gst_paise, from, place);
  const total = taxable_paise + gst_paise;
  const taxes: readonly (readonly [name: string, paise: number])[] =
    from === place
      ? [
          [`CGST ${rate / 2} %`, cgst],
          [`SGST ${rate / 2} %`, sgst],
        ]
      : [[`IGST ${rate} %`, igst]];
  const place_name = `${placeName(place)} (${place})`;
  const abroad = place === ABROAD;
  const invoice = kind === 'invoice';
  return {
    title: invoice ? `Tax invoice ${number}` : `Credit note ${number}`,
    intro: `Date: ${dayOf(issued_at)}${about_issued_at ? `. It takes back part or all of invoice ${about} of ${dayOf(about_issued_at)}.` : ''}`,
    numbered: false,
    marked: false,
    foot: `${invoice ? 'Tax invoice' : 'Credit note'} ${number}`,
    sections: [
      section('From', lines(supplier.name, supplier.address, `GSTIN ${supplier.gstin}`, `State: ${STATES[from]} (${from})`)),
      section(
        'To',
        lines(
          buyer.name || (buyer.gstin ? 'Name erased with the account' : 'A customer without a GST number'),
          ...(buyer.address ? [buyer.address] : []),
          ...(buyer.country ? [`Country of destination: ${buyer.country}`] : []),
          buyer.gstin ? `GSTIN ${buyer.gstin}` : 'Not registered for GST',
          `Place of supply: ${place_name}`,
        ),
      ),
      section(invoice ? 'What is billed' : 'What is taken back', [
        {
          kind: 'table',
          caption: 'Amounts in rupees',
          head: ['Service', 'SAC', 'Taxable value', ...taxes.map(([name]) => name), 'Total'],
          rows: [[serviceOf(plan, days), sac, rupees(taxable_paise), ...taxes.map(([, paise]) => rupees(paise)), rupees(total)]],
        },
        // Section 15(3) of the CGST Act: a discount is no part of the value where the invoice says it.
        ...(invoice && discount_paise > 0
          ? lines(`List price with GST: ${rupees(total + discount_paise)}, less ${rupees(discount_paise)} by coupon ${coupon}.`)
          : []),
        // Rule 46 of the CGST Rules: an invoice for an export says which of the two it is.
        ...(abroad ? lines(gst_paise > 0 ? WITH_IGST : UNDER_LUT) : []),
        { kind: 'fixed', text: `${invoice ? 'Total' : 'Total taken back'}: ${rupees(total)}` },
        { kind: 'text', text: 'Tax is not payable on reverse charge. This is an electronic document; it needs no signature.' },
      ]),
    ],
  };
}

const section = (title: string, blocks: Block[]): Words['sections'][number] => ({ title, blocks, questions: [] });
const lines = (...each: string[]): Block[] => each.map((text): Block => ({ kind: 'text', text }));
