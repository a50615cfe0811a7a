import { expect, test } from 'vitest';
import { deriveKey } from '../../platform/access/sealing.ts';
import { judgePresented, readRefreshToken, refreshToken } from './refresh-token.ts';

const key = deriveKey('test-secret', 'refresh-token');

test('a token reads back what it was made of', () => {
  const claims = { session_id: 'abc_-9', counter: 12 };
  expect(readRefreshToken(key, refreshToken(key, claims))).toEqual(claims);
});

test('session and count give the same token every time', () => {
  const claims = { session_id: 's', counter: 3 };
  expect(refreshToken(key, claims)).toBe(refreshToken(key, claims));
});

test.each([
  ['the next count with the old MAC', refreshToken(key, { session_id: 's', counter: 1 }).replace('s.1.', 's.2.')],
  ['another session with the old MAC', refreshToken(key, { session_id: 's', counter: 1 }).replace('s.1.', 't.1.')],
  ['another key', refreshToken(deriveKey('other', 'refresh-token'), { session_id: 's', counter: 1 })],
  ['an access-token key', refreshToken(deriveKey('test-secret', 'access-token'), { session_id: 's', counter: 1 })],
  ['text', 'not a token'],
  ['empty', ''],
])('refused: %s', (_what, token) => {
  expect(readRefreshToken(key, token)).toBeNull();
});

const rotated_at = new Date('2026-11-20T06:00:00Z');
const minutes = (n: number) => new Date(rotated_at.getTime() + n * 60_000);

test.each([
  ['the newest', 5, 0, 'current'],
  ['the newest, much later', 5, 300, 'current'],
  ['one behind, at once', 4, 0, 'behind'],
  ['one behind, at the end of the grace', 4, 10, 'behind'],
  ['one behind, after the grace', 4, 10.01, 'reused'],
  ['two behind', 3, 0, 'reused'],
  ['ahead of us', 6, 0, 'reused'],
])('%s is %s', (_what, presented, after, expected) => {
  expect(judgePresented(presented, { counter: 5, rotated_at }, minutes(after))).toBe(expected);
});
