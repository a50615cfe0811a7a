import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isDay } from './days.ts';
import { code, day, instant, lines, text } from './text.ts';

const takes = (schema: z.ZodMiniType, value: string) => z.safeParse(schema, value).success;

test.each([
  ['a line end', 'Asha\nRao', false, true],
  ['a carriage return', 'Asha\r\nRao', false, true],
  ['a tab', 'Asha\tRao', false, true],
  ['a line separator', 'Asha\u2028Rao', false, true],
  ['a turn of direction', 'Asha \u202eoaR', false, false],
  ['an isolate', 'Asha \u2066Rao', false, false],
  ['a direction mark', 'Asha\u200f Rao', false, false],
  ['a zero', 'Asha\u0000', false, false],
  ['a bell', 'Asha\u0007', false, false],
  ['an escape', '\u001b[31mAsha', false, false],
  ['a second row of controls', 'Asha\u0085Rao', false, false],
  ['half a character', 'Asha\ud800', false, false],
  ['Hindi with joiners', 'शर्मा क्‍ष', true, true],
  ['Urdu', 'آشا راؤ', true, true],
  ['an emoji of several', '👩‍💻', true, true],
])('%s in a name and in text of several lines', (_what, value, name, several) => {
  expect(takes(text(40), value)).toBe(name);
  expect(takes(lines(40), value)).toBe(several);
});

test.each(['\u200bDIWALI26', 'DIWALI\u206026\ufeff', '\u202aDIWALI26\u202c ', 'DIWALI\u00ad26'])('the code %j is read without what nobody sees', (written) =>
  expect(code(8).parse(written)).toBe('DIWALI26'),
);

test('a code of hidden signs alone is none, and too long a one is refused', () => {
  expect(code(8, 1).safeParse('\u200b\ufeff').error!.issues[0]!.message).toBe('Field is required');
  expect(code(8).safeParse('DIWALI2026').error!.issues[0]!.message).toBe('Write at most 8 characters');
});

test.each([
  ['2026-11-20T05:00:00.000Z', true],
  ['2026-11-20T05:00:00Z', false],
  ['2026-11-20T10:30:00.000+05:30', false],
  ['2026-13-20T05:00:00.000Z', false],
  ['2026-02-30T05:00:00.000Z', false],
  ['2026-11-20', false],
  ['yesterday', false],
  ['', false],
])('the instant %s', (value, ok) => {
  const read = z.safeParse(instant, value);
  expect(read.success).toBe(ok);
  if (read.success) expect(read.data).toEqual(new Date(value));
  else expect(read.error.issues[0]!.message).toBe('Write a UTC time such as 2026-11-20T05:00:00.000Z');
});

test.each([
  ['2026-11-30', true],
  ['2026-11-31', false],
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2024-02-29', true],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['0000-01-01', false],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['2026-01-01 ', false],
  ['２０２６-01-01', false],
  ['', false],
])('the day %j', (value, ok) => {
  expect(isDay(value)).toBe(ok);
  const read = z.safeParse(day, value);
  expect(read.success).toBe(ok);
  if (!read.success) expect(read.error.issues.map(({ message }) => message)).toEqual(['Not a date']);
});
