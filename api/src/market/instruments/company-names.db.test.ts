import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { marketOnFile } from '../files/files-market.ts';
import { importFiles, isRefused, storesIn } from '../files/import-files.ts';
import { udiffFile } from '../files/sample-files.testing.ts';
import { searchListings } from '../search.ts';
import { sampleIsin, securitiesList } from './sample-lists.testing.ts';

/** Trading days around 9 April 2025, on which Zomato became Eternal, under another symbol and the same ISIN. */
const DAYS = ['2025-04-07', '2025-04-08', '2025-04-09', '2025-04-11'];
const RENAMED = '2025-04-09';
const ZOMATO = sampleIsin(758);
const TECH = sampleIsin(214);
const TATA = 'INE081A01020';

describe.each(await featureDatabase())('companies as the day’s files write them (%s)', (database) => {
  let test_: TestPlatform;
  let folder: string;

  beforeAll(async () => {
    test_ = await openPlatform({ database });
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-names-'));
    // A list that says which shares there are, and no name that is one.
    await write(
      'EQUITY_L_01042025.csv',
      securitiesList([
        { symbol: 'ZOMATO', name: '', isin: ZOMATO },
        { symbol: 'LTIM', name: '', isin: TECH },
      ]),
    );
    for (const day of DAYS) {
      const isNew = day >= RENAMED;
      const row = { o: 210, h: 215, l: 209, c: 212, prev: 212 };
      const rows = [
        { ...row, symbol: isNew ? 'ETERNAL' : 'ZOMATO', isin: ZOMATO, company: isNew ? 'ETERNAL LIMITED' : day === DAYS[0] ? 'ZOMATO LTD' : 'ZOMATO LIMITED' },
        { ...row, symbol: 'LTIM', isin: TECH, company: isNew ? 'LTIMINDTREE LTD' : 'LARSEN  & TOUBRO INFOTECH LTD' },
        { ...row, symbol: 'TATASTEEL', isin: TATA, company: 'TATA STEEL LIMITED' },
      ];
      await write(`BhavCopy_NSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.csv`, udiffFile(day, rows));
    }
  });
  afterAll(async () => {
    await test_.end();
    await rm(folder, { recursive: true });
  });
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  const dayFile = (day: string): string => join(folder, `BhavCopy_NSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.csv`);
  const importDays = async (...days: readonly string[]): Promise<void> => {
    const report = await importFiles(storesIn(test_.platform), [join(folder, 'EQUITY_L_01042025.csv'), ...days.map(dayFile)]);
    expect(report.files.filter(isRefused)).toEqual([]);
  };
  const marketOn = (day: string) => marketOnFile(test_.platform, new Date(`${day}T12:00:00Z`));
  const onFile = async () =>
    (
      await sql<{ row: string }>`select concat_ws(' ', day, name) as row from company_names where isin = ${ZOMATO} order by day`.execute(test_.platform.db)
    ).rows.map(({ row }) => row);

  test('give a share its name from the day on which they write it, and a company known better keeps its own', async () => {
    await importDays(...DAYS);
    const names = async (day: string) => {
      const market = await marketOn(day);
      return ['ZOMATO', 'LTIM', 'TATASTEEL'].map((symbol) => market.instrument(symbol)?.name);
    };
    expect(await names('2025-04-08')).toEqual(['ZOMATO', 'LARSEN & TOUBRO INFOTECH', 'Tata Steel']);
    expect(await names('2025-04-11')).toEqual(['ETERNAL', 'LTIMINDTREE', 'Tata Steel']);
  });

  test('let a renamed company be found by its name and by the one it had, and not by one that it takes later', async () => {
    const found = async (day: string, text: string) => {
      const market = await marketOn(day);
      return searchListings(market.instruments(), text, market.otherNames(), market.formerNames()).map(({ symbol }) => symbol);
    };
    expect(await found('2025-04-11', 'Eternal')).toEqual(['ZOMATO']);
    expect(await found('2025-04-11', 'zomato')).toEqual(['ZOMATO']);
    expect(await found('2025-04-11', 'toubro infotech')).toEqual(['LTIM']);
    expect(await found('2025-04-11', 'ltimindtree')).toEqual(['LTIM']);
    expect(await found('2025-04-08', 'ltimindtree')).toEqual([]);
  });

  test('are one row for each name, whatever the order in which files come', async () => {
    const rows = ['2025-04-07 ZOMATO LTD', '2025-04-08 ZOMATO LIMITED', '2025-04-09 ETERNAL LIMITED'];
    expect(await onFile()).toEqual(rows);
    await sql`truncate company_names, market_days, market_imports, market_files`.execute(test_.platform.db);
    await importDays(DAYS[3]!, DAYS[1]!);
    expect(await onFile()).toEqual(['2025-04-08 ZOMATO LIMITED', '2025-04-11 ETERNAL LIMITED']);
    await importDays(DAYS[2]!, DAYS[0]!, DAYS[3]!);
    expect(await onFile()).toEqual(rows);
  });
});
