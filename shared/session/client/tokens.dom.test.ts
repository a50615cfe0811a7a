import { beforeEach, expect, test } from 'vitest';
import { openStore } from '../core/storage.ts';
import { jwt, tokens } from '../testing.ts';
import { storeTokens, tokenLife } from './tokens.ts';

beforeEach(() => localStorage.clear());
const NOW = 1_000_000;
const kept = () => ['token', 'refresh_token', 'expire_in'].map((key) => localStorage.getItem(key));

test('token_data is kept: token, refresh token, and the idle end as epoch ms (S3-LOGIN-O01)', () => {
  expect(storeTokens(openStore(), { data: null, token_data: tokens('B', 60) }, NOW)).toBe(true);
  expect(kept()).toEqual(['B', 'refresh-B', String(NOW + 60_000)]);
});

test('token_data.access_token wins over data.token, which is the fallback (S3-LOGIN-A02)', () => {
  storeTokens(openStore(), { data: { token: 'A' }, expire_in: 5 }, NOW);
  expect(kept()[0]).toBe('A');
  storeTokens(openStore(), { data: { token: 'A' }, token_data: tokens('B') }, NOW);
  expect(kept()[0]).toBe('B');
});

test('expire_in is read from token_data, then from the envelope (S3-LOGIN-A01)', () => {
  storeTokens(openStore(), { data: null, token_data: tokens('B', 60), expire_in: 5 }, NOW);
  expect(kept()[2]).toBe(String(NOW + 60_000));
  storeTokens(openStore(), { data: { token: 'A' }, expire_in: 5 }, NOW);
  expect(kept()[2]).toBe(String(NOW + 5000));
});

test('an answer without tokens keeps what is there', () => {
  expect(storeTokens(openStore(), { data: { id: 1 }, expire_in: 5 }, NOW)).toBe(false);
  expect(kept()).toEqual([null, null, null]);
});

test('the life of a token is its own, or ten minutes; a server clock ahead of ours counts as now', () => {
  expect(tokenLife(jwt(900, 600), NOW)).toEqual({ since: 900_000, life: 600_000 });
  expect(tokenLife(jwt(5000, 600), NOW)).toEqual({ since: NOW, life: 600_000 });
  for (const opaque of ['A', 'a.b.c', 'a.e30.c', '']) expect(tokenLife(opaque, NOW)).toEqual({ since: NOW, life: 600_000 });
});
