import * as z from 'zod/mini';

/** ₹; above a lakh crore no customer's figure is a figure, and below it paise are exact. */
const MOST_RUPEES = 1e12;
/** ₹ a share; as little as an order of ours may have. */
const MOST_PRICE = 1e7;
/** Shares; a hundred times the largest order of ours. */
const MOST_SHARES = 1e9;

/** A number as brokers write it: `12.5`, `"12.50"`, `""` and null for none. */
const looseNumber = z._default(
  z.pipe(
    z.union([z.number(), z.string().check(z.maxLength(40)), z.null()]),
    z.transform((value, { issues }): number => {
      if (value === null || value === '') return 0;
      const number = typeof value === 'number' ? value : DECIMAL.test(value.trim()) ? Number(value.replaceAll(',', '')) : Number.NaN;
      if (!Number.isFinite(number)) issues.push({ code: 'custom', input: value, message: 'no number' });
      return number;
    }),
  ),
  0,
);
const within = (most: number) => [z.gte(-most), z.lte(most)] as const;

export const looseRupees = looseNumber.check(...within(MOST_RUPEES));
export const loosePrice = looseNumber.check(...within(MOST_PRICE));
/** Whole shares as a number or a text; sold short negative. */
export const looseShares = looseNumber.check(...within(MOST_SHARES), z.refine(Number.isInteger));
/** Whole shares of brokers whose documents say a number. */
export const shares = z.int().check(...within(MOST_SHARES));

/** `-1234.50` and `12,345.6`. */
const DECIMAL = /^[+-]?[\d,]*\.?\d+$/;

/** Without control characters and halves of a sign, which no database takes. */
const clean = (text: string): string => text.toWellFormed().replaceAll(/\p{Cc}/gu, '');

/** An order's id at a broker. One with a control character is none: the answer it stands in can't be read. */
export const brokerOrderId = z.string().check(
  z.minLength(1),
  z.maxLength(60),
  z.refine((id) => clean(id) === id),
);

/** A short text of a broker; null and absent are ''. */
export const looseText = z._default(
  z.pipe(
    z.union([z.string().check(z.maxLength(2_000)), z.number(), z.null()]),
    z.transform((value): string => (value === null ? '' : clean(String(value)))),
  ),
  '',
);

/** Paise of ₹, exact for what is written in ₹ and paise. Parts of a paisa are rounded away from zero at the half, by the digits as written. */
export function paiseOf(rupees: number): number {
  // The shortest digits that mean this number: 1.005 is `1.005`, though the number itself is a little less.
  const digits = Math.abs(rupees).toString();
  if (digits.includes('e')) return Math.round(rupees * 100);
  const [whole = '0', part = ''] = digits.split('.');
  const paise = Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0')) + (Number(part[2] ?? 0) >= 5 ? 1 : 0);
  return rupees < 0 && paise > 0 ? -paise : paise;
}

const ISO = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/;
const NOREN = /^(\d\d:\d\d:\d\d) (\d\d)-(\d\d)-(\d{4})$/;

/** ms of a time in IST, `2026-11-30 09:31:02` or `09:31:02 30-11-2026`; null where it is none. */
export function istTimeOf(text: string): number | null {
  const iso = ISO.exec(text);
  const noren = NOREN.exec(text);
  const [day, time] = iso ? [iso[1], iso[2]] : noren ? [`${noren[4]}-${noren[3]}-${noren[2]}`, noren[1]] : [];
  const at = day ? Date.parse(`${day}T${time}+05:30`) : Number.NaN;
  // Noren writes 1980 for a time that there is none of.
  return Number.isNaN(at) || at < Date.parse('2000-01-01') ? null : at;
}

/** ₹, or null for the 0 that brokers write for none. */
export const priceOrNone = (price: number): number | null => (price > 0 ? price : null);
