import { expect, test } from 'vitest';
import { notBefore } from './not-before.ts';

const ENTERED = '2026-11-20T04:30:30.000Z';
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

test.each([
  ['within the five minutes', ENTERED, '04:31:00', '10:06:30 IST'],
  ['once they are over', ENTERED, '04:35:30', ''],
  ['without an entry', null, '04:31:00', ''],
])('the earliest time of an exit, asked for %s', (_name, entered, now, text) => {
  expect(notBefore(entered, { held: 300_000, filledAfter: 60_000 }, at(now))).toBe(text);
});
