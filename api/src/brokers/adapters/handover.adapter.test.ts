import { type JWTPayload, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { handoverSignIn } from './handover.adapter.ts';

const secret = new TextEncoder().encode('one secret of thirty-two characters');
const NOW = 1_800_000_000;
const desk = handoverSignIn({ secret, partner_key: 'garnet', signInAt: () => '', clock: () => new Date(NOW * 1000) });

const claims: JWTPayload = { iss: 'garnet', aud: 'vimarsh', sub: 'AB1002', broker_id: 11, jti: 'token-0001', iat: NOW, exp: NOW + 60 };
const sign = (changes: JWTPayload = {}): Promise<string> => new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256' }).sign(secret);
const codeOf = (token: string): Promise<string> =>
  desk.read(token).then(
    () => 'read',
    ({ code }: { code: string }) => code,
  );

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The same bytes: the lowest bits of the last character stand for none. */
const withOtherUnusedBits = (text: string): string => text.slice(0, -1) + BASE64URL[BASE64URL.indexOf(text.at(-1)!) ^ 1]!;

test.each<[string, (token: string) => string]>([
  ['padding', (token) => `${token}=`],
  ['other unused bits', withOtherUnusedBits],
  ['a blank inside', (token) => `${token.slice(0, -3)} ${token.slice(-3)}`],
  ['a line break at the end', (token) => `${token}\n`],
  ['a fourth part', (token) => `${token}.`],
])('a signed token is refused when its signature is written with %s', async (_what, rewrite) => {
  const token = await sign();
  expect(await codeOf(token)).toBe('read');
  expect(await codeOf(rewrite(token))).toBe('HANDOVER_SPENT');
});

test.each<[string, JWTPayload]>([
  ['more than a minute to live', { exp: NOW + 61 }],
  ['no time of issue', { iat: undefined }],
  ['a client with a zero byte', { sub: 'AB\0' }],
  ['a client with a line break', { sub: 'AB\n1' }],
  ['a client with half a character', { sub: 'AB\ud800' }],
  ['a client with an unseen character', { sub: 'AB\u200b1' }],
  ['a client with blanks around', { sub: ' AB1 ' }],
  ['a client of blanks', { sub: '   ' }],
  ['no client', { sub: '' }],
  ['a token id without end', { jti: 'x'.repeat(201) }],
  ['a short token id', { jti: 'x' }],
])('a signed token is refused with %s', async (_what, changes) => {
  expect(await codeOf(await sign(changes))).toBe('HANDOVER_SPENT');
});

test('a token names its customer, itself, and the time after which it is worth nothing', async () => {
  expect(await desk.read(await sign({ sub: 'AB/10 02', name: 'Asha' }))).toEqual({
    customer: { client_id: 'AB/10 02', full_name: 'Asha', broker_id: 11 },
    id: 'token-0001',
    until: new Date((NOW + 120) * 1000),
  });
});
