import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { type ImportStores, importFiles, isRefused, storesIn } from './files/import-files.ts';
import { fnoFile, type SampleContract } from './files/sample-files.testing.ts';
import { fileLine, summaryLines } from './files/summary.ts';

const REAL_CHAIN = '../shared/data/option-chains/nifty-expiry-2024-06-27.json';
const DAY = '2026-05-04';
const EXPIRY = '2026-05-26';
const CONTRACTS: SampleContract[] = [
  { symbol: 'NIFTY', kind: 'IDF', expiry: EXPIRY, c: 24_110.5, prev: 24_050, underlying: 24_060.2, oi: 9_750_000, change: 65_000, contracts: 1200, lot: 65 },
  {
    symbol: 'NIFTY',
    kind: 'IDO',
    expiry: EXPIRY,
    strike: 24_000,
    type: 'CE',
    c: 310.4,
    prev: 290,
    underlying: 24_060.2,
    oi: 650_000,
    change: -65_000,
    contracts: 4000,
    lot: 65,
  },
  {
    symbol: 'NIFTY',
    kind: 'IDO',
    expiry: EXPIRY,
    strike: 24_000,
    type: 'PE',
    c: 210,
    prev: 240,
    underlying: 24_060.2,
    oi: 1_300_000,
    change: 130_000,
    contracts: 3500,
    lot: 65,
  },
  { symbol: 'M&M', kind: 'STO', expiry: EXPIRY, strike: 3200, type: 'CE', c: 40, prev: 41, underlying: 3190, oi: 2000, change: 0, contracts: 0, lot: 200 },
];
const chainEntry = (strike: number, expiry = '2026-05-26', underlying = 'NSE_INDEX|Nifty 50') => {
  const market_data = { ltp: 100.5, volume: 6500, oi: 13_000, close_price: 90, bid_price: 100, ask_price: 101, prev_oi: 6500 };
  return {
    expiry,
    strike_price: strike,
    underlying_key: underlying,
    underlying_spot_price: 24_060.2,
    call_options: { market_data },
    put_options: { market_data: { ...market_data, bid_price: 0 } },
  };
};
const TAKEN = new Date('2026-05-05T06:00:00Z');

