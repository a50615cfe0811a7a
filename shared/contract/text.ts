import * as z from 'zod/mini';

/** U+0000 and lone surrogates never pass the door: PostgreSQL refuses the first, JSON peers mangle the second. */
export const isCleanText = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

/** Text from outside, trimmed, `min` to `max` characters, clean. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'Field is required' : `Write at least ${min} characters`),
      z.maxLength(max, `Write at most ${max} characters`),
      z.refine(isCleanText, 'Contains characters that can’t be stored'),
    );

/** An opaque id: ULID, UUID or legacy number as text. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id'));

/** NSE trading symbol, upper case; `&` and `-` occur (M&M, BAJAJ-AUTO). */
export const symbol = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9&-]{0,19}$/, 'Not a trading symbol'));

/** UTC instant, ISO 8601 with milliseconds. */
export const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, 'Not a UTC time'));

/** Trading date in IST, `YYYY-MM-DD`. */
export const day = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Not a date'));

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
