import type { Span } from './finding.ts';

/** Numbers of prose: a time of the day, and what is counted in money or per cent. A letter in their place parts what stands around them. */
const OF_PROSE =
  /(?<![\d:])(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:])|(?<!\d)(?:20\d\d-\d\d-\d\d|\d{1,2}([-./])\d{1,2}\1(?:20)\d\d)(?!\d)|(?<![\d.])\d{1,12}\.\d{1,2}(?!\.?\d)|(?<![\d,])\d{1,3}(?:,\d\d){0,4},\d{3}(?!\d|,\d)|(?<![\d,])\d{1,3}(?:,\d{3}){1,4}(?!\d|,\d)/g;
/** Ten digits and more with any signs and lines between them. Money and per cent are other numbers. */
const WIDE = /\d(?:[^\p{L}\p{N}%₹$]{0,8}\d){9,}/gu;
/** Groups of digits with the same letter or two between them: `9876x543x210`. */
const LETTERED = /(?<![\p{L}\p{N}]|\d )\d(?: ?\d){0,6}(?:([a-z]{1,2})\d(?: ?\d){0,6})(?:\1\d(?: ?\d){0,6}){0,8}(?![\p{L}\p{N}])/gu;
/** Ten digits with the commas of no country’s numbers: `98,76,543,210`. */
const GROUPED = /(?<![\d.,]|\d )\d(?: ?\d){0,3}(?:,\d(?: ?\d){0,3}){2,9}(?! ?\d|,|\.\d)/g;
/** Two halves of five digits each with signs between them, and gaps in either. */
const HALVES = /(?<![\p{L}\p{N}.,]|\d )(\d(?: ?\d){4})[^\p{L}\p{N}%₹$]{1,8}(\d(?: ?\d){4})(?! ?\d|[.,]\d)/gu;
const withoutSpaces = (number: string): string => number.replaceAll(' ', '');
const INDIAN = /^\d{1,2}(?:,\d\d)*,\d{3}$/;
const WESTERN = /^\d{1,3}(?:,\d{3})*$/;
/** Numbers that may be parts of one, with words between them. */
const PART = /(?<![\p{L}\p{N}₹$]|\d[.,])\d(?: ?\d){2,6}(?! ?[\p{N}%]|\p{L}|[.,]\d)/gu;
const MOST_BETWEEN = 48;
const MOBILE = /^(?:0|91|091|0091)?[6-9]\d{9}$/;
const NEAR = 1.25;
const MOST_GROUPS = 14;

const isOfPrices = (groups: readonly string[]): boolean => {
  const values = groups.map(Number);
  const step = groups.length === 2 ? 50 : 10;
  if (groups.every((group) => group.length > 2) && values.every((value) => value % step === 0)) return true;
  if (groups.length === 2) return Math.max(...values) < NEAR * Math.min(...values);
  return values.every((value, at) => at === 0 || value > values[at - 1]!);
};

/** Digits in two parts, in three, or in pairs and single ones: nothing else is typed as one number. */
function isOneNumber(groups: readonly string[]): boolean {
  if (groups.length < 2 || groups.length > MOST_GROUPS || !MOBILE.test(groups.join('')) || isOfPrices(groups)) return false;
  return groups.length <= 3 ? groups.every(({ length }) => length > 1) : groups.every(({ length }) => length <= 2) || groups.length <= 4;
}

function wideIn(text: string): Span | null {
  for (const { 0: run, index } of text.matchAll(WIDE)) {
    const groups = [...run.matchAll(/\d+/g)];
    for (let from = 0; from < groups.length; from += 1) {
      let digits = 0;
      for (let to = from; to < groups.length && to - from < MOST_GROUPS; to += 1) {
        digits += groups[to]![0].length;
        if (digits > 14) break;
        const taken = groups.slice(from, to + 1);
        if (digits < 10 || !isOneNumber(taken.map(([group]) => group))) continue;
        const last = taken.at(-1)!;
        return { from: index + taken[0]!.index, to: index + last.index + last[0].length };
      }
    }
  }
  return null;
}

/**
 * Where a phone number stands whose digits are apart: on lines, behind any signs, with letters or telling words between them. `tells` says
 * whether the words between two groups tell of parts of one number.
 */
export function partedNumberIn(text: string, tells: (between: string, at: number) => boolean): Span | null {
  for (const { 0: written, index } of text.matchAll(GROUPED)) {
    const number = withoutSpaces(written);
    if (INDIAN.test(number) || WESTERN.test(number) || !MOBILE.test(number.replaceAll(',', ''))) continue;
    const groups = number.split(',');
    if (!groups.every((group, at) => at === 0 || Number(group) > Number(groups[at - 1]))) return { from: index, to: index + written.length };
  }
  const plain = text.replace(OF_PROSE, (number) => 'x'.padEnd(number.length, ' '));
  const wide = wideIn(plain);
  if (wide) return wide;
  for (const { 0: number, 1: first = '', 2: second = '', index } of plain.matchAll(HALVES)) {
    if (isOneNumber([first, second].map(withoutSpaces))) return { from: index, to: index + number.length };
  }
  for (const { 0: number, index } of plain.matchAll(LETTERED)) {
    const groups = withoutSpaces(number).split(/[a-z]+/);
    if (isOneNumber(groups)) return { from: index, to: index + number.length };
  }
  let first: RegExpExecArray | null = null;
  for (const second of plain.matchAll(PART)) {
    const from = first?.index ?? 0;
    const end = from + (first?.[0].length ?? 0);
    const groups = [first?.[0] ?? '', second[0]].map(withoutSpaces);
    const isNear = second.index - end <= MOST_BETWEEN && MOBILE.test(groups.join('')) && !isOfPrices(groups);
    if (first !== null && isNear && tells(plain.slice(end, second.index), from)) return { from, to: second.index + second[0].length };
    first = second;
  }
  return null;
}
