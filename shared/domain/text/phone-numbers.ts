/**
 * Numbers of prose whose digits are no part of a phone number: days, and numbers with commas as they are grouped in India or
 * elsewhere, or with up to two decimals.
 */
const OF_PROSE =
  /(?<!\d)(?:20\d\d-\d\d-\d\d|\d{1,2}([-./])\d{1,2}\1(?:20)\d\d)(?!\d)|(?<![\d.])\d{1,3}(?:,\d{2,3}){0,5},\d{3}(?:\.\d{1,2})?(?![\d])|(?<![\d.])\d{1,12}\.\d{1,2}(?!\.?\d)/g;
/** Ten digits and more, and signs that people put between those of one number. Money, shares of a hundred and times are other numbers. */
const RUN = /\d(?:[^\p{L}\p{N}%₹$@=<>:;\n]{0,3}\d){9,}/gu;

/** Ten digits, the first from 6 to 9, maybe behind a zero or India's code. */
const MOBILE = /^(?:0|91|091|0091)?[6-9]\d{9}$/;
const LEAST = 10;
const LONGEST = 14;

/** A number of another country, with its plus. */
const ABROAD = /\+\d[\d\s().-]{7,17}\d/g;
const LEAST_ABROAD = 10;

/** `82000-83500`: two levels of an index near each other, on the steps of its prices. */
function isRange([from = '', to = '', ...more]: readonly string[]): boolean {
  const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
  return more.length === 0 && from.length === 5 && to.length === 5 && high < low * 1.25 && low % 5 === 0 && high % 5 === 0;
}

/** `65 70 75 80 85`: prices or readings that climb by small steps. */
const isLadder = (groups: readonly string[]): boolean =>
  groups.length > 2 &&
  groups.every((group, at) => group.length > 1 && (at === 0 || (Number(group) > Number(groups[at - 1]) && Number(group) <= Number(groups[at - 1]) * 1.2)));

/** Groups in a row that are one phone number. A price that begins with 91 is not India's code: that stands alone, or is one with more digits. */
function mobileIn(groups: readonly string[]): { from: number; to: number } | null {
  for (let from = 0; from < groups.length; from += 1) {
    let digits = '';
    for (let to = from; to < groups.length && digits.length < LONGEST; to += 1) {
      digits += groups[to]!;
      if (digits.length < LEAST) continue;
      const coded = digits.length !== 12 || groups[from]!.length > 4 || groups[from]!.length < 3;
      if (!coded || !MOBILE.test(digits)) continue;
      const taken = groups.slice(from, to + 1);
      if (!isRange(taken) && !isLadder(taken)) return { from, to: to + 1 };
    }
  }
  return null;
}

/** A number by itself with one dot or comma among its digits, and gaps: “98 765.43 210”. */
const DOTTED = /(?<![\d.,])\d(?:[ .,-]{0,2}\d){9,12}(?!\d|[.,]\d)/g;

/** Whether a row of digits with one dot or comma is a phone number and no range of prices: “7245-7250.50” ends with its dot’s number. */
function isDotted(number: string): boolean {
  if (number.split(/[.,]/).length !== 2 || !MOBILE.test(number.replace(/\D/g, ''))) return false;
  const pieces = number.split(/[ -]+/);
  return pieces.length > 2 || (pieces.length === 2 && /[.,]/.test(pieces[0]!));
}

/** `200, 600, 900, 1200`: numbers that only grow, with a comma and a space between them, are a list. */
const isList = (run: string, groups: readonly string[]): boolean =>
  groups.length > 2 && run.split(', ').length === groups.length && groups.every((group, at) => at === 0 || Number(group) > Number(groups[at - 1]));

/** Where the first phone number of a text stands, an Indian mobile one however its digits are grouped, or one with a plus. */
export function phoneNumberIn(text: string): { from: number; to: number } | null {
  // Spaces of the same length keep every other character in its place, and a letter parts what stood around a number of prose.
  const plain = text.replace(OF_PROSE, (number) => 'x'.padEnd(number.length, ' '));
  for (const run of plain.matchAll(RUN)) {
    const groups = [...run[0].matchAll(/\d+/g)];
    const digits = groups.map(([group]) => group);
    const mobile = isList(run[0], digits) ? null : mobileIn(digits);
    if (!mobile) continue;
    const last = groups[mobile.to - 1]!;
    return { from: run.index + groups[mobile.from]!.index, to: run.index + last.index + last[0].length };
  }
  for (const { 0: number, index } of text.matchAll(DOTTED)) if (isDotted(number)) return { from: index, to: index + number.length };
  for (const { 0: number, index } of text.matchAll(ABROAD))
    if (number.replace(/\D/g, '').length >= LEAST_ABROAD) return { from: index, to: index + number.length };
  return null;
}
