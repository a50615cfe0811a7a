import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import type { ImportReport } from './files/import-files.ts';
import { legacyFile } from './files/sample-files.testing.ts';
import { summaryLines } from './files/summary.ts';
import { type StagedMarket, stageMarket } from './staged-market.testing.ts';

const DAYS = ['2026-05-04', '2026-05-05', '2026-05-06'];
const NOW = new Date('2026-05-06T12:00:00Z');
const HEAD = 'SYMBOL,EX-DATE,SUBTRACT,MULTIPLY,SOURCE\n';
const PUBLISHED = `${HEAD}ITC,06-May-2026,150,0.95,NSE/FAOP/71284\n`;

describe.each(await featureDatabase())('the exchange’s adjustments on %s', (database) => {
  let test_: TestPlatform;
  let staged: StagedMarket;
  let folder: string;
  const take = async (name: string, text: string, more = {}): Promise<ImportReport> => {
    await writeFile(join(folder, name), text);
    return staged.take([join(folder, name)], { now: NOW, ...more });
  };
  let minute = 0;
  /** Imports are seen within a minute of market time. */
  const later = (): Promise<void> => {
    minute += 2;
    return staged.goTo(new Date(Date.parse('2026-05-06T12:00:00Z') + minute * 60_000));
  };
  const doubts = (): string[] => staged.market.doubts('ITC', '2026-05-06', new Date('2026-05-05T12:00:00Z')).map(({ cause }) => cause);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-adjustments-'));
    const files = DAYS.map((day) => join(folder, `${day}.csv`));
    // A demerger on 6 May: (800 − 150) · 0.95 = 617.50.
    for (const [at, path] of files.entries()) {
      const c = at < 2 ? 800 : 617.5;
      const row = { symbol: 'ITC', o: c, h: c + 5, l: c - 5, c, prev: 800 };
      await writeFile(path, legacyFile(DAYS[at]!, [row, { ...row, symbol: 'TCS', o: 2400, h: 2410, l: 2390, c: 2400, prev: 2400 }]));
    }
    test_ = await openPlatform({ database, settings: { MARKET_FEED: 'replay', REPLAY_FROM: DAYS[0]! } });
    staged = await stageMarket(test_.platform, NOW, files);
    await take('CF-CA.csv', 'SYMBOL,SERIES,PURPOSE,EX-DATE\nITC,EQ,Demerger,06-May-2026\nTCS,EQ,Rights 1:5 @ Premium Rs 1199/-,06-May-2026\n');
    await later();
  });
  afterAll(async () => {
    await test_?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('before one is there nobody knows the terms of a demerger', () => {
    expect(doubts()).toEqual(['price_step']);
    expect(staged.market.actions('ITC')).toEqual([]);
  });

  test.each([
    ['a line without a circular', `${HEAD}ITC,06-May-2026,150,1,\n`, 'Line 2 can’t be read: SOURCE does not name the circular.'],
    ['a factor that is none', `${HEAD}ITC,06-May-2026,0,0,NSE/1\n`, 'Line 2 can’t be read: MULTIPLY is not a factor.'],
    ['one that changes nothing', `${HEAD}ITC,06-May-2026,,1,NSE/1\n`, 'Line 2 can’t be read: it changes nothing.'],
    [
      'a day that is none',
      `${HEAD}ITC,05/06/2026,150,1,NSE/1\n`,
      'Line 2 can’t be read: the ex-date “05/06/2026” is not written as 04-May-2026 or 2026-05-04.',
    ],
    ['one day twice', `${PUBLISHED}ITC,2026-05-06,10,1,NSE/2\n`, 'Line 3 repeats an ex-date of ITC.'],
    ['no line', HEAD, 'The list has no rows.'],
  ])('%s is refused whole', async (_, text, refused) => {
    expect((await take('bad.csv', text)).files).toMatchObject([{ refused }]);
    expect((await sql`select 1 from market_adjustments`.execute(test_.platform.db)).rows).toEqual([]);
  });

  test('it takes the place of that day’s lines, and the day is judged again', async () => {
    const revised: string[] = [];
    staged.market.onRevised((from) => revised.push(from.toISOString()));
    const report = await take('adjustments.csv', PUBLISHED);
    expect(report.files).toMatchObject([{ layout: 'adjustments', day: '2026-05-06', read: 1, stored: 1 }]);
    expect(summaryLines(report)).toContain(
      'The exchange’s adjustment in adjustments.csv: ITC on 2026-05-06, prices before it less ₹150, times 0.95 (NSE/FAOP/71284)',
    );
    await later();
    expect(revised).toEqual(['2026-05-06T03:30:00.000Z']);
    expect(doubts()).toEqual([]);
    expect(staged.market.actions('ITC')).toEqual([{ symbol: 'ITC', day: '2026-05-06', type: 'demerger', amount: 150, ratio: 1.05263158, close: 800 }]);
    expect(staged.market.quote('ITC')!.prev_close).toBe(617.5);
    expect((await staged.market.adjusted('ITC', '2026-05-05', '2026-05-05', '2026-05-06'))[0]!.c).toBeCloseTo(617.5, 4);
  });

  test('the same again changes nothing; another figure is told with both and taken only where it may be', async () => {
    expect((await take('again.csv', PUBLISHED)).files).toMatchObject([{ stored: 0, corrected: 0, unchanged: 1 }]);
    const other = PUBLISHED.replace('150', '140');
    expect((await take('other.csv', other)).files).toMatchObject([
      {
        code: 'WOULD_CORRECT',
        refused: '1 ex-date on file has other figures (ITC 2026-05-06 less ₹150, times 0.95 → less ₹140, times 0.95); --correct takes the file’s.',
      },
    ]);
    expect(summaryLines(await take('other.csv', other, { mayCorrect: true }))).toContain(
      'Corrected by other.csv: ITC 2026-05-06 less ₹150, times 0.95 → less ₹140, times 0.95',
    );
    await later();
    expect(staged.market.actions('ITC')).toMatchObject([{ amount: 140 }]);
  });

  test('a list that now says the face value makes terms of the same words, and corrects nothing', async () => {
    expect(staged.market.actions('TCS')).toEqual([]);
    const fuller = 'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE\nTCS,EQ,Rights 1:5 @ Premium Rs 1199/-,1,06-May-2026\n';
    expect((await take('CF-CA-2.csv', fuller)).files).toMatchObject([{ stored: 0, corrected: 0, unchanged: 1 }]);
    await later();
    // (5 · 2,400 + 1,200) / 6 = 2,200, and 2,400 / 2,200.
    expect(staged.market.actions('TCS')).toEqual([
      { symbol: 'TCS', day: '2026-05-06', type: 'rights', given: 1, held: 5, price: 1200, close: 2400, ratio: 1.09090909 },
    ]);
    expect((await take('CF-CA-2.csv', fuller)).files).toMatchObject([{ unchanged: 1 }]);
  });
});
