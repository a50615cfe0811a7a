import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform, testConfig } from '../platform/testing.ts';
import { type Ledger, openLedger, pinKey } from './index.ts';
import { keepPinned } from './pinned-keys.ts';

describe.each(await databases())('the keys that builds of the portal trust, on %s', (database) => {
  let opened: TestPlatform;
  let ledger: Ledger;
  let first: string;
  beforeAll(async () => {
    opened = await openPlatform({ database });
    ledger = await openLedger(opened.platform);
    first = (await ledger.file()).public_key;
  });
  afterAll(() => opened?.end());

  const folder = () => mkdtempSync(join(tmpdir(), 'vimarsh-pins-'));
  const fileOf = (DATA_DIR: string) => join(DATA_DIR, 'releases', 'ledger-keys.json');
  const keys = (DATA_DIR: string): unknown => JSON.parse(readFileSync(fileOf(DATA_DIR), 'utf8'));
  /** What a start says of it. */
  async function start(DATA_DIR: string, settings: Record<string, string> = { DEMO: 'off' }): Promise<string[]> {
    const remarks: string[] = [];
    const { log } = opened.platform;
    await keepPinned({ config: testConfig({ DATA_DIR, ...settings }), log, remark: (find) => void remarks.push(...(find() as string[])) }, ledger);
    return remarks;
  }

  test('the first start names the record’s key, no later one does, and the demo none', async () => {
    const data = folder();
    expect(await start(data)).toEqual([]);
    expect(keys(data)).toEqual([first]);
    await opened.platform.transaction((tx) => ledger.rotateKey(tx));
    expect(await start(data), 'the first key has signed for the new one').toEqual([]);
    expect(keys(data)).toEqual([first]);
    const demo = folder();
    expect(await start(demo, { DEMO: 'on' })).toEqual([]);
    expect(() => keys(demo)).toThrow('ENOENT');
  });

  test('a change of the key puts the new one there', async () => {
    const data = folder();
    await start(data);
    const { key } = await opened.platform.transaction((tx) => ledger.rotateKey(tx));
    expect(pinKey(data, key, true)).toBe(true);
    expect([keys(data), await start(data)]).toEqual([[key], []]);
  });

  test('a record with another key than releases trust is said at every start, and the file stays', async () => {
    const data = folder();
    const other = Buffer.alloc(32, 3).toString('base64url');
    pinKey(data, other, false);
    expect(await start(data)).toEqual(['releases/ledger-keys.json names none of the keys of this record: browsers refuse it']);
    expect(keys(data)).toEqual([other]);
    writeFileSync(fileOf(data), '["x"]');
    expect(await start(data)).toEqual(['releases/ledger-keys.json can’t be read']);
  });
});
