import { withoutUnseen } from '../plain-digits.ts';

/** Signs of what is read as a document's number. */
const LONGEST = 80;
/** Words before a number, set off from it: `GSTIN: `, `PAN No. `, `SEBI Reg. No.: `. */
const LABEL = /^\p{L}{2}[\p{L}\s./()]{0,30}[\s.:#–-]*$/u;
const compact = (text: string): string => text.replace(/[\s.\-‐-―−]/g, '').toUpperCase();

/**
 * The number of a document as it is printed, from what people paste: `pan: abcpe 1234 f` is ABCPE1234F. A label goes only where a number of the
 * right form stays; every other text is refused later, as it stands.
 */
export function readId(typed: string, shape: RegExp): string {
  const written = withoutUnseen(typed);
  const whole = compact(written);
  if (written.length > LONGEST || shape.test(whole)) return whole;
  const text = written.trim();
  const rests = [...text.matchAll(/[\s.:#–-]+/g)].flatMap(({ 0: { length }, index }) =>
    LABEL.test(text.slice(0, index + length)) ? compact(text.slice(index + length)) : [],
  );
  return rests.find((rest) => shape.test(rest)) ?? whole;
}

/** The form of every kind of GST number. */
export const GSTIN_SHAPE = /^\d{2}[A-Z\d]{13}$/;
