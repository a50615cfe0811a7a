import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DataUnusable } from '../platform/database/data-lock.ts';
import { databases, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { openPushKey } from './key-pair.ts';
import { pushTables } from './push.store.ts';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-push-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = () => mkdtempSync(join(root, 'data-'));
const SECRET_KEY = 'one secret of thirty-two characters';

describe.each(await databases())('the key of push messages on %s', (database) => {
  let opened: TestPlatform;
  beforeAll(async () => {
    opened = await openPlatform({ database });
  });
  afterAll(() => opened?.end());
  const db = () => pushTables(opened.platform.db);
  const open = async (DATA_DIR: string, secret?: string) => (await openPushKey(db(), { DATA_DIR, SECRET_KEY: secret })).public_key;
  beforeEach(() => db().deleteFrom('push_keys').execute());

  test('nodes with one secret have one key, also when they start together, and no folder keeps it', async () => {
    const folders = [folder(), folder(), folder()];
    const keys = await Promise.all(folders.map((data) => open(data, SECRET_KEY)));
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0]!, 'base64url')).toHaveLength(65);
    expect(folders.filter((data) => existsSync(join(data, 'keys')))).toEqual([]);
  });

  test('a key begun without a secret stays with its folder, and is sealed once there is a secret', async () => {
    const data = folder();
    const key = await open(data);
    expect(await open(data)).toBe(key);
    expect(await open(data, SECRET_KEY)).toBe(key);
    rmSync(join(data, 'keys'), { recursive: true });
    expect(await open(data, SECRET_KEY)).toBe(key);
  });

  test.each([
    ['with another SECRET_KEY', SECRET_KEY, 'x'.repeat(40), 'set SECRET_KEY as it was'],
    ['without SECRET_KEY', SECRET_KEY, undefined, 'set SECRET_KEY as it was'],
    ['without the file of its data folder', undefined, undefined, 'put that file back from a backup'],
    ['without that file, whatever its SECRET_KEY', undefined, SECRET_KEY, 'put that file back from a backup'],
  ])('a restored database refuses a node %s, and says what to do', async (_, then, now, remedy) => {
    await open(folder(), then);
    const refused = open(folder(), now);
    await expect(refused).rejects.toBeInstanceOf(DataUnusable);
    await expect(refused).rejects.toThrow(remedy);
  });
});
