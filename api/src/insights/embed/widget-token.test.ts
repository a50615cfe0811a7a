import { expect, test } from 'vitest';
import { mintWidgetToken, readWidgetToken } from './widget-token.ts';

const now = new Date('2026-11-20T06:00:00Z');
const grant = { key: 'pk_live_neem', origin: 'https://neem.example', exp: now.getTime() / 1000 + 600 };
const token = mintWidgetToken(grant, 'secret');

test('a token gives back what was granted, until its time is over', () => {
  expect(readWidgetToken(token, 'secret', now)).toEqual(grant);
  expect(readWidgetToken(token, 'secret', new Date(now.getTime() + 600_000))).toBeNull();
});

/** 43 characters hold 258 bits of which 256 count. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const otherBits = (text: string): string => text.slice(0, -1) + LETTERS[LETTERS.indexOf(text.at(-1)!) ^ 1];

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
  ['the same signature among foreign characters', () => readWidgetToken(`${token}${'!'.repeat(12_000)}`, 'secret', now)],
  ['the same signature padded', () => readWidgetToken(`${token}=`, 'secret', now)],
  ['the same signature with other last bits', () => readWidgetToken(otherBits(token), 'secret', now)],
  ['no signature', () => readWidgetToken(token.split('.')[0]!, 'secret', now)],
  ['junk', () => readWidgetToken('a.b.c', 'secret', now)],
  ['nothing', () => readWidgetToken('', 'secret', now)],
])('%s is refused', (_name, read) => expect(read()).toBeNull());
