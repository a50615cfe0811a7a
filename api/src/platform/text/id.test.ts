import { expect, test } from 'vitest';
import { ulid } from './id.ts';

test('ids are ULIDs, unique, and sort in the order they were made, also when the clock steps back', () => {
  const now = Date.now() + 1000;
  const ids = [...Array.from({ length: 5000 }, () => ulid(now)), ulid(now + 1), ulid(now - 5000)];
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids.slice(0, 5)) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});

test('the first characters are the time', () => {
  expect(ulid(Date.UTC(2030, 0, 1)).slice(0, 10)).toBe(encodeTime(Date.UTC(2030, 0, 1)));
});

/** Crockford's base 32 by plain division. */
function encodeTime(ms: number): string {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let text = '';
  for (let rest = ms, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return text;
}
