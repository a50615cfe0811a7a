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

/** The kinds of GST numbers as the GST Network forms them, each with an example. Without a state: services from abroad to consumers. */
const KINDS: readonly { readonly shape: RegExp; readonly state: boolean }[] = [
  // A business, a composition dealer, a casual one, a special economic zone or an input service distributor: 27AAPFU0939F1ZV.
  { shape: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9A-J].$/, state: true },
  // A government department that has a TAN in place of a PAN: 27MUMA12345B1ZW.
  { shape: /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ.$/, state: true },
  // Who deducts tax at source: 06DELI09652G1DA, 19AAACI1681G1DV.
  { shape: /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z]D.$/, state: true },
  // A marketplace that collects tax at source: 29AABCF8078M1C8.
  { shape: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C.$/, state: true },
  // A body of the United Nations, an embassy or another notified body: 0717UNO00157UNO.
  { shape: /^\d{4}[A-Z]{3}\d{5}[UO]N.$/, state: true },
  // A non-resident taxable person: 0717USA12345NRO.
  { shape: /^\d{4}[A-Z]{3}\d{5}NR.$/, state: true },
  // A supplier of online services from abroad: 9917SGP29001OST.
  { shape: /^99\d{2}[A-Z]{3}\d{5}OS.$/, state: false },
];

/** Whether a GST number can be one: a kind, its state, and a last character that fits the others. */
export const isGstin = (text: string): boolean =>
  KINDS.some(({ shape, state }) => shape.test(text) && (!state || isStateCode(text.slice(0, 2)))) && checkCharacter(text.slice(0, 14)) === text[14];
