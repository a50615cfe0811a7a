import * as z from 'zod/mini';
import { isDay } from './days.ts';
import { withoutUnseen } from './plain-digits.ts';

/**
 * What never passes the door: half characters, control characters but tab and line ends, and those that turn the direction
 * of what follows. A name with one of them looks like another on a screen, in a mail or in a file.
 */
export const isCleanText = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  value.isWellFormed() && !/[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(value);

const HIDDEN = 'Contains hidden characters';

/** Text of several lines, trimmed, `min` to `max` characters, clean. */
export const lines = (max: number, min = 0) =>
  z.string().check(
    z.trim(),
    z.minLength(min, min === 1 ? 'Field is required' : `Write at least ${min} characters`),
    // Too long a text is refused before any rule reads it.
    z.maxLength(max, { error: `Write at most ${max} characters`, abort: true }),
    z.refine(isCleanText, HIDDEN),
  );

/** Text of one line, as names are: like `lines`, without tabs and line ends. */
export const text = (max: number, min = 0) => lines(max, min).check(z.refine((value) => !/[\t\n\r\u2028\u2029]/.test(value), HIDDEN));

/** A number, a code or an address of mail as somebody pastes it: trimmed, and without the signs that nobody sees. */
export const code = (max: number, min = 0) =>
  z
    .string()
    .check(
      z.overwrite(withoutUnseen),
      z.trim(),
      z.minLength(min, 'Field is required'),
      z.maxLength(max, { error: `Write at most ${max} characters`, abort: true }),
    );

/** An opaque id: ULID, UUID or legacy number as text. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id'));

/** The key of a partner’s site; '' is the main host. */
export const site = z.string().check(z.regex(/^[a-z0-9-]{0,40}$/, 'Not a site'));

/** NSE trading symbol, upper case; `&` and `-` occur (M&M, BAJAJ-AUTO). */
export const symbol = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9&-]{0,19}$/, 'Not a trading symbol'));

/** Trading date in IST, `YYYY-MM-DD`. */
export const day = z.string().check(
  // What a description of the API can say; the refinement knows the months.
  z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { error: 'Not a date', abort: true }),
  z.refine(isDay, 'Not a date'),
);

const NO_INSTANT = 'Write a UTC time such as 2026-11-20T05:00:00.000Z';

/** UTC instant as answers give it, such as `2026-11-20T05:00:00.000Z`. */
export const instant = z.pipe(
  z.string().check(
    // `toISOString` gives 24 characters, 27 for years of six digits.
    z.maxLength(27, { error: NO_INSTANT, abort: true }),
    z.refine((value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value, NO_INSTANT),
  ),
  z.transform((value) => new Date(value)),
);

/** ₹ price or level: positive, at most 2 decimals, below one crore. */
export const price = z.number().check(
  z.positive('Enter a price above zero'),
  z.lt(10_000_000, 'Enter a price below ₹1,00,00,000'),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Prices have at most 2 decimals'),
);

/** Positive whole number in a query string, with a ceiling. */
export const count = (max: number, fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, 'Not a whole number')),
      z.transform((value) => Math.min(Number(value), max)),
    ),
    fallback,
  );
