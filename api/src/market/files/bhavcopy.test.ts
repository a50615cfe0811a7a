import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readActionFile, readBhavcopy, readExchangeFile } from './bhavcopy.ts';
import { readChainFile } from './chain-file.ts';
import { dayOf, figure } from './layouts.ts';
import { Refusal } from './refusal.ts';
import { fnoFile, fullFile, legacyFile, quotedLegacyFile, udiffFile } from './sample-files.testing.ts';
import { isZip, readZip } from './zip.ts';

const ROWS = [
  { symbol: 'RELIANCE', o: 1340, h: 1352.4, l: 1331.5, c: 1345.2, prev: 1338.9, volume: 8_000_000 },
  { symbol: 'M&M', o: 3200, h: 3225.5, l: 3188, c: 3190.1, prev: 3199.9 },
  { symbol: 'BAJAJ-AUTO', o: 9400, h: 9400, l: 9400, c: 9400, prev: 9300.5 },
  { symbol: '20MICRONS', series: 'BE', o: 171.38, h: 171.38, l: 163.81, c: 170.18, prev: 174.69 },
];
const western = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
const indian = (digits: string): string => digits.replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',');
/** A file with the thousands of all its figures parted, in quotation marks as a spreadsheet writes such a cell. */
const withCells = (text: string, part: (digits: string) => string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .split(',')
        .map((cell) => cell.replaceAll(/["\s]/g, '').replace(/^(\d{4,})(\.\d+)?$/, (_all, whole: string, rest = '') => `"${part(whole)}${rest}"`))
        .join(','),
    )
    .join('\n');
const refusal = (text: string): string => {
  try {
    readBhavcopy(text);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return 'was taken';
};

describe('layouts', () => {
  test.each([
    ['legacy', legacyFile('2026-05-04', ROWS)],
    ['legacy', quotedLegacyFile('2026-05-04', ROWS)],
    ['UDiFF', udiffFile('2026-05-04', ROWS)],
    ['UDiFF', `\uFEFF${udiffFile('2026-05-04', ROWS)}`],
    ['legacy', legacyFile('2026-05-04', ROWS).trimEnd()],
    ['sec_bhavdata_full', fullFile('2026-05-04', ROWS)],
  ])('%s: every row with its prices, any series', (layout, text) => {
    const file = readBhavcopy(text);
    expect(file).toMatchObject({ layout, day: '2026-05-04', read: 4, skipped: [] });
    expect(file.rows.map((row) => [row.symbol, row.series])).toEqual([
      ['RELIANCE', 'EQ'],
      ['M&M', 'EQ'],
      ['BAJAJ-AUTO', 'EQ'],
      ['20MICRONS', 'BE'],
    ]);
    expect(file.rows[0]).toMatchObject({
      open: 1340,
      high: 1352.4,
      low: 1331.5,
      close: 1345.2,
      last: 1345.2,
      prev_close: 1338.9,
      volume: 8_000_000,
      trades: 12,
    });
  });

  test('a spreadsheet saves it again with short years, more columns and empty rows', () => {
    const text = legacyFile('2026-05-04', ROWS).replaceAll('04-May-2026', '04-May-26').replaceAll('\n', ',,\r\n');
    expect(readBhavcopy(`${text},,,,,,,,,,,,,,,\r\n, ,,,,,,,,,,,,,,\r\n`)).toMatchObject({ day: '2026-05-04', read: 4, skipped: [] });
  });

  test('turnover is in rupees whether the file says rupees or lakh', () => {
    for (const text of [legacyFile('2026-05-04', ROWS), quotedLegacyFile('2026-05-04', ROWS), udiffFile('2026-05-04', ROWS), fullFile('2026-05-04', ROWS)])
      expect(readBhavcopy(text).rows[0]!.turnover).toBeCloseTo(1345.2 * 8_000_000, -4);
  });

  test.each(['-', '--', 'NA', 'N/A', 'n.a.', 'NULL', ''])('the ISIN %j is none, and drops no row', (isin) => {
    for (const file of [legacyFile, udiffFile]) {
      const { rows, skipped } = readBhavcopy(file('2026-05-04', [{ ...ROWS[0]!, isin }, ROWS[1]!]));
      expect(skipped).toEqual([]);
      expect(rows.map((row) => row.isin)).toEqual(['', 'INE002A01018']);
    }
  });

  test('another ISIN that is none says that columns are mixed up', () => {
    expect(readBhavcopy(legacyFile('2026-05-04', [{ ...ROWS[0]!, isin: '1345.20' }, ROWS[1]!])).skipped).toEqual([
      { line: 2, reason: 'the ISIN is not valid' },
    ]);
  });

  test.each([
    [
      'fo01JAN2020bhav.csv',
      'INSTRUMENT,SYMBOL,EXPIRY_DT,STRIKE_PR,OPTION_TYP,OPEN,HIGH,LOW,CLOSE,SETTLE_PR,CONTRACTS,VAL_INLAKH,OPEN_INT,CHG_IN_OI,TIMESTAMP,',
      'the F&O bhavcopy in the layout of before July 2024',
    ],
    ['BSE', 'SC_CODE,SC_NAME,SC_GROUP,SC_TYPE,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,NO_TRADES,NO_OF_SHRS,NET_TURNOV,TDCLOINDI', 'a bhavcopy of BSE'],
    [
      'PR',
      'MKT,SERIES,SYMBOL,SECURITY,PREV_CL_PR,OPEN_PRICE,HIGH_PRICE,LOW_PRICE,CLOSE_PRICE,NET_TRDVAL,NET_TRDQTY,IND_SEC,CORP_IND,TRADES,HI_52_WK,LO_52_WK',
      'PR file',
    ],
  ])('%s is called what it is', (_, header, what) => {
    const message = refusal(`${header}\n${header.replaceAll(/[^,]+/g, '1')}\n`);
    expect(message).toMatch(/^This is [^.]+\.$/);
    expect(message).toContain(what);
  });

  test.each([
    ['its own day', '2026-05-26', '2026-05-26', 'SBIN 2026-05-26', []],
    ['a holiday, and the day before it', '2026-05-28', '2026-05-27', 'SBIN 2026-05-27', []],
    ['none', '2026-05-26', '', 'SBIN 2026-05-26', []],
    ['a dash', '2026-05-26', '-', 'SBIN 2026-05-26', []],
    ['no date', '2026-05-26', 'soon', undefined, ['FininstrmActlXpryDt is not a date']],
    ['no date of expiry', 'soon', '2026-05-26', undefined, ['XpryDt is not a date']],
    ['a day that is over', '2026-05-05', '2026-05-01', undefined, ['the contract expired before the trading date']],
  ])('a contract ends on the day that stands beside its expiry: %s', (_, expiry, actual, contract, reasons) => {
    const terms = { kind: 'STO', strike: 800, type: 'CE', c: 10, prev: 9, underlying: 800, oi: 750, change: 0, contracts: 1, lot: 750 } as const;
    const file = readExchangeFile(
      fnoFile('2026-05-04', [
        { symbol: 'SBIN', expiry, actual, ...terms },
        { symbol: 'TCS', expiry: '2026-05-26', ...terms },
      ]),
    );
    const rows = file.rows.map((row) => `${row.symbol} ${'expiry' in row ? row.expiry : ''}`);
    expect(rows).toEqual([...(contract ? [contract] : []), 'TCS 2026-05-26']);
    expect(file.skipped.map(({ reason }) => reason)).toEqual(reasons);
  });

  test('round figures written as 1e+05 are figures', () => {
    const text = legacyFile('2026-05-04', ROWS).replace('8000000', '8e+06');
    expect(readBhavcopy(text).rows[0]!.volume).toBe(8_000_000);
  });

  test.each([
    ['1,463.10', 1463.1],
    ['146,310.00', 146_310],
    ['1,46,310.00', 146_310],
    ['12,34,56,789', 123_456_789],
    ['1,234,567.5', 1_234_567.5],
    ['463.10', 463.1],
    ['1,46', null],
    ['14,63.10', null],
    ['1,4631.00', null],
    ['1.463,10', null],
    ['0,463.00', null],
    [',463', null],
    ['1,463,', null],
    ['1 463.10', null],
    ['1,46,31.00', null],
  ])('the figure %s', (text, value) => {
    expect(figure(text)).toBe(value);
  });

  test.each([
    ['legacy', quotedLegacyFile],
    ['UDiFF', udiffFile],
    ['sec_bhavdata_full', fullFile],
  ])('thousands are parted in every figure of a %s file as they are in none', (_layout, file) => {
    const plain = file('2026-05-04', ROWS);
    for (const part of [western, indian]) {
      const parted = withCells(plain, part);
      expect(parted).toContain('"1,340');
      expect(readBhavcopy(parted).rows).toEqual(readBhavcopy(plain).rows);
    }
  });

  test('thousands of options are parted too', () => {
    const terms = {
      expiry: '2026-05-26',
      kind: 'IDO',
      strike: 24_000,
      type: 'CE',
      c: 1234.5,
      prev: 1200,
      underlying: 24_100.5,
      oi: 75_000,
      change: 7500,
      contracts: 1000,
      lot: 75,
    } as const;
    const plain = fnoFile('2026-05-04', [{ symbol: 'NIFTY', ...terms }]);
    const parted = withCells(plain, western);
    expect(parted).toContain('"24,000');
    expect(readExchangeFile(parted)).toEqual(readExchangeFile(plain));
  });

  test.each([
    ['04-May-2026', '2026-05-04'],
    ['4-MAY-2026', '2026-05-04'],
    ['2026-05-04', '2026-05-04'],
    ['04-May-26', '2026-05-04'],
    ['31-Feb-26', null],
    ['04-05-26', null],
    ['04-May-1926', null],
    ['31-Feb-2026', null],
    ['2026-13-01', null],
    ['04-Mai-2026', null],
    ['04/05/2026', null],
    ['', null],
  ])('date %s', (text, day) => {
    expect(dayOf(text)).toBe(day);
  });
});

describe('single bad rows are skipped and named by line', () => {
  test.each([
    ['1352.4', 'n/a', 'HIGH is not a price'],
    ['1352.4', '-1352.4', 'HIGH is not a price'],
    ['1352.4', '1352.403', 'HIGH is not a price'],
    ['1352.4', '1345', 'the close lies outside high and low'],
    ['1340,', '1330,', 'the open lies outside high and low'],
    ['8000000', '80.5', 'TOTTRDQTY is not a whole number'],
    ['RELIANCE,', 'reliance,', 'the symbol is not valid'],
    ['RELIANCE,EQ', 'RELIANCE,', 'the series is not valid'],
    ['04-May-2026', '32-May-2026', 'the date “32-May-2026” is not written as 04-May-2026 or 2026-05-04'],
    [',INE002A01018', ',INE002A0', 'the ISIN is not valid'],
    ['RELIANCE,EQ,', 'RELIANCE,EQ,1,', 'has 15 columns instead of 14'],
  ])('%s → %s: %s', (good, bad, reason) => {
    const file = readBhavcopy(legacyFile('2026-05-04', ROWS).replace(good, bad));
    expect(file.skipped).toEqual([{ line: 2, reason }]);
    expect(file.read).toBe(file.rows.length + 1);
  });

  test('a symbol and series that come twice count once', () => {
    const file = readBhavcopy(legacyFile('2026-05-04', [...ROWS, ROWS[0]!]));
    expect(file.skipped).toEqual([{ line: 6, reason: 'repeats a symbol and series of an earlier line' }]);
  });

  test('T0 settles at the main series’ close, which may lie outside its own range', () => {
    const text = legacyFile('2026-05-04', [{ symbol: 'RELIANCE', series: 'T0', o: 1346, h: 1346, l: 1346, c: 1343.4, prev: 1362.1, volume: 1 }]);
    expect(readBhavcopy(text).rows[0]).toMatchObject({ series: 'T0', close: 1343.4 });
  });
});

describe('whole files are refused with the reason', () => {
  const good = legacyFile('2026-05-04', ROWS);
  test.each([
    ['', 'The file is empty.'],
    [`${good.split('\n')[0]}\n`, 'The file has a header but no rows.'],
    [good.slice(0, -60), 'The file is cut off: line 5 has 6 of 14 columns.'],
    [good.replaceAll(',\n', '\n').slice(0, -6), 'The file is cut off: line 5 ends too early (the ISIN is not valid).'],
    [quotedLegacyFile('2026-05-04', ROWS).slice(0, -2), 'The file is cut off: a quotation mark is never closed.'],
    ['name,age\nAsha,31\n', 'This is not an NSE bhavcopy: the header has neither the legacy nor the UDiFF columns, nor those of sec_bhavdata_full.'],
    [good.replace('PREVCLOSE', 'PREV'), 'The legacy header lacks PREVCLOSE.'],
    ['%PDF-1.7\u0000\u0000', 'This is not a text file.'],
    [good + legacyFile('2026-05-05', ROWS).split('\n').slice(1).join('\n'), 'The file mixes dates: 2026-05-04 and, on line 6, 2026-05-05.'],
    [
      udiffFile('2026-05-04', ROWS, { segment: 'FO', kind: 'STF' }),
      'No row can be used; line 2: is not a row of the cash market (it begins “2026-05-04,2026-05-04,FO,NSE,STF,1,INE002A01018,RELIANCE,EQ,”).',
    ],
    [
      udiffFile('2026-05-04', ROWS, { source: 'BSE' }),
      'No row can be used; line 2: is not a row of NSE (it begins “2026-05-04,2026-05-04,CM,BSE,STK,1,INE002A01018,RELIANCE,EQ,”).',
    ],
  ])('file %#', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  const many = (count: number, series: string) =>
    Array.from({ length: count }, (_, at) => ({ symbol: `S${series}${at}`, series, o: 1500, h: 1500, l: 1500, c: 1500, prev: 1500 }));
  test.each([legacyFile, udiffFile, fullFile])('one that lacks more than a few shares, since their rows can’t be read, is no file of its day', (file) => {
    const unread = (rows: ReturnType<typeof many>, count: number): string =>
      file('2026-05-04', rows)
        .split('\n')
        .map((line, at) => (at > 0 && at <= count ? line.replaceAll('1500', '1x500') : line))
        .join('\n');
    const rows = many(600, 'EQ');
    expect(readBhavcopy(unread(rows, 6)).skipped).toHaveLength(6);
    expect(refusal(unread(rows, 7))).toMatch(/^7 of its 600 rows can’t be read; the first is line 2: .* is not a price\.$/);
    expect(refusal(unread([...many(10, 'BE'), ...many(20, 'N1')], 6))).toMatch(/^6 of its 10 rows/);
    // Of bonds and funds nothing is judged.
    expect(readBhavcopy(unread([...many(20, 'N1'), ...many(10, 'EQ')], 20)).rows).toHaveLength(10);
  });

  test('a list of actions with more than a few dates that a spreadsheet wrote anew is no list of its days', () => {
    const list = (unread: number) =>
      [
        '"SYMBOL","SERIES","PURPOSE","EX-DATE"',
        ...Array.from({ length: 60 }, (_, at) => `"S${at}","EQ","Bonus 1:10","${at < unread ? '05/06/2026' : '06-May-2026'}"`),
        '',
      ].join('\n');
    expect(readActionFile(list(5))).toMatchObject({ read: 60, unread: { length: 5 } });
    expect(() => readActionFile(list(6))).toThrow(
      '6 of its 60 rows can’t be read; the first is line 2: the ex-date “05/06/2026” is not written as 04-May-2026 or 2026-05-04.',
    );
  });

  test('nor is an option chain whose strikes are not all there', () => {
    const side = { market_data: { ltp: 10, volume: 1, oi: 1, close_price: 10, bid_price: 10, ask_price: 10, prev_oi: 1 } };
    const chain = (unread: number) =>
      Array.from({ length: 60 }, (_, at) => ({
        expiry: '2026-05-26',
        strike_price: at < unread ? '24,000' : 24_000 + 50 * at,
        underlying_key: 'NSE_INDEX|Nifty 50',
        underlying_spot_price: 24_100,
        call_options: side,
      }));
    expect(readChainFile(chain(5)).skipped).toHaveLength(5);
    expect(() => readChainFile(chain(6))).toThrow('6 of its 60 entries can’t be read; the first is entry 1: strike_price is not valid.');
  });

  test('nor is one whose thousands are parted without quotation marks', () => {
    const text = legacyFile('2026-05-04', many(600, 'EQ'))
      .replaceAll(',1500', ',1,500')
      .concat('20MICRONS,BE,171.38,171.38,163.81,170.18,170.18,174.69,100,17000,04-May-2026,12,INE002A01018,\n');
    expect(refusal(text)).toMatch(/^600 of its 601 rows can’t be read; the first is line 2: has \d+ columns instead of 14\.$/);
  });

  test('whatever bytes come, the answer is a file or a refusal, never a crash', () => {
    const line = fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('EQ', '1340', '"', 'RELIANCE', '04-May-2026', '1e99')), { maxLength: 16 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const text = [good.split('\n')[0], ...lines.map((cells) => cells.join(','))].join('\n');
        expect(typeof refusal(text)).toBe('string');
      }),
      { numRuns: 300 },
    );
  });

  test('a file cut anywhere is refused or loses no more than whole rows at its end', () => {
    const whole = readBhavcopy(good).rows;
    for (let end = 1; end < good.length; end++) {
      try {
        const rows = readBhavcopy(good.slice(0, end)).rows;
        expect(rows).toEqual(whole.slice(0, rows.length));
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }
  });
});

describe('zips', () => {
  const text = new TextEncoder().encode(legacyFile('2026-05-04', ROWS));
  const why = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
    return 'was read';
  };

  test('packed and stored entries', () => {
    const zip = zipSync({ 'a.csv': text, 'folder/b.csv': [text, { level: 0 }] });
    expect(isZip(zip)).toBe(true);
    expect(readZip(zip, 1e6).map((entry) => [entry.name, Buffer.from(entry.read()).equals(text)])).toEqual([
      ['a.csv', true],
      ['folder/b.csv', true],
    ]);
  });

  test('a bomb is refused by what it says, and by what it does', () => {
    const zip = zipSync({ 'bomb.csv': new Uint8Array(20_000_000) });
    expect(zip.length).toBeLessThan(50_000);
    expect(why(() => readZip(zip, 1_000_000))).toBe('The zip unpacks to more than 1 MB.');
    const directory = Buffer.from(zip).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const lying = Uint8Array.from(zip);
    new DataView(lying.buffer).setUint32(directory + 24, 100, true);
    expect(why(() => readZip(lying, 1_000_000).map((entry) => entry.read()))).toBe('The zip is damaged: bomb.csv can’t be unpacked.');
  });

  test('cut off, flipped and foreign bytes never come through', () => {
    const zip = zipSync({ 'a.csv': [text, { level: 0 }] });
    expect(why(() => readZip(zip.slice(0, -30), 1e6))).toBe('The zip is cut off: its directory is missing.');
    const flipped = Uint8Array.from(zip);
    flipped[80] = flipped[80]! ^ 1;
    expect(why(() => readZip(flipped, 1e6).map((entry) => entry.read()))).toBe('The zip is damaged: a.csv fails its checksum.');
    const packed = zipSync({ 'a.csv': text });
    for (let at = 0; at < packed.length; at++) {
      const broken = Uint8Array.from(packed);
      broken[at] = broken[at]! ^ 0x55;
      try {
        for (const entry of readZip(broken, 1e6)) expect(Buffer.from(entry.read()).equals(text)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }
  });
});
