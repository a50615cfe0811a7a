import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockData } from '../platform/database/data-lock.ts';
import { folderWithTables } from '../platform/testing/tables-folder.testing.ts';
import { databases, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { FilesFeed } from './files/files-feed.ts';
import { type FileReport, type ImportStores, importFiles, isRefused, storesIn, type TakenFile } from './files/import-files.ts';
import type { ImportedDays } from './files/imported-days.store.ts';
import { legacyFile, quotedLegacyFile, type SampleRow, udiffFile } from './files/sample-files.testing.ts';
import { summaryLines } from './files/summary.ts';

const REAL_FILES = '../shared/data/nse-eod/bhavcopy';
const ROWS: SampleRow[] = [
  { symbol: 'RELIANCE', o: 1340, h: 1352.4, l: 1331.5, c: 1345.2, prev: 1338.9 },
  { symbol: 'M&M', o: 3200, h: 3225.5, l: 3188, c: 3190.1, prev: 3199.9 },
  { symbol: '20MICRONS', series: 'BE', o: 171.38, h: 171.38, l: 163.81, c: 170.18, prev: 174.69 },
];
/** The rows of a day after: each starts from where it closed. */
const LATER = ROWS.map((row) => ({ ...row, prev: row.c }));
/** The same zip, its directory claiming 300 MB. */
function sayingItIsHuge(zip: Uint8Array): Uint8Array {
  const directory = Buffer.from(zip).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  new DataView(zip.buffer).setUint32(directory + 24, 300 * 2 ** 20, true);
  return zip;
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const found = await databases();
describe.each(found)('import into %s', (database) => {
  let test_: TestPlatform;
  let days: ImportedDays;
  let stores: ImportStores;
  let folder: string;

  beforeAll(async () => {
    test_ = await openPlatform({ database });
    stores = storesIn(test_.platform);
    days = stores.days;
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-import-'));
  });
  afterAll(async () => {
    await test_.end();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await sql`truncate market_days, market_imports, market_files, market_actions, market_action_imports`.execute(test_.platform.db);
    await rm(folder, { recursive: true });
    await mkdir(join(folder, 'deep'), { recursive: true });
  });

  const write = (name: string, content: string | Uint8Array): Promise<void> => writeFile(join(folder, name), content);
  const stored = async (): Promise<{ rows: number; files: number }> => {
    const { rows } = await sql<{ rows: number; files: number }>`
      select (select count(*) from market_days) as rows, (select count(*) from market_imports) as files`.execute(test_.platform.db);
    return rows[0]!;
  };
  const refused = (files: readonly FileReport[]): string[] => files.filter(isRefused).map((file) => file.refused);

  test('a folder with both layouts, plain and zipped, is stored once; a second run stores nothing new and says so', async () => {
    await write('a-legacy.csv', legacyFile('2026-05-04', ROWS));
    await write('b-quoted.CSV', quotedLegacyFile('2026-05-05', LATER));
    await write('deep/c-udiff.csv', udiffFile('2026-05-06', LATER));
    await write(
      'd.zip',
      zipSync({
        'BhavCopy_20260507.csv': bytes(udiffFile('2026-05-07', LATER)),
        'readme.txt': bytes('hello'),
        'x/08.csv': bytes(legacyFile('2026-05-08', LATER)),
      }),
    );
    await write('notes.txt', 'not looked at');
    const first = await importFiles(stores, [folder]);
    expect(await stored()).toEqual({ rows: 15, files: 5 });
    expect(await days.days()).toEqual(['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08']);
    expect(summaryLines(first)).toEqual([
      'Files: 5 read, 5 taken (5 trading days), 0 refused.',
      'Passed over, since only .csv, .json and .zip are read: notes.txt, d.zip/readme.txt.',
      'Rows: 15 read = 15 stored + 0 corrected + 0 unchanged + 0 skipped.',
    ]);
    expect(summaryLines(await importFiles(stores, [folder]))).toEqual([
      'Files: 5 read, 5 taken (5 trading days), 0 refused.',
      'Passed over, since only .csv, .json and .zip are read: notes.txt, d.zip/readme.txt.',
      'Rows: 15 read = 0 stored + 0 corrected + 15 unchanged + 0 skipped.',
      'Nothing new: every row was on file already.',
    ]);
    expect(await stored()).toEqual({ rows: 15, files: 5 });
    const bars = await days.shares(['M&M', 'RELIANCE', 'CIPLA']);
    expect([...bars.keys()].sort()).toEqual(['M&M', 'RELIANCE']);
    expect(bars.get('M&M')![0]!.bar).toEqual({ day: '2026-05-04', o: 3200, h: 3225.5, l: 3188, c: 3190.1, v: 1000, prev_close: 3199.9 });
  });

  test('a zip made on a Mac holds the files that it shows, and its leftovers are no files', async () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const leftover = Uint8Array.of(0, 5, 0x16, 7, 0, 2, 0, 0);
    const entries = { 'may/a.csv': bytes(legacyFile('2026-05-04', ROWS)), '__MACOSX/may/._a.csv': leftover, 'may/.DS_Store': leftover, '.b.csv': leftover };
    await write('may.zip', zipSync(entries));
    await write('._c.csv', leftover);
    const { files } = await importFiles(stores, [folder]);
    expect(files).toEqual([expect.objectContaining({ name: 'may.zip/may/a.csv', day: '2026-05-04', stored: 3 })]);
  });

  test('a file that only fills in what another lacked corrects nothing, and a refusal names a row that really differs', async () => {
    await write('a-legacy.csv', quotedLegacyFile('2026-05-04', ROWS));
    await write('b-udiff.csv', udiffFile('2026-05-04', ROWS));
    expect((await importFiles(stores, [folder])).files).toEqual([
      expect.objectContaining({ stored: 3, corrected: 0 }),
      expect.objectContaining({ stored: 3, corrected: 0, unchanged: 0, changes: [] }),
    ]);
    const isins = await sql<{ n: number }>`select count(*)::int as n from market_days where isin <> ''`.execute(test_.platform.db);
    expect(isins.rows[0]!.n).toBe(3);
    await sql`update market_days set isin = ''`.execute(test_.platform.db);
    await write('b-udiff.csv', udiffFile('2026-05-04', [ROWS[0]!, ROWS[1]!, { ...ROWS[2]!, volume: 2000 }]));
    const other = '1 row on file has other figures (20MICRONS BE volume 1000 → 2000); --correct takes the file’s.';
    expect(refused((await importFiles(stores, [join(folder, 'b-udiff.csv')])).files)).toEqual([other]);
    expect((await importFiles(stores, [join(folder, 'b-udiff.csv')], { mayCorrect: true })).files).toEqual([
      expect.objectContaining({ stored: 2, corrected: 1, changes: [expect.objectContaining({ what: '20MICRONS BE' })] }),
    ]);
  });

  test('a file without ISINs says nothing against those on file and takes none away', async () => {
    await write('a.csv', legacyFile('2026-05-04', ROWS));
    await importFiles(stores, [folder]);
    await write(
      'a.csv',
      legacyFile(
        '2026-05-04',
        ROWS.map((row) => ({ ...row, isin: '-' })),
      ),
    );
    expect((await importFiles(stores, [folder])).files).toEqual([expect.objectContaining({ stored: 0, corrected: 0, unchanged: 3 })]);
    const { rows } = await sql<{ isin: string }>`select distinct isin from market_days`.execute(test_.platform.db);
    expect(rows).toEqual([{ isin: 'INE002A01018' }]);
  });

  test('a list with a line that can’t be read is not said to be complete', async () => {
    await write('list.csv', '"SYMBOL","SERIES","PURPOSE","EX-DATE"\n"ITC","EQ","Bonus 1:1","06-May-2026"\n"TCS","EQ","Bonus 1:1","05/06/2026"\n');
    expect(refused((await importFiles(stores, [folder], { complete: true })).files)).toEqual([
      'Line 3 can’t be read (the ex-date “05/06/2026” is not written as 04-May-2026 or 2026-05-04), so it does not name every action: import it without --complete.',
    ]);
    expect(refused((await importFiles(stores, [folder])).files)).toEqual([]);
  });

  test('a bonus that the next open contradicts is named', async () => {
    const flat = (symbol: string): SampleRow => ({ symbol, o: 815, h: 820, l: 810, c: 815, prev: 815 });
    for (const day of ['2026-05-05', '2026-05-06']) await write(`${day}.csv`, legacyFile(day, [flat('ITC'), flat('TCS')]));
    await write('list.csv', '"SYMBOL","SERIES","PURPOSE","EX-DATE"\n"ITC","EQ","Bonus 1:1","06-May-2026"\n');
    expect(summaryLines(await importFiles(stores, [folder]))).toContain(
      'Not believed: ITC on 2026-05-06, prices divided by 2. It closed at ₹815 before and opened at ₹815, so nothing is divided, and its calls are not judged from that day on.',
    );
  });

  test('a small bonus that is called off divides nothing; one that may or may not have happened keeps prices from judging', async () => {
    const list = (lines: string[][]): string =>
      ['"SYMBOL","SERIES","PURPOSE","EX-DATE"', ...lines.map(([symbol, purpose, day]) => `"${symbol}","EQ","${purpose}","${day}"`), ''].join('\n');
    const symbols = ['ITC', 'TCS', 'BEL', 'WIPRO', 'INFY', 'SBIN'];
    const flat = (symbol: string, price: number): SampleRow => ({ symbol, o: price, h: price + 5, l: price - 5, c: price, prev: 815 });
    for (const day of ['2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08'])
      await write(
        `${day}.csv`,
        legacyFile(
          day,
          symbols.map((symbol) => flat(symbol, day > '2026-05-05' && symbol === 'TCS' ? 741 : 815)),
        ),
      );
    await write(
      'list.csv',
      list([
        ['ITC', 'Bonus 1:10 (Cancelled)', '06-May-2026'],
        ['TCS', 'Bonus 1:10', '06-May-2026'],
        ['BEL', 'Bonus 1:20 Of Dvr Shares', '06-May-2026'],
        ['WIPRO', 'Bonus 1:10 (Revised)', '06-May-2026'],
        // Put off by a day: the list names both, and neither open says on which it was.
        ['INFY', 'Bonus 1:10', '06-May-2026'],
        ['INFY', 'Bonus 1:10', '07-May-2026'],
      ]),
    );
    expect(summaryLines(await importFiles(stores, [folder]))).toContain(
      'Not believed: INFY on 2026-05-06 and 2026-05-07, prices times 10/11. No open says on which of these days, so nothing is divided, and its calls are not judged from the first on.',
    );
    const feed = new FilesFeed(stores, symbols);
    await feed.refresh();
    const of = (symbol: string) => ({
      divided: feed.actions(symbol).map(({ day }) => day),
      doubted: ['2026-05-06', '2026-05-07', '2026-05-08'].flatMap((day) =>
        feed.doubts(symbol, day, new Date('2026-05-05T05:00:00Z')).map((doubt) => doubt.day),
      ),
    });
    expect(of('ITC')).toEqual({ divided: [], doubted: [] });
    expect(of('TCS')).toEqual({ divided: ['2026-05-06'], doubted: [] });
    expect(of('BEL')).toEqual({ divided: [], doubted: [] });
    expect(of('WIPRO')).toEqual({ divided: [], doubted: ['2026-05-06'] });
    expect(of('INFY')).toEqual({ divided: [], doubted: ['2026-05-06', '2026-05-07'] });
    expect(of('SBIN')).toEqual({ divided: [], doubted: [] });
    expect(feed.doubts('WIPRO', '2026-05-06', new Date('2026-05-05T05:00:00Z'))).toEqual([
      { cause: 'price_step', day: '2026-05-06', before: 815, opened: 815 },
    ]);

    // What an earlier reading of the same words put on file divides nothing either.
    await sql`update market_actions set ratio = 1.1 where symbol = 'ITC'`.execute(test_.platform.db);
    const again = new FilesFeed(stores, symbols);
    await again.refresh();
    expect(again.actions('ITC')).toEqual([]);
  });

  test('rows on file get other figures only where that is allowed; what would change is shown', async () => {
    await write('a.csv', legacyFile('2026-05-04', ROWS));
    await importFiles(stores, [folder]);
    await write('a.csv', legacyFile('2026-05-04', [{ ...ROWS[0]!, c: 1346 }, ...ROWS.slice(1), { symbol: 'TCS', o: 1, h: 1, l: 1, c: 1, prev: 1 }]));
    expect(refused((await importFiles(stores, [folder])).files)).toEqual([
      '1 row on file has other figures (RELIANCE EQ close 1345.2 → 1346); --correct takes the file’s.',
    ]);
    expect(await stored()).toEqual({ rows: 3, files: 1 });
    expect((await days.shares(['RELIANCE'])).get('RELIANCE')![0]!.bar.c).toBe(1345.2);
    const corrected = await importFiles(stores, [folder], { mayCorrect: true });
    expect(corrected.files[0]).toMatchObject({ read: 4, stored: 1, corrected: 1, unchanged: 2, skipped: [] });
    expect(summaryLines(corrected)).toContain('Corrected by a.csv: 2026-05-04 RELIANCE EQ close 1345.2 → 1346, last 1345.2 → 1346, turnover 1345200 → 1346000');
    expect((await days.shares(['RELIANCE'])).get('RELIANCE')![0]!.bar.c).toBe(1346);
  });

  test('each row knows the file its figures came from, also where a day came in parts or was corrected', async () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    const first = legacyFile('2026-05-04', ROWS);
    const second = legacyFile('2026-05-04', [{ ...ROWS[0]!, c: 1346 }, ROWS[1]!, { symbol: 'TCS', o: 1, h: 1, l: 1, c: 1, prev: 1 }]);
    await write('a.csv', first);
    await importFiles(stores, [folder]);
    await write('a.csv', second);
    await importFiles(stores, [folder], { mayCorrect: true });
    const files = async (): Promise<Record<string, unknown>> => {
      const found = await days.shares(['RELIANCE', 'M&M', 'TCS']);
      return Object.fromEntries([...found].flatMap(([symbol, own]) => own.flatMap(({ file }) => (file ? [[symbol, file.sha256]] : []))));
    };
    expect(await files()).toEqual({ RELIANCE: hash(second), 'M&M': hash(first), TCS: hash(second) });

    // A row from before files were kept says nothing, until a file with its figures comes again.
    await sql`update market_days set file = null where symbol = 'M&M'`.execute(test_.platform.db);
    expect(await files()).toEqual({ RELIANCE: hash(second), TCS: hash(second) });
    const before = await days.latestImport();
    await importFiles(stores, [folder]);
    expect(await files()).toEqual({ RELIANCE: hash(second), 'M&M': hash(second), TCS: hash(second) });
    expect((await days.latestImport())! > before!).toBe(true);
  });

  test('what can’t be a day’s prices is refused and changes nothing; a day that is missing is told', async () => {
    const many = (factor = 1): SampleRow[] =>
      Array.from({ length: 30 }, (_, at) => ({ symbol: `S${at}`, o: 100 * factor, h: 102 * factor, l: 99 * factor, c: 101 * factor, prev: 100 }));
    const next = many().map((row) => ({ ...row, prev: 101 }));
    await write('1.csv', legacyFile('2026-05-04', many()));
    await write('2-cut-at-a-line.csv', legacyFile('2026-05-05', next.slice(0, 9)));
    await write('3-saturday.csv', legacyFile('2026-05-09', next));
    await write('4-to-come.csv', legacyFile('2031-05-05', next));
    await write('5-tenfold.csv', legacyFile('2026-05-04', many(10)));
    await write('6-another-day.csv', legacyFile('2026-05-05', many()));
    await write('7-05MAY2026.csv', legacyFile('2026-05-06', next));
    await write('8.csv', legacyFile('2026-05-06', next));
    const report = await importFiles(stores, [folder]);
    expect(refused(report.files)).toEqual([
      'It has 9 usable rows where a day has 30: it is not whole.',
      'The market was closed on 2026-05-09.',
      'It is dated 2031-05-05, and that day has not been yet.',
      'Its prices are 10.10 times their previous closes, by the median, and no market does that in a day.',
      '30 of its 30 rows that can be compared have another previous close than the day before closed at.',
      'Its name says 2026-05-05, its rows 2026-05-06.',
    ]);
    expect(await stored()).toEqual({ rows: 60, files: 2 });
    expect(summaryLines(report)).toContain('Missing between the first and the last day on file: 2026-05-05. Nothing is known of it.');
  });

  test('a list of actions that says otherwise than the one on file is refused with both words, and replaces them where that is allowed', async () => {
    const list = (purpose: string): string => `SYMBOL,SERIES,PURPOSE,EX-DATE\nECLERX,EQ,${purpose},13-Mar-2026\n`;
    await write('a.csv', list('Bonus 1:1'));
    await importFiles(stores, [folder]);
    await write('a.csv', list('Bonus 2:1'));
    expect((await importFiles(stores, [folder])).files).toEqual([
      expect.objectContaining({
        code: 'WOULD_CORRECT',
        refused: '1 ex-date on file has other figures (ECLERX 2026-03-13 “Bonus 1:1” → “Bonus 2:1”); --correct takes the file’s.',
      }),
    ]);
    expect((await stores.actions.known(['ECLERX'])).bySymbol.get('ECLERX')).toMatchObject([{ ratio: 2 }]);
    const corrected = await importFiles(stores, [folder], { mayCorrect: true });
    expect(summaryLines(corrected)).toContain('Corrected by a.csv: ECLERX 2026-03-13 “Bonus 1:1” → “Bonus 2:1”');
    expect((await stores.actions.known(['ECLERX'])).bySymbol.get('ECLERX')).toMatchObject([{ ratio: 3 }]);
  });

  test('bad rows are left out with their lines, the good ones stay', async () => {
    await write('a.csv', legacyFile('2026-05-04', [ROWS[0]!, { ...ROWS[1]!, h: 1 }, { ...ROWS[2]!, o: 0 }]));
    const report = await importFiles(stores, [folder]);
    expect(await stored()).toEqual({ rows: 1, files: 1 });
    expect(summaryLines(report)).toEqual([
      'Files: 1 read, 1 taken (1 trading day), 0 refused.',
      'Rows: 3 read = 1 stored + 0 corrected + 0 unchanged + 2 skipped.',
      'Skipped, the open lies outside high and low: 1 (a.csv line 3)',
      'Skipped, OPEN is not a price: 1 (a.csv line 4)',
    ]);
  });

  test('truncated, foreign, mixed and missing files change nothing, say why, and stop no other file', async () => {
    await write('1-cut.csv', legacyFile('2026-05-04', ROWS).slice(0, -40));
    await write('2-foreign.csv', 'name,age\nAsha,31\n');
    await write('3-mixed.csv', legacyFile('2026-05-04', ROWS) + legacyFile('2026-05-05', ROWS).split('\n').slice(1).join('\n'));
    await write('4-latin.csv', Uint8Array.from([0x53, 0xe9, 0x0a]));
    await write('5-cut.zip', zipSync({ 'a.csv': bytes(legacyFile('2026-05-04', ROWS)) }).slice(0, -10));
    await write('6-bomb.zip', sayingItIsHuge(zipSync({ 'a.csv': bytes(legacyFile('2026-05-04', ROWS)) })));
    await write('7-empty.zip', zipSync({ 'a.txt': bytes('hello') }));
    await write('8-good.csv', udiffFile('2026-05-06', ROWS));
    const { files } = await importFiles(stores, [folder, join(folder, '9-missing.csv')]);
    expect(refused(files)).toEqual([
      'The file is cut off: line 4 has 9 of 14 columns.',
      'This is not an NSE bhavcopy: the header has neither the legacy nor the UDiFF columns, nor those of sec_bhavdata_full.',
      'The file mixes dates: 2026-05-04 and, on line 5, 2026-05-05.',
      'This is not a text file.',
      'The zip is cut off: its directory is missing.',
      'The zip unpacks to more than 256 MB.',
      'The zip holds no .csv file, only a.txt.',
      'There is no such file: see that its name is written as it stands.',
    ]);
    expect(await stored()).toEqual({ rows: 3, files: 1 });
  });

  test('a file that fails half-way in the database leaves nothing of itself', async () => {
    const rows = [{ symbol: 'A', series: 'EQ', open: 1, high: 1, low: 1, close: 1, last: 1, prev_close: 1, volume: 1, turnover: 1, trades: 1, isin: '' }];
    await expect(days.store({ day: '2026-05-04', layout: 'legacy', file_name: 'a', sha256: null as never, rows })).rejects.toThrow(/null/);
    expect(await stored()).toEqual({ rows: 0, files: 0 });
  });

  // 182,405 rows twice: what a database does with rows is tried above with few.
  if (database === found.at(-1))
    test.skipIf(!existsSync(REAL_FILES))(
      'all 57 real days are stored, the sums add up, and a second run stores nothing new',
      { timeout: 180_000, meta: { needs: REAL_FILES } },
      async () => {
        const { files, missing } = await importFiles(stores, [REAL_FILES]);
        const taken = files.filter((file): file is TakenFile => !isRefused(file));
        expect(taken).toHaveLength(57);
        const sum = (of: (file: TakenFile) => number): number => taken.reduce((total, file) => total + of(file), 0);
        expect(sum((file) => file.read)).toBe(182_405);
        expect(sum((file) => file.stored + file.corrected + file.unchanged + file.skipped.length)).toBe(182_405);
        expect(await stored()).toEqual({ rows: 182_405, files: 57 });
        expect((await days.shares(['RELIANCE'])).get('RELIANCE')!.at(-1)!.bar).toEqual({
          day: '2026-05-29',
          o: 1364,
          h: 1369,
          l: 1317,
          c: 1321.2,
          v: 42_634_247,
          prev_close: 1350.5,
        });
        expect(missing).toEqual(['2026-04-28']);
        const again = await importFiles(stores, [REAL_FILES]);
        expect(summaryLines(again)).toContain('Nothing new: every row was on file already.');
        expect(await stored()).toEqual({ rows: 182_405, files: 57 });
      },
    );
});

