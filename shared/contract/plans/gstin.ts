import { isStateCode } from './states.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The last character of a GST number, of the fourteen before it: each counts once or twice in turn, its digits to the base 36 added up. */
function checkCharacter(fourteen: string): string {
  let sum = 0;
  for (const [at, character] of [...fourteen].entries()) {
    const weighed = DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(weighed / 36) + (weighed % 36);
  }
  return DIGITS[(36 - (sum % 36)) % 36]!;
}

/** Whether a GST number can be one: a state, a PAN, and a last character that fits the others. */
export const isGstin = (text: string): boolean =>
  /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/.test(text) && isStateCode(text.slice(0, 2)) && checkCharacter(text.slice(0, 14)) === text[14];
