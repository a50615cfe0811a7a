import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DataUnusable } from '../platform/database/data-lock.ts';
import { databases, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { openKeyRing, whyClosed } from './key-ring.ts';
import { aVault, TOKEN } from './seal/vault.testing.ts';
import { firstKey, publicKeyOf, seedOf } from './signing-key.ts';
import { recordTables } from './tables.ts';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-ring-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = () => mkdtempSync(join(root, 'data-'));
const SECRET_KEY = 'one secret of thirty-two characters';
const HASH = 'ab'.repeat(32);

describe.each(await databases())('the key of the record on %s', (database) => {
  let opened: TestPlatform;
  beforeAll(async () => {
    opened = await openPlatform({ database });
  });
  afterAll(() => opened?.end());
  const db = () => recordTables(opened.platform.db);
  const ring = async (DATA_DIR: string, secret?: string) => (await openKeyRing(db(), { DATA_DIR, SECRET_KEY: secret })).current;
  beforeEach(() => db().deleteFrom('ledger_keys').execute());

  test('a record begun with a key in one node’s folder is signed alike by every node of the database, whatever their folders', async () => {
    const [first, second] = [folder(), folder()];
    const before = await ring(first);
    expect(before.publicKey).toBe(publicKeyOf(firstKey(first)));
    const one = await ring(first, SECRET_KEY);
    const two = await ring(second, SECRET_KEY);
    expect([one.publicKey, two.publicKey]).toEqual([before.publicKey, before.publicKey]);
    expect([two.sign(HASH), two.salt('exp_01', 7)]).toEqual([before.sign(HASH), before.salt('exp_01', 7)]);
    expect(existsSync(join(second, 'keys'))).toBe(false);
    // From then on the file is not needed.
    rmSync(join(first, 'keys'), { recursive: true });
    expect((await ring(first, SECRET_KEY)).sign(HASH)).toBe(before.sign(HASH));
  });

  test('nodes that start together end up with one key', async () => {
    const nodes = await Promise.all([ring(folder(), SECRET_KEY), ring(folder(), SECRET_KEY), ring(folder(), SECRET_KEY)]);
    expect(new Set(nodes.map((node) => node.sign(HASH))).size).toBe(1);
  });

  test('what lies in the database does not give the key away', async () => {
    const data = folder();
    await ring(data, SECRET_KEY);
    const { sealed } = await db().selectFrom('ledger_keys').select('sealed').executeTakeFirstOrThrow();
    expect(Buffer.from(sealed!).includes(seedOf(firstKey(data, SECRET_KEY)))).toBe(false);
  });

  test.each([
    ['with another SECRET_KEY', SECRET_KEY, 'x'.repeat(40), 'set SECRET_KEY as it was'],
    ['without SECRET_KEY', SECRET_KEY, undefined, 'which is not set here'],
    ['without the file of its data folder', undefined, undefined, 'put that file back from a backup'],
    ['without that file, whatever its SECRET_KEY', undefined, SECRET_KEY, 'put that file back from a backup'],
  ])('a restored database refuses a node %s, and says what to do', async (_, then, now, remedy) => {
    const { publicKey } = await ring(folder(), then);
    const refused = ring(folder(), now);
    await expect(refused).rejects.toThrow(DataUnusable);
    await expect(refused).rejects.toThrow(publicKey);
    await expect(refused).rejects.toThrow(remedy);
    expect((await db().selectFrom('ledger_keys').select('public_key').execute()).map(({ public_key }) => public_key)).toEqual([publicKey]);
  });

  describe('sealed by Vault', () => {
    let vault: Awaited<ReturnType<typeof aVault>>;
    beforeAll(async () => {
      vault = await aVault();
    });
    beforeEach(() => {
      vault.instead = null;
    });
    afterAll(() => vault.close());
    const withVault = (change: object = {}) => ({ VAULT_ADDR: vault.url, VAULT_TOKEN: TOKEN, VAULT_KEY: 'vimarsh', ...change });
    const open = async (settings: object) => (await openKeyRing(db(), { DATA_DIR: folder(), ...settings })).current;
    const sealed = async () => Buffer.from((await db().selectFrom('ledger_keys').select('sealed').executeTakeFirstOrThrow()).sealed!).toString();

    test('every node that Vault lets open it signs alike, and SECRET_KEY neither opens nor gives the key', async () => {
      const nodes = await Promise.all([open(withVault()), open(withVault()), open(withVault({ SECRET_KEY }))]);
      expect(new Set(nodes.map((node) => node.sign(HASH))).size).toBe(1);
      expect(await sealed()).toMatch(/^vault:v1:/);
      expect(nodes[0]!.publicKey).not.toBe(publicKeyOf(firstKey(folder(), SECRET_KEY)));
    });

    test('a record begun with SECRET_KEY keeps its key, which Vault seals from then on', async () => {
      const before = await open({ SECRET_KEY });
      expect(await sealed()).not.toMatch(/^vault:/);
      await expect(open(withVault({ SECRET_KEY, VAULT_TOKEN: 'hvs.other' }))).rejects.toThrow(
        'could not be sealed: Vault does not let VAULT_TOKEN use this key',
      );
      expect((await open(withVault({ SECRET_KEY }))).sign(HASH)).toBe(before.sign(HASH));
      expect(await sealed()).toMatch(/^vault:v1:/);
      expect((await open(withVault())).sign(HASH), 'without the secret').toBe(before.sign(HASH));
      await expect(open({ SECRET_KEY })).rejects.toThrow('and VAULT_KEY is not set here');
    });

    test.each<[string, () => object, string]>([
      ['with another token', () => withVault({ VAULT_TOKEN: 'hvs.other' }), 'Vault does not let VAULT_TOKEN use this key'],
      ['while Vault is away', () => withVault({ VAULT_ADDR: 'http://127.0.0.1:1' }), 'See that Vault answers'],
      ['without Vault', () => ({ SECRET_KEY }), 'set VAULT_ADDR, VAULT_TOKEN and VAULT_KEY as they were'],
      ['with nothing', () => ({}), 'set VAULT_ADDR, VAULT_TOKEN and VAULT_KEY as they were'],
    ])('a restored database refuses a node %s, signs nothing and says what to do', async (_, settings, remedy) => {
      const { publicKey } = await open(withVault());
      const kept = await sealed();
      const refused = open(settings());
      await expect(refused).rejects.toThrow(DataUnusable);
      await expect(refused).rejects.toThrow(publicKey);
      await expect(refused).rejects.toThrow(remedy);
      expect(await sealed()).toBe(kept);
      const row = await db().selectFrom('ledger_keys').selectAll().executeTakeFirstOrThrow();
      expect(await whyClosed([row], new Map(), { DATA_DIR: folder(), ...settings() }), 'so does a restore').toContain(remedy);
      expect(await whyClosed([row], new Map(), { DATA_DIR: folder(), ...withVault() })).toBeNull();
    });
  });
});
