import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anyDataOf } from './api-answer.ts';
import { refusal } from './refusal.ts';

const NOW = '2026-11-29T03:00:00.000Z';
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['40', 40],
  [' 40 ', 40],
  ['40, 40', 40],
  ['0', 0],
  ['-5', 0],
  ['99999999', 3600],
  ['Sun, 29 Nov 2026 03:00:40 GMT', 40],
  ['Sun, 29 Nov 2026 03:00:40 gmt', 40],
  ['Sunday, 29-Nov-26 03:00:40 GMT', 40],
  ['Sun Nov 29 03:00:40 2026', 40],
  ['Sun, 29 Nov 2026 03:00:40 GMT, Sun, 29 Nov 2026 03:00:40 GMT', 40],
  ['Mon, 30 Nov 2026 03:00:40 GMT', 3600],
  ['Sun, 29 Nov 2026 02:00:00 GMT', 0],
  ['soon', 0],
  ['', 0],
])('Retry-After “%s” is a pause of %d s', async (said, seconds) => {
  for (const status of [429, 503]) {
    const answers = [new Response('<h1>Busy</h1>', { status, headers: { 'retry-after': said } })];
    if (status === 429) answers.push(Response.json({ status: false, code: 'RATE', validation: 'X' }, { status, headers: { 'retry-after': said } }));
    for (const answer of answers) await expect(anyDataOf(Promise.resolve(answer), refusal)).rejects.toMatchObject({ pauseMs: seconds * 1000 });
  }
});

test.each([
  ['application/json; charset=utf-8', '{"status":true,"data":{"a":1}}'],
  ['APPLICATION/JSON;CHARSET="UTF-8"', '{"status":true,"data":{"a":1}}'],
  ['text/plain', '\ufeff{"status":true,"data":{"a":1}}'],
])('an answer is read whatever an intermediary makes of its Content-Type (%s)', async (type, text) => {
  const headers = { 'content-type': type, age: '12, 12', etag: 'W/"x"' };
  expect(await anyDataOf(Promise.resolve(new Response(text, { headers })), refusal)).toEqual({ a: 1 });
});
