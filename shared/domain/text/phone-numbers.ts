/** Numbers of prose whose digits are no part of a phone number: days, and numbers with commas or up to two decimals. */
const OF_PROSE =
  /(?<!\d)(?:20\d\d-\d\d-\d\d|\d{1,2}([-./])\d{1,2}\1(?:20)\d\d)(?!\d)|(?<![\d.])\d{1,9}(?:,\d{1,9}){1,9}(?:\.\d{1,2})?(?!\d)|(?<![\d.])\d{1,12}\.\d{1,2}(?!\.?\d)/g;
/** Digits, and what people put between those of one number. */
const RUN = /\d(?:[\s.()‐-―−-]{0,3}\d)*/g;

/** Ten digits, the first from 6 to 9, maybe behind a zero or India's code. */
const MOBILE = /^(?:0|91)?[6-9]\d{9}$/;

/** `82000-83500`: two levels of an index near each other, on the steps of its prices. */
function isRange([from = '', to = '', ...more]: readonly string[]): boolean {
  const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
  return more.length === 0 && from.length === 5 && to.length === 5 && high < low * 1.25 && low % 5 === 0 && high % 5 === 0;
}

/** Whether some groups in a row are one phone number. A price that begins with 91 is not India's code: that stands alone, or is one with more digits. */
function holdsMobile(groups: readonly string[]): boolean {
  return groups.some((first, from) => {
    let digits = '';
    for (let to = from; to < groups.length && digits.length < 12; to += 1) {
      digits += groups[to]!;
      const coded = digits.length !== 12 || first.length > 4;
      if (coded && MOBILE.test(digits) && !isRange(groups.slice(from, to + 1))) return true;
    }
    return false;
  });
}

/** Whether a text has an Indian mobile number, however its digits are grouped. */
export const hasPhoneNumber = (text: string): boolean => (text.replace(OF_PROSE, ' x ').match(RUN) ?? []).some((run) => holdsMobile(run.match(/\d+/g) ?? []));
