import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DataUnusable } from '../platform/database/data-lock.ts';
import { firstKey, type Signed, type Signer, signerOf } from './signing-key.ts';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-signer-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const openSigner = (data: string, secret?: string, newest?: Signed | null): Signer => signerOf(firstKey(data, secret, newest));
const folder = () => mkdtempSync(join(root, 'data-'));
const HASH = 'ab'.repeat(32);
const holds = (by: Signer, signature: string): boolean =>
  verify(
    null,
    Buffer.from(HASH, 'hex'),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: by.publicKey }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );

test('nodes with one secret sign with one key, whatever their folders; another secret gives another key', () => {
  const [one, two, other] = [
    openSigner(folder(), 'one secret of thirty-two characters'),
    openSigner(folder(), 'one secret of thirty-two characters'),
    openSigner(folder(), 'x'.repeat(40)),
  ];
  expect(two.publicKey).toBe(one.publicKey);
  expect(holds(one, two.sign(HASH))).toBe(true);
  expect(holds(one, other.sign(HASH))).toBe(false);
});

test('without a secret, a key generated in the folder remains in use; only its owner can read it', () => {
  const data = folder();
  const made = openSigner(data);
  expect(openSigner(data).publicKey).toBe(made.publicKey);
  expect(holds(made, made.sign(HASH))).toBe(true);
  expect(statSync(join(data, 'keys', 'ledger-ed25519.pem')).mode & 0o077).toBe(0);
});

test('an old key in one node’s folder does not win over the secret all nodes share; the record keeps the key it was begun with', () => {
  const secret = 'one secret of thirty-two characters';
  const [old, clean] = [folder(), folder()];
  const made = openSigner(old);
  const shared = openSigner(clean, secret);
  expect(openSigner(old, secret).publicKey, 'a new record').toBe(shared.publicKey);
  const signedBy = (by: Signer) => ({ hash: HASH, sig: by.sign(HASH) });
  expect(openSigner(old, secret, signedBy(shared)).publicKey).toBe(shared.publicKey);
  expect(openSigner(old, secret, signedBy(made)).publicKey, 'moved with its record').toBe(made.publicKey);
  expect(() => openSigner(clean, secret, signedBy(made))).toThrow('another key than this node has');
});

test.each([
  ['empty', ''],
  ['damaged', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQ'],
  ['damaged', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string],
])('a key file that is %s refuses the start by its name, with what to do, and is left as it is', (state, text) => {
  const data = folder();
  const signed = { hash: HASH, sig: openSigner(folder()).sign(HASH) };
  mkdirSync(join(data, 'keys'));
  const file = join(data, 'keys', 'ledger-ed25519.pem');
  writeFileSync(file, text);
  for (const [newest, remedy] of [
    [signed, 'put it back from a backup.'],
    [null, 'a new key is made.'],
  ] as const) {
    const refused = (): unknown => openSigner(data, undefined, newest);
    expect(refused).toThrow(DataUnusable);
    expect(refused).toThrow(`The key file ${file} is ${state}.`);
    expect(refused).toThrow(remedy);
  }
  expect(readFileSync(file, 'utf8')).toBe(text);
  // Where the record is signed with the key of the settings, nobody needs the file.
  const secret = 'one secret of thirty-two characters';
  expect(openSigner(data, secret, { hash: HASH, sig: openSigner(data, secret).sign(HASH) }).publicKey).toBe(openSigner(data, secret).publicKey);
});
