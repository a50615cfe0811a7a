import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BadSetting, readConfig } from '../../config.ts';
import { accessTokenOf } from './access-token.ts';

const folder = mkdtempSync(join(tmpdir(), 'vimarsh-token-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KITE = { MARKET_FEED: 'kite', KITE_API_KEY: 'hidden-key', KITE_ACCESS_TOKEN_FILE: '/run/kite-token' };
const UPSTOX = { MARKET_FEED: 'upstox', UPSTOX_ACCESS_TOKEN_FILE: '/run/upstox-token' };

test('what a broker’s feed takes is enough', () => {
  expect(readConfig(KITE)).toMatchObject(KITE);
  expect(readConfig({ MARKET_FEED: 'kite', KITE_API_KEY: 'hidden-key', KITE_ACCESS_TOKEN: 'hidden-token' }).MARKET_FEED).toBe('kite');
  expect(readConfig(UPSTOX)).toMatchObject(UPSTOX);
  expect(readConfig({ MARKET_FEED: 'upstox', UPSTOX_ACCESS_TOKEN: 'h'.repeat(900) }).MARKET_FEED).toBe('upstox');
});

test.each([
  ['no key', KITE, { KITE_API_KEY: '' }, 'KITE_API_KEY must be set'],
  ['no token', KITE, { KITE_ACCESS_TOKEN_FILE: '' }, 'KITE_ACCESS_TOKEN_FILE must be set'],
  ['two tokens', KITE, { KITE_ACCESS_TOKEN: 'hidden-token' }, 'KITE_ACCESS_TOKEN_FILE must be set'],
  ['a key of two words', KITE, { KITE_API_KEY: 'hidden key' }, 'KITE_API_KEY must be one word'],
  ['prices over an open line', KITE, { KITE_SOCKET_URL: 'ws://hidden.example' }, 'KITE_SOCKET_URL must be encrypted'],
  ['a history over an open line', KITE, { KITE_URL: 'http://hidden.example' }, 'KITE_URL must be encrypted'],
  ['several nodes', KITE, { REDIS_URL: 'redis://hidden.example:6379' }, 'REDIS_URL must not be set with MARKET_FEED=kite'],
  ['a clock of its own', KITE, { MARKET_NOW: '2026-11-20T03:40:00Z' }, 'MARKET_NOW and MARKET_SPEED must not be set with MARKET_FEED=kite'],
  ['another speed', KITE, { MARKET_SPEED: '10' }, 'MARKET_NOW and MARKET_SPEED must not be set'],
  ['no token', UPSTOX, { UPSTOX_ACCESS_TOKEN_FILE: '' }, 'UPSTOX_ACCESS_TOKEN_FILE must be set'],
  ['two tokens', UPSTOX, { UPSTOX_ACCESS_TOKEN: 'hidden-token' }, 'UPSTOX_ACCESS_TOKEN_FILE must be set'],
  ['a token of two words', UPSTOX, { UPSTOX_ACCESS_TOKEN: 'hidden token' }, 'UPSTOX_ACCESS_TOKEN must be one word'],
  ['permission over an open line', UPSTOX, { UPSTOX_URL: 'http://hidden.example' }, 'UPSTOX_URL must be encrypted'],
  ['lists over an open line', UPSTOX, { UPSTOX_LISTS_URL: 'http://hidden.example' }, 'UPSTOX_LISTS_URL must be encrypted'],
  ['several nodes', UPSTOX, { REDIS_URL: 'redis://hidden.example:6379' }, 'REDIS_URL must not be set with MARKET_FEED=upstox'],
  ['a clock of its own', UPSTOX, { MARKET_NOW: '2026-11-20T03:40:00Z' }, 'MARKET_NOW and MARKET_SPEED must not be set with MARKET_FEED=upstox'],
])('%s with %o is refused in one sentence without a value', (_, feed, settings, words) => {
  const read = (): unknown => readConfig({ ...feed, ...settings });
  expect(read).toThrow(BadSetting);
  expect(read).toThrow(words);
  expect(read).not.toThrow(/hidden/);
});

test('a stand-in on this machine may run at another time and speed', () => {
  expect(readConfig({ ...KITE, KITE_SOCKET_URL: 'ws://127.0.0.1:4100', KITE_URL: 'http://127.0.0.1:4100', MARKET_SPEED: '10' }).MARKET_SPEED).toBe(10);
  expect(readConfig({ ...UPSTOX, UPSTOX_URL: 'http://127.0.0.1:4100', UPSTOX_LISTS_URL: 'http://127.0.0.1:4100/lists', MARKET_SPEED: '10' }).MARKET_SPEED).toBe(
    10,
  );
});

test('the token is what stands in its file now; none where that is none', () => {
  const file = join(folder, 'token');
  const token = accessTokenOf(undefined, file);
  expect(token()).toBe('');
  writeFileSync(file, 'first\n');
  expect(token()).toBe('first');
  writeFileSync(file, 'second');
  expect(token()).toBe('second');
  for (const wrong of ['two words', 'x'.repeat(5000), '\u0000']) {
    writeFileSync(file, wrong);
    expect(token()).toBe('');
  }
  expect(accessTokenOf('set', undefined)()).toBe('set');
});
