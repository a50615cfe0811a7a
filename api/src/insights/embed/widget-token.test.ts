import { expect, test } from 'vitest';
import { mintWidgetToken, readWidgetToken } from './widget-token.ts';

const now = new Date('2026-11-20T06:00:00Z');
const grant = { key: 'pk_live_neem', origin: 'https://neem.example', exp: now.getTime() / 1000 + 600 };
const token = mintWidgetToken(grant, 'secret');

test('a token gives back what was granted, until its time is over', () => {
  expect(readWidgetToken(token, 'secret', now)).toEqual(grant);
  expect(readWidgetToken(token, 'secret', new Date(now.getTime() + 600_000))).toBeNull();
});

test.each([
  ['another secret', () => readWidgetToken(token, 'other', now)],
  [
    'a changed body',
    () =>
      readWidgetToken(
        `${Buffer.from(JSON.stringify({ ...grant, origin: 'https://evil.example' })).toString('base64url')}.${token.split('.')[1]}`,
        'secret',
        now,
      ),
  ],
  ['a cut signature', () => readWidgetToken(token.slice(0, -4), 'secret', now)],
  ['no signature', () => readWidgetToken(token.split('.')[0]!, 'secret', now)],
  ['junk', () => readWidgetToken('a.b.c', 'secret', now)],
  ['nothing', () => readWidgetToken('', 'secret', now)],
])('%s is refused', (_name, read) => expect(read()).toBeNull());