describe('the command', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-import-'));
    await writeFile(join(folder, '1-good.csv'), legacyFile('2026-05-04', ROWS));
    await writeFile(join(folder, '2-cut.csv'), legacyFile('2026-05-05', ROWS).slice(0, -40));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const run = (paths: readonly string[], settings: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL('../commands/import.ts', import.meta.url)), ...paths], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), ...settings },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  test('without files it says how to call it', () => {
    expect(run([])).toEqual({ status: 2, stdout: '', stderr: 'Name files or folders: npm run import -- <files or folders>\n' });
  });

  test('a bad setting is named in one sentence', () => {
    expect(run([folder], { MARKET_SPEED: 'fast' })).toEqual({ status: 2, stdout: '', stderr: 'MARKET_SPEED must be a whole number.\n' });
  });

  test('a data folder in use is named in one sentence', () => {
    const unlock = lockData(join(folder, 'data'));
    try {
      const { status, stderr } = run([folder]);
      expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toContain('Another process is using the data folder');
    } finally {
      unlock();
    }
  });

  test.each([
    [['--lot', 'many', '.'], '--lot needs the shares of one contract such as 75'],
    [['--taken', 'noon', '.'], '--taken needs an IST time such as 2024-06-26T15:30'],
    [['--force', '.'], 'Unknown option ‘--force’.'],
  ])('%j says what is wrong with it', (words, stderr) => {
    const answered = run(words);
    expect({ ...answered, stderr: answered.stderr.trim() }).toEqual({ status: 2, stdout: '', stderr: stderr.replace(/[‘’]/g, "'") });
  });

  test('a dry run prints what an import would, and leaves nothing behind', async () => {
    await folderWithTables(join(folder, 'data'));
    const { status, stdout } = run(['--dry-run', folder]);
    expect(stdout.trim().split('\n').slice(0, 6)).toEqual([
      'A dry run: nothing will be changed.',
      '1/2 1-good.csv: 2026-05-04, legacy, 3 rows, 3 stored',
      '2/2 2-cut.csv: refused (CUT_OFF). The file is cut off: line 4 has 9 of 14 columns. Fetch it again: it is not all there.',
      'A dry run: this is what an import of these files would do. Nothing was changed.',
      'Files: 2 read, 1 taken (1 trading day), 1 refused.',
      'Rows: 3 read = 3 stored + 0 corrected + 0 unchanged + 0 skipped.',
    ]);
    expect(status).toBe(1);
  });

  test('it prints a line a file and a summary, and ends with 1 when a file was refused', () => {
    const { status, stdout } = run([folder]);
    expect(stdout.trim().split('\n')).toEqual([
      '1/2 1-good.csv: 2026-05-04, legacy, 3 rows, 3 stored',
      '2/2 2-cut.csv: refused (CUT_OFF). The file is cut off: line 4 has 9 of 14 columns. Fetch it again: it is not all there.',
      'Files: 2 read, 1 taken (1 trading day), 1 refused.',
      'Rows: 3 read = 3 stored + 0 corrected + 0 unchanged + 0 skipped.',
      'Refused (CUT_OFF), nothing stored of it: 2-cut.csv. The file is cut off: line 4 has 9 of 14 columns. Fetch it again: it is not all there.',
      `The database: ${join(folder, 'data', 'postgres')}`,
    ]);
    expect(status).toBe(1);
    expect(run([join(folder, '1-good.csv')])).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing new') });
  });
});
