import * as z from 'zod/mini';
import { plainDigits } from '../plain-digits.ts';
import { code } from '../text.ts';

/** The letters of the standard fonts, which every reader of PDFs has: Windows-1252. Another one would be printed as a wrong one. */
const PRINTED = /^[ -~\u00a1-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;
const LETTER = /[A-Za-z\u00c0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e]/;
/** Signs that keyboards of phones and word processors write for those of a typewriter. */
const TYPEWRITTEN: readonly (readonly [written: RegExp, plain: string])[] = [
  [/[\u02bc\u2018\u2019\u201a\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\s+/g, ' '],
];

/** What is typed, as it is printed: `Raj’s house, Mumbai – ४००००१` is `Raj's house, Mumbai - 400001`. An accent that stands alone joins its letter. */
const asPrinted = (typed: string): string =>
  TYPEWRITTEN.reduce((text, [written, plain]) => text.replace(written, plain), plainDigits(typed.normalize('NFC'))).trim();

/** The first sign, with its accents, that can’t be printed. */
const unprinted = (text: string): string | undefined => text.match(/\P{M}\p{M}*|\p{M}+/gu)?.find((sign) => !PRINTED.test(sign));

/** One line as our PDFs can print it, with a letter at least where anything is written. `message` says what is wanted. */
export const printed = (max: number, message: string) =>
  code(max).check(
    z.overwrite(asPrinted),
    z.refine((text) => unprinted(text) === undefined, { error: ({ input }) => `${message}: “${unprinted(String(input))}” can’t be printed`, abort: true }),
    z.refine((text) => text === '' || LETTER.test(text), message),
  );

/** The PIN code of an address, in one piece or in two: `400001`, `400 001`, `400-001`. */
const PIN_CODE = /(?<!\d)[1-9]\d{2}[ -]?\d{3}(?!\d)/;
export const hasPinCode = (address: string): boolean => PIN_CODE.test(address);
