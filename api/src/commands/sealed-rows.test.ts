import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycSealing } from '../identity/index.ts';
import { secretSeal } from '../ledger/seal/key-seal.ts';
import { aVault, TOKEN } from '../ledger/seal/vault.testing.ts';
import { vaultSeal } from '../ledger/seal/vault.ts';
import { newKey, publicKeyOf, seedOf } from '../ledger/signing-key.ts';
import { BANK_ACCOUNTS_SEAL } from '../money/index.ts';
import { sealingFor } from '../platform/access/sealing.ts';
import { pushSealing } from '../push/index.ts';
import { SealedLines, type SealedRows, whyShut } from './sealed-rows.ts';

const RIGHT = 'the secret that sealed everything here';
const WRONG = 'another secret of thirty-two characters';
const IN_FILE = randomBytes(48).toString('base64url');

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;
const text = Buffer.from('text');
const key = newKey();
const public_key = publicKeyOf(key);
const pem = key.export({ format: 'pem', type: 'pkcs8' }) as string;

const push = (secret: string): SealedRows => ({ push_keys: [{ public_key: 'p', sealed: hex(pushSealing(secret).seal(text, 'p')) }] });
const people = (secret: string): [string, SealedRows][] => [
  ['documents', { kyc_documents: [{ id: 'd1', sealed: hex(kycSealing(secret).seal(text, 'd1')) }] }],
  ['PANs', { kyc_numbers: [{ user_id: 'u1', pan_sealed: hex(kycSealing(secret).seal(text, 'u1')) }] }],
  ['bank accounts', { bank_accounts: [{ user_id: 'u1', number_sealed: hex(sealingFor(secret, BANK_ACCOUNTS_SEAL).seal(text, 'u1')) }] }],
];
const shut = (rows: SealedRows, SECRET_KEY?: string, files = new Map<string, string>()) => whyShut(rows, files, { DATA_DIR: 'x', SECRET_KEY });

describe.each([...people(RIGHT), ['push', push(RIGHT)] as [string, SealedRows]])('%s sealed with SECRET_KEY', (_, rows) => {
  test('open with it alone', async () => {
    expect(await shut(rows, RIGHT)).toBeNull();
    expect(await shut(rows, WRONG)).toMatch(/can’t be opened: sealed with another SECRET_KEY\. Set SECRET_KEY as it was\.$/);
    expect(await shut(rows)).toMatch(/can’t be opened: sealed with SECRET_KEY, which is not set here\. Set it as it was\.$/);
  });
});

describe.each(people(IN_FILE))('%s sealed with the secret of the data folder', (_, rows) => {
  const files = new Map([['identity-secret', IN_FILE]]);
  test('open with the file, and say what to set where SECRET_KEY takes its place', async () => {
    expect(await shut(rows, undefined, files)).toBeNull();
    expect(await shut(rows, WRONG, files)).toMatch(/not with this SECRET_KEY: set SECRET_KEY to what that file holds\.$/);
    expect(await shut(rows, IN_FILE, files)).toBeNull();
    expect(await shut(rows)).not.toBeNull();
  });
});

test.each<[string, SealedRows]>([
  ['PAN', { kyc_numbers: [{ user_id: 'u1', pan_sealed: '\\x01ebf3164c96c177bbaf43052a782216fe16422e46c3d0e6954ec30cfb7c3299b13a0a9529177a' }] }],
  [
    'bank account',
    { bank_accounts: [{ user_id: 'u1', number_sealed: '\\x015d62f1051ee2fe4b0709bd20fb36e739616542e108c69fc4470167e0848b97cefc54e27b35dd4218' }] },
  ],
])('a %s that was sealed on 29 November 2026 still opens', async (_, rows) => {
  expect(await shut(rows, RIGHT)).toBeNull();
  expect(await shut(rows, WRONG)).not.toBeNull();
});

describe('the record’s key', () => {
  let vault: Awaited<ReturnType<typeof aVault>>;
  beforeAll(async () => {
    vault = await aVault();
  });
  afterAll(() => vault.close());
  const record = (sealed: Uint8Array | null): SealedRows => ({ ledger_keys: [{ id: 1, public_key, sealed: sealed && hex(sealed) }] });

  test('opens with SECRET_KEY, or from its file if that is this very key', async () => {
    const sealed = record(await secretSeal(RIGHT).seal(seedOf(key), public_key));
    expect(await shut(sealed, RIGHT)).toBeNull();
    expect(await shut(sealed, WRONG)).toContain('another SECRET_KEY');
    expect(await shut(record(null), undefined, new Map([['ledger-ed25519.pem', pem]]))).toBeNull();
    const other = newKey().export({ format: 'pem', type: 'pkcs8' }) as string;
    for (const file of [other, 'no key', ''])
      expect(await shut(record(null), undefined, new Map([['ledger-ed25519.pem', file]]))).toContain('put that file back');
  });

  test('may be Vault’s while the rest is sealed with SECRET_KEY: both are tried', async () => {
    const settings = { DATA_DIR: 'x', VAULT_ADDR: vault.url, VAULT_TOKEN: TOKEN, VAULT_KEY: 'vimarsh' };
    const rows = { ...record(await vaultSeal(settings)!.seal(seedOf(key), public_key)), ...push(RIGHT) };
    expect(await whyShut(rows, new Map(), { ...settings, SECRET_KEY: RIGHT })).toBeNull();
    expect(await whyShut(rows, new Map(), { ...settings, SECRET_KEY: WRONG })).toMatch(/^The key for push messages can’t be opened/);
    expect(await whyShut(rows, new Map(), { ...settings, VAULT_TOKEN: 'x', SECRET_KEY: RIGHT })).toContain('VAULT_TOKEN');
  });
});

test('an archive’s rows are gathered from its parts: one of each kind, all keys of the record, and the key files', async () => {
  const lines = new SealedLines();
  const part = (name: string, rows: readonly object[]) => lines.look({ name, body: Buffer.from(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`) });
  part('tables/users/000001.ndjson', [{ id: 'not looked at' }]);
  part('tables/kyc_documents/000001.ndjson', [
    { id: 'd1', sealed: hex(kycSealing(RIGHT).seal(text, 'd1')) },
    { id: 'broken', sealed: '\\x00' },
  ]);
  part('tables/kyc_documents/000002.ndjson', [{ id: 'broken', sealed: '\\x00' }]);
  expect(await lines.why({ DATA_DIR: 'x', SECRET_KEY: RIGHT })).toBeNull();
  part('tables/ledger_keys/000001.ndjson', [{ id: 1, public_key, sealed: null }]);
  expect(await lines.why({ DATA_DIR: 'x', SECRET_KEY: RIGHT })).toContain(public_key);
  lines.look({ name: 'files/keys/ledger-ed25519.pem', body: Buffer.from(pem) });
  expect(await lines.why({ DATA_DIR: 'x', SECRET_KEY: RIGHT })).toBeNull();
});