describe.each(await featureDatabase())('futures and options into %s', (database) => {
  let server: TestPlatform;
  let stores: ImportStores;
  let folder: string;

  beforeAll(async () => {
    server = await openPlatform({ database });
    stores = storesIn(server.platform);
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-options-'));
  });
  afterAll(async () => {
    await server.end();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await sql`truncate option_quotes, option_imports, market_days, market_imports`.execute(server.platform.db);
    await rm(folder, { recursive: true });
    await mkdir(folder);
  });
  const write = (name: string, content: string | Uint8Array): Promise<void> => writeFile(join(folder, name), content);
  const rows = async (): Promise<number> => (await sql<{ n: number }>`select count(*) as n from option_quotes`.execute(server.platform.db)).rows[0]!.n;

  test('an F&O bhavcopy, plain and zipped, becomes a chain with its future; a second run stores nothing new', async () => {
    await write('a.csv', fnoFile(DAY, CONTRACTS));
    await write('b.zip', zipSync({ 'fo.csv': new TextEncoder().encode(fnoFile('2026-05-05', CONTRACTS)) }));
    const first = await importFiles(stores, [folder]);
    expect(summaryLines(first)).toEqual([
      'Files: 2 read, 2 taken (2 trading days), 0 refused.',
      'Rows: 8 read = 8 stored + 0 corrected + 0 unchanged + 0 skipped.',
    ]);
    expect(fileLine(first.files[0]!)).toBe('a.csv: 2026-05-04, UDiFF F&O, 4 rows, 4 stored');
    expect(summaryLines(await importFiles(stores, [folder]))).toContain('Nothing new: every row was on file already.');

    const chain = (await stores.options.chain('NIFTY', EXPIRY, new Date('2026-05-04T12:00:00Z')))!;
    expect(chain).toMatchObject({
      spot: 24_060.2,
      lot: 65,
      quality: 'end of day',
      source: { id: 'nse-files', can: { ticking: false, quotes: false } },
      future: { last: 24_110.5, oi: 9_750_000, prev_oi: 9_685_000, volume: 78_000 },
    });
    expect(chain.at.toISOString()).toBe('2026-05-04T10:00:00.000Z');
    expect(chain.rows).toEqual([
      {
        strike: 24_000,
        ce: { last: 310.4, prev_close: 290, bid: null, ask: null, volume: 260_000, oi: 650_000, prev_oi: 715_000 },
        pe: { last: 210, prev_close: 240, bid: null, ask: null, volume: 227_500, oi: 1_300_000, prev_oi: 1_170_000 },
      },
    ]);
    // Nobody traded it that day, so the file's close is no price of the day.
    expect((await stores.options.chain('M&M', EXPIRY, new Date('2026-05-05T12:00:00Z')))!.rows[0]!.ce).toMatchObject({ last: null, volume: 0, oi: 2000 });
    expect(await stores.options.underlyings()).toEqual(['M&M', 'NIFTY']);
    expect(await stores.options.expiries('NIFTY', new Date('2026-05-27T04:00:00Z'))).toEqual([]);
    expect(await stores.options.chain('NIFTY', EXPIRY, new Date('2026-05-04T09:00:00Z'))).toBeNull();
  });

  test('a corrected file replaces exactly the rows that differ, bad rows are named with their lines', async () => {
    await write('a.csv', fnoFile(DAY, CONTRACTS));
    await importFiles(stores, [folder]);
    await write('a.csv', fnoFile(DAY, [{ ...CONTRACTS[0]!, oi: 9_815_000 }, CONTRACTS[1]!, { ...CONTRACTS[2]!, strike: 0 }, CONTRACTS[3]!, CONTRACTS[3]!]));
    expect((await importFiles(stores, [folder])).files).toEqual([
      {
        name: 'a.csv',
        code: 'WOULD_CORRECT',
        refused: `1 contract on file has other figures (NIFTY ${EXPIRY} future oi 9750000 → 9815000); --correct takes the file’s.`,
        changes: [
          {
            what: `NIFTY ${EXPIRY} future`,
            day: DAY,
            stock: null,
            figures: [
              { name: 'oi', from: 9_750_000, to: 9_815_000 },
              { name: 'prev_oi', from: 9_685_000, to: 9_750_000 },
            ],
          },
        ],
      },
    ]);
    const report = await importFiles(stores, [folder], { mayCorrect: true });
    expect(report.files[0]).toMatchObject({ read: 5, stored: 0, corrected: 1, unchanged: 2 });
    expect(summaryLines(report)).toContain('Skipped, StrkPric is not a price: 1 (a.csv line 4)');
    expect(summaryLines(report)).toContain('Skipped, repeats a contract of an earlier line: 1 (a.csv line 6)');
    expect(await rows()).toBe(4);
  });

  test('truncated, foreign, mixed and untimed files change nothing, say why, and stop no other file', async () => {
    const whole = JSON.stringify([chainEntry(24_000), chainEntry(24_100)]);
    await write('1-cut.csv', fnoFile(DAY, CONTRACTS).slice(0, -30));
    await write('2-mixed.csv', fnoFile(DAY, CONTRACTS) + fnoFile('2026-05-05', CONTRACTS).split('\r\n').slice(1).join('\r\n'));
    await write('3-holiday.csv', fnoFile('2026-05-01', CONTRACTS));
    await write('4-cut.json', whole.slice(0, -40));
    await write('5-foreign.json', '{"name":"Asha"}');
    await write('6-mixed.json', JSON.stringify([chainEntry(24_000), chainEntry(24_000, '2026-06-30')]));
    await write('7-other.json', JSON.stringify([chainEntry(24_000, '2026-05-26', 'NSE_EQ|Something')]));
    await write('8-old.json', JSON.stringify([chainEntry(24_000, '2026-05-04')]));
    await write('9-good.json', whole);
    const { files } = await importFiles(stores, [folder], { taken: TAKEN });
    expect(files.filter(isRefused).map((file) => file.refused)).toEqual([
      expect.stringContaining('The file is cut off'),
      'The file mixes dates: 2026-05-04 and, on line 6, 2026-05-05.',
      'The market was closed on 2026-05-01.',
      'The file is cut off, or no JSON.',
      'This is not an option chain: a list of strikes is expected.',
      'The file mixes underlyings or expiries.',
      'The underlying NSE_EQ|Something is not known here.',
      'The chain expired on 2026-05-04, before it is said to be taken (2026-05-05).',
    ]);
    expect(await rows()).toBe(4);
    const untimed = await importFiles(stores, [join(folder, '9-good.json')]);
    expect(untimed.files).toEqual([expect.objectContaining({ refused: expect.stringContaining('carries no time') })]);
    const early = await importFiles(stores, [join(folder, '9-good.json')], { taken: TAKEN, now: new Date(TAKEN.getTime() - 1) });
    expect(early.files).toEqual([expect.objectContaining({ refused: 'It can’t have been taken in the future.' })]);
  });

  test('a recorded chain keeps its quotes, a missing side stays missing, and bad entries are named', async () => {
    await write(
      'a.json',
      JSON.stringify([
        chainEntry(24_000),
        { ...chainEntry(24_100), strike_price: 'x' },
        chainEntry(24_000),
        { ...chainEntry(24_200), call_options: undefined },
      ]),
    );
    const report = await importFiles(stores, [folder], { taken: TAKEN });
    expect(summaryLines(report)).toEqual([
      'Files: 1 read, 1 taken (1 trading day), 0 refused.',
      'Rows: 5 read = 3 stored + 0 corrected + 0 unchanged + 2 skipped.',
      'Skipped, strike_price is not valid: 1 (a.json entry 2)',
      'Skipped, repeats a strike of an earlier entry: 1 (a.json entry 3)',
      `Nothing on file says the lot of NIFTY ${EXPIRY} (a.json): --lot <shares> gives it.`,
    ]);
    const chain = (await stores.options.chain('NIFTY', EXPIRY, TAKEN))!;
    expect(chain.rows[0]!.pe).toMatchObject({ bid: null, ask: 101 });
    expect(chain.rows[1]!.ce).toBeNull();
    expect(chain).toMatchObject({ quality: 'quotes', at: TAKEN, lot: null, future: null });
  });

  test('of a recorded chain --lot says the lot where no contract on file does, and without it the import says that none is known', async () => {
    await write('a.json', JSON.stringify([chainEntry(24_000)]));
    const unsaid = await importFiles(stores, [folder], { taken: TAKEN });
    expect(summaryLines(unsaid)).toContain(`Nothing on file says the lot of NIFTY ${EXPIRY} (a.json): --lot <shares> gives it.`);
    const given = await importFiles(stores, [folder], { taken: TAKEN, lot: 65 });
    expect(given.files).toEqual([expect.objectContaining({ stored: 2, corrected: 0, changes: [] })]);
    expect(summaryLines(given).join()).not.toContain('Nothing on file says');
    expect(await stores.options.chain('NIFTY', EXPIRY, TAKEN)).toMatchObject({ lot: 65 });
    // The contract on file says it from then on, and is not contradicted in silence.
    expect((await importFiles(stores, [folder], { taken: TAKEN })).files).toEqual([expect.objectContaining({ unchanged: 2 })]);
    expect((await importFiles(stores, [folder], { taken: TAKEN, lot: 75 })).files).toEqual([
      expect.objectContaining({ code: 'IMPLAUSIBLE', refused: `The lot of NIFTY ${EXPIRY} on file is 65, not 75; --correct takes the one given.` }),
    ]);
  });

  test.skipIf(!existsSync(REAL_CHAIN))('the real chain of 115 strikes is stored whole, once', { meta: { needs: REAL_CHAIN } }, async () => {
    const taken = new Date('2024-06-26T10:00:00Z');
    const report = await importFiles(stores, [REAL_CHAIN], { taken });
    expect(report.files[0]).toMatchObject({ read: 230, stored: 230, skipped: [] });
    expect(summaryLines(await importFiles(stores, [REAL_CHAIN], { taken }))).toContain('Nothing new: every row was on file already.');
    const chain = (await stores.options.chain('NIFTY', '2024-06-27', taken))!;
    expect(chain.rows).toHaveLength(115);
    expect(chain.spot).toBe(23_868.8);
  });

  const side = (type: 'CE' | 'PE', strike: number, change: object = {}) => ({
    ...{ strikePrice: strike, expiryDate: '26-May-2026', underlying: 'NIFTY', identifier: `OPTIDXNIFTY26-05-2026${type}${strike}.00` },
    ...{ openInterest: 200, changeinOpenInterest: -30, totalTradedVolume: 100, impliedVolatility: 12.4, lastPrice: 100.5, change: -10.450000000000003 },
    ...{ bidQty: 65, bidprice: 100, askQty: 130, askPrice: 101, underlyingValue: 24_060.2 },
    ...change,
  });
  const entryOf = (strike: number, change: object = {}) => ({
    strikePrice: strike,
    expiryDate: '26-May-2026',
    CE: side('CE', strike),
    PE: side('PE', strike),
    ...change,
  });
  const answerOf = (data: readonly object[], records: object = {}) =>
    JSON.stringify({
      records: { expiryDates: ['26-May-2026'], data, timestamp: '05-May-2026 11:30:00', underlyingValue: 24_060.2, strikePrices: [24_000], ...records },
      filtered: { data, CE: { totOI: 200, totVol: 100 }, PE: { totOI: 200, totVol: 100 } },
    });
  const quotes = async () =>
    (await sql<{ own: object }>`select to_jsonb(option_quotes) as own from option_quotes order by strike, type`.execute(server.platform.db)).rows;

  test('a chain as NSE’s site answers it is in contracts: the lot makes them shares, and the time is its own', async () => {
    const late = { expiryDate: '26-05-2026', bidprice: undefined, askPrice: undefined, buyPrice1: 99.95, sellPrice1: 0 };
    const nothing = { strikePrice: 0, expiryDate: null, underlying: null, identifier: null, openInterest: 0 };
    await write('a.json', answerOf([entryOf(24_000), { strikePrice: 24_100, CE: side('CE', 24_100, late), PE: nothing }]));
    expect((await importFiles(stores, [folder])).files).toEqual([
      expect.objectContaining({
        code: 'NEEDS_LOT',
        refused: `Its quantities are contracts, and nothing on file says the lot of NIFTY ${EXPIRY}: give it with --lot 75.`,
      }),
    ]);
    expect(await rows()).toBe(0);
    const report = await importFiles(stores, [folder], { lot: 65 });
    expect(fileLine(report.files[0]!)).toBe('a.json: 2026-05-05, NSE option chain, 3 rows, 3 stored');
    const chain = (await stores.options.chain('NIFTY', EXPIRY, TAKEN))!;
    expect(chain).toMatchObject({ quality: 'quotes', at: TAKEN, lot: 65, spot: 24_060.2 });
    const shares = { last: 100.5, prev_close: 110.95, volume: 6500, oi: 13_000, prev_oi: 14_950 };
    expect(chain.rows).toEqual([
      { strike: 24_000, ce: { ...shares, bid: 100, ask: 101 }, pe: { ...shares, bid: 100, ask: 101 } },
      { strike: 24_100, ce: { ...shares, bid: 99.95, ask: null }, pe: null },
    ]);
    expect(summaryLines(await importFiles(stores, [folder], { lot: 65 }))).toContain('Nothing new: every row was on file already.');
  });

  test('the contract on file gives the lot, and another one is not believed', async () => {
    await write('a.csv', fnoFile(DAY, CONTRACTS));
    await write('b.json', answerOf([entryOf(24_000)]));
    expect((await importFiles(stores, [join(folder, 'a.csv'), join(folder, 'b.json')])).files).toEqual([
      expect.objectContaining({ stored: 4 }),
      expect.objectContaining({ stored: 2 }),
    ]);
    expect((await stores.options.chain('NIFTY', EXPIRY, TAKEN))!.rows[0]!.ce).toMatchObject({ oi: 13_000 });
    const [other] = (await importFiles(stores, [join(folder, 'b.json')], { lot: 75 })).files;
    expect(other).toMatchObject({ code: 'IMPLAUSIBLE', refused: `The lot of NIFTY ${EXPIRY} on file is 65, not 75; --correct takes the one given.` });
    const [corrected] = (await importFiles(stores, [join(folder, 'b.json')], { lot: 75, mayCorrect: true })).files;
    expect(corrected).toMatchObject({ corrected: 2, changes: [{ what: `NIFTY ${EXPIRY} 24000 CE` }, { what: `NIFTY ${EXPIRY} 24000 PE` }] });
  });

  test.each([
    ['a strike of another entry', answerOf([entryOf(24_000, { CE: side('CE', 24_050) })]), 'BROKEN', 'Entry 1, CE: the strike is 24050, its entry’s 24000.'],
    [
      'a put in the place of a call',
      answerOf([entryOf(24_000), entryOf(24_100, { CE: side('PE', 24_100) })]),
      'BROKEN',
      'Entry 2, CE: it is of OPTIDXNIFTY26-05-2026PE24100.00.',
    ],
    ['a price that is none', answerOf([entryOf(24_000, { PE: side('PE', 24_000, { lastPrice: -1 }) })]), 'BROKEN', 'Entry 1, PE: lastPrice is not valid.'],
    ['half a share', answerOf([entryOf(24_000, { PE: side('PE', 24_000, { openInterest: 1.5 }) })]), 'BROKEN', 'Entry 1, PE: openInterest is not valid.'],
    [
      'a change of more than there is',
      answerOf([entryOf(24_000, { CE: side('CE', 24_000, { changeinOpenInterest: 201 }) })]),
      'BROKEN',
      'Entry 1, CE: the change of open interest is more than the open interest.',
    ],
    [
      'an expiry it does not list',
      answerOf([entryOf(24_000)], { expiryDates: [] }),
      'BROKEN',
      `Entry 1, CE: the expiry ${EXPIRY} is none of those that it lists.`,
    ],
    ['a contract twice', answerOf([entryOf(24_000), entryOf(24_000)]), 'BROKEN', 'Entry 2, CE repeats a contract of an earlier entry.'],
    [
      'two underlyings',
      answerOf([entryOf(24_000), entryOf(24_100, { PE: side('PE', 24_100, { underlying: 'BANKNIFTY' }) })]),
      'MIXED',
      'The file mixes underlyings: NIFTY and BANKNIFTY.',
    ],
    ['no time', answerOf([entryOf(24_000)], { timestamp: 'now' }), 'BROKEN', 'records.timestamp is not valid.'],
    ['a time that is none', answerOf([entryOf(24_000)], { timestamp: '31-Feb-2026 11:30:00' }), 'BROKEN', 'records.timestamp is not valid.'],
    ['no strikes', answerOf([]), 'EMPTY', 'There is no contract in it.'],
    ['records of something else', '{"records":{"data":[1]}}', 'BROKEN', 'records.timestamp is not valid.'],
    ['a day off', answerOf([entryOf(24_000)], { timestamp: '03-May-2026 11:30:00' }), 'IMPLAUSIBLE', 'The market was closed on 2026-05-03.'],
    ['after its expiry', answerOf([entryOf(24_000)], { timestamp: '27-May-2026 11:30:00' }), 'IMPLAUSIBLE', expect.stringContaining('expired on')],
    ['the future', answerOf([entryOf(24_000)], { timestamp: '25-May-2026 11:30:00' }), 'IMPLAUSIBLE', 'It can’t have been taken in the future.'],
    ['cut off', answerOf([entryOf(24_000)]).slice(0, -9), 'CUT_OFF', 'The file is cut off, or no JSON.'],
  ])('of an answer of NSE’s site with %s nothing is stored, and it is said why', async (what, text, code, refused) => {
    await write('a.json', text);
    const now = what === 'after its expiry' ? undefined : new Date('2026-05-06T06:00:00Z');
    expect((await importFiles(stores, [folder], { lot: 65, ...(now && { now }) })).files).toEqual([{ name: 'a.json', code, refused, changes: [] }]);
    expect(await rows()).toBe(0);
  });

  test.skipIf(!existsSync(REAL_CHAIN))(
    'the real chain, written as NSE’s site answers it, gives the same contracts but for their lot',
    { meta: { needs: REAL_CHAIN } },
    async () => {
      const lot = 25;
      const taken = new Date('2024-06-26T10:00:00Z');
      await importFiles(stores, [REAL_CHAIN], { taken });
      const recorded = await quotes();
      await sql`truncate option_quotes, option_imports`.execute(server.platform.db);
      interface Recorded {
        strike_price: number;
        underlying_spot_price: number;
        call_options: { market_data: Record<string, number> };
        put_options: { market_data: Record<string, number> };
      }
      const entries = JSON.parse(await readFile(REAL_CHAIN, 'utf8')) as Recorded[];
      const sideOf = (type: string, strike: number, { ltp, close_price, oi, prev_oi, volume, bid_price, ask_price }: Record<string, number>) => ({
        ...{ strikePrice: strike, expiryDate: '27-Jun-2024', underlying: 'NIFTY', identifier: `OPTIDXNIFTY27-06-2024${type}${strike}.00` },
        ...{ openInterest: oi! / lot, changeinOpenInterest: (oi! - prev_oi!) / lot, totalTradedVolume: volume! / lot },
        ...{ lastPrice: ltp, change: ltp! - close_price!, bidprice: bid_price, askPrice: ask_price },
      });
      const data = entries.map(({ strike_price, call_options, put_options }) => ({
        ...{ strikePrice: strike_price, expiryDate: '27-Jun-2024' },
        ...{ CE: sideOf('CE', strike_price, call_options.market_data), PE: sideOf('PE', strike_price, put_options.market_data) },
      }));
      const records = { expiryDates: ['27-Jun-2024'], timestamp: '26-Jun-2024 15:30:00', underlyingValue: entries[0]!.underlying_spot_price };
      await write('a.json', answerOf(data, records));
      expect((await importFiles(stores, [folder], { lot })).files).toEqual([expect.objectContaining({ read: 230, stored: 230 })]);
      const withLot = recorded.map(({ own }) => ({ own: { ...own, lot } }));
      expect(await quotes()).toEqual(withLot);
    },
  );

  test('a file that fails half-way in the database leaves nothing of itself', async () => {
    const row = {
      symbol: 'A',
      expiry: EXPIRY,
      strike: 1,
      type: 'CE' as const,
      last: 1,
      prev_close: 1,
      bid: null,
      ask: null,
      volume: 1,
      oi: 1,
      prev_oi: 1,
      underlying: 1,
      lot: 1,
    };
    const file = { taken_at: TAKEN, layout: 'x', quality: 'quotes' as const, file_name: 'a', sha256: null as never, rows: [row] };
    await expect(stores.options.store(file)).rejects.toThrow(/null/);
    expect(await rows()).toBe(0);
  });
});
