import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import type { FilesFeed } from '../files/files-feed.ts';
import { marketOnFile, openFiles } from '../files/files-market.ts';
import { type ImportReport, importFiles, isRefused, storesIn } from '../files/import-files.ts';
import { searchListings } from '../search.ts';

const REAL = '../shared/data/nse-eod';
/** Akzo Nobel India was traded as AKZOINDIA to 13 April 2026, and as JSWDULUX since. The days' files have no ISINs. */
const DAYS = ['2026-04-09', '2026-04-10', '2026-04-13', '2026-04-15', '2026-04-16'];
const RENAMED = 'Akzo Nobel India Limited,AKZOINDIA,JSWDULUX,15-APR-2026\n';

describe.skipIf(!existsSync(REAL))('a real list of 750 companies over real days', { meta: { needs: REAL } }, () => {
  let test_: TestPlatform;
  let folder: string;
  let report: ImportReport;
  let feed: FilesFeed;

  beforeAll(async () => {
    const [database] = await featureDatabase();
    test_ = await openPlatform({ database: database! });
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-real-lists-'));
    await writeFile(join(folder, 'symbolchange.csv'), RENAMED);
    const files = [join(REAL, 'nifty-total-market.csv'), ...DAYS.map((day) => join(REAL, 'bhavcopy', `${day}.csv`)), join(folder, 'symbolchange.csv')];
    report = await importFiles(storesIn(test_.platform), files, { asOf: '2026-04-01' });
    feed = await openFiles(test_.platform);
  });
  afterAll(async () => {
    await test_?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('all of them are listed, with sectors, and were traded', () => {
    expect(report.files.filter(isRefused)).toEqual([]);
    const listed = feed.listed('2026-04-16');
    // The companies known at the release are among them, found by the issuers in their ISINs.
    expect(listed).toHaveLength(750);
    expect(listed.filter(({ sector }) => sector === 'Other')).toEqual([]);
    const untraded = listed.filter(({ symbol }) => !feed.session(symbol, '2026-04-09')).map(({ symbol }) => symbol);
    expect(untraded.length).toBeLessThan(5);
  });

  test('a share that no source names is found by symbol, name and ISIN', async () => {
    const market = await marketOnFile(test_.platform, new Date('2026-04-16T12:00:00Z'));
    const share = market.instruments().find(({ symbol }) => symbol === 'JSWDULUX' || symbol === 'AKZOINDIA')!;
    for (const text of [share.symbol, share.name.toLowerCase().slice(0, 8), share.isin])
      expect(searchListings(market.instruments(), text, market.otherNames())[0]?.symbol, text).toBe(share.symbol);
  });

  test('a share that was renamed between has all its days, without an ISIN in any file', () => {
    const [name] = feed.listed('2026-04-16').filter(({ symbol }) => symbol === 'AKZOINDIA' || symbol === 'JSWDULUX');
    expect(feed.sessions(name!.symbol, DAYS[0]!, DAYS.at(-1)!).map(({ day }) => day)).toEqual(DAYS);
  });
});
