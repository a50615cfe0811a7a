import { plainDigits } from '../../contract/plain-digits.ts';

/** Signs of what is read as an amount. */
const LONGEST = 40;
const CURRENCY_BEFORE = /^(?:₹|Rs\.?|INR|रु\.?)\s*/i;
/** `/-` behind whole rupees, as on cheques, and a word or sign of the currency. */
const CURRENCY_BEHIND = /\s*(?:\/[-=–]|₹|INR|rupees?|रुपये)$/i;
/** Digits alone, in groups of lakh and crore, or in thousands; then a point and its decimals. */
const NUMBER = /^(?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?$/;
const SIGN = /^[-−–+]\s*/;

/** Said where a number has commas or points in places that can mean two things. */
export const AMOUNT_FORM = 'Write a point before decimals and commas only between thousands, such as 2,450.50';

/** The number typed; null where there is none, and a sentence where it can mean two. */
export function readAmount(typed: string): number | null | string {
  if (typed.length > LONGEST) return null;
  let text = plainDigits(typed).replace(/\s+/g, ' ');
  const sign = SIGN.exec(text)?.[0] ?? '';
  text = text.slice(sign.length).replace(CURRENCY_BEFORE, '');
  const inner = sign === '' ? (SIGN.exec(text)?.[0] ?? '') : '';
  // A blank between groups is a comma that is not seen.
  text = text
    .slice(inner.length)
    .replace(CURRENCY_BEHIND, '')
    .replace(/(?<=\d) (?=\d)/g, ',');
  if (!/\d/.test(text)) return null;
  if (!NUMBER.test(text)) return /^[\d.,]+$/.test(text) ? AMOUNT_FORM : null;
  const value = Number(text.replaceAll(',', ''));
  return /^[-−–]/.test(sign || inner) ? -value : value;
}

/** The number typed; NaN where there is none that is certain. */
export function amountOf(typed: string): number {
  const read = readAmount(typed);
  return typeof read === 'number' ? read : Number.NaN;
}

/** Why a typed number is not taken: `missing` where it is none. */
export function amountProblem(typed: string, missing: string): string {
  const read = readAmount(typed);
  return typeof read === 'string' ? read : read === null ? missing : '';
}
