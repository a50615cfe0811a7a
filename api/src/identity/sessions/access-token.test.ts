import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deriveKey } from '../../platform/access/sealing.ts';
import { mac } from '../secrets.ts';
import { createAccessTokens } from './access-token.ts';

const key = deriveKey('test-secret', 'access-token');
let now = new Date('2026-11-20T06:00:00Z');
const tokens = createAccessTokens(key, () => now);
const claims = { aud: 'neem', sub: 'usr_free', sid: 's1' };

function remade(token: string, change: (parts: { header: object; payload: Record<string, unknown> }) => void, secret = key): string {
  const [header, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const parts = { header: JSON.parse(header!), payload: JSON.parse(payload!) };
  change(parts);
  const text = [parts.header, parts.payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${mac(secret, text)}`;
}

test('a token says who, which session and which site, for ten minutes', () => {
  const token = tokens.issue(claims);
  expect(tokens.read(token)).toMatchObject({ ...claims, iss: 'vimarsh' });
  now = new Date(now.getTime() + 599_000);
  expect(tokens.read(token)).not.toBeNull();
  now = new Date(now.getTime() + 1_000);
  expect(tokens.read(token)).toBeNull();
});

test('two tokens of one session differ', () => {
  expect(tokens.issue(claims)).not.toBe(tokens.issue(claims));
});

describe('refused', () => {
  const token = tokens.issue(claims);
  const [header, payload, signature] = token.split('.') as [string, string, string];

  test.each([
    ['nothing', ''],
    ['no dots', 'abc'],
    ['too many parts', `${token}.x`],
    ['no signature', `${header}.${payload}.`],
    ['a changed signature', `${header}.${payload}.${signature.slice(0, -2)}AA`],
    [
      'another user in the payload',
      `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'usr_admin', iss: 'vimarsh', exp: 4e9 })).toString('base64url')}.${signature}`,
    ],
    ['signed with another key', remade(token, () => {}, deriveKey('other', 'access-token'))],
    ['signed with a key of another purpose', remade(token, () => {}, deriveKey('test-secret', 'refresh-token'))],
    ['algorithm none', remade(token, (parts) => Object.assign(parts.header, { alg: 'none' }))],
    ['another algorithm', remade(token, (parts) => Object.assign(parts.header, { alg: 'HS512' }))],
    ['another issuer', remade(token, (parts) => Object.assign(parts.payload, { iss: 'elsewhere' }))],
    ['unsigned, algorithm none', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`],
    ['a plain HMAC of the text', `${header}.${payload}.${createHmac('sha256', 'test-secret').update(`${header}.${payload}`).digest('base64url')}`],
  ])('%s', (_what, forged) => {
    expect(tokens.read(forged)).toBeNull();
  });
});
