import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifierKey } from '../../../witness/witness.mjs';
import { BadSetting, readConfig } from '../../config.ts';

const raw = Buffer.from(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!, 'base64url');
const KEY = verifierKey('w1.example/vimarsh', 4, raw);

test('witnesses are given by verifier key and address', () => {
  expect(readConfig({}).WITNESSES).toEqual([]);
  expect(readConfig({ WITNESSES: `${KEY} https://w1.example/, ${KEY} http://127.0.0.1:4100` }).WITNESSES).toEqual([
    { name: 'w1.example/vimarsh', key: KEY, url: 'https://w1.example' },
    { name: 'w1.example/vimarsh', key: KEY, url: 'http://127.0.0.1:4100' },
  ]);
});

test.each([
  ['an address alone', 'https://w1.example'],
  ['a key alone', KEY],
  ['a log’s key', `${verifierKey('w1.example', 1, raw)} https://w1.example`],
  ['a key of another name', `${KEY.replace('w1', 'w2')} https://w1.example`],
  ['an address that is none', `${KEY} file:///etc/passwd`],
  ['three words', `${KEY} https://w1.example more`],
])('%s is refused without being repeated', (_, text) => {
  expect(() => readConfig({ WITNESSES: text })).toThrow(BadSetting);
  expect(() => readConfig({ WITNESSES: text })).toThrow(
    /^WITNESSES must be verifier keys of witnesses, each with a space and its address, separated by commas\.$/,
  );
});

test('the id in a verifier key is the hash’s beginning', () => {
  const id = createHash('sha256').update('w1.example/vimarsh\n').update(Buffer.of(4)).update(raw).digest('hex').slice(0, 8);
  expect(KEY.split('+')[1]).toBe(id);
});
