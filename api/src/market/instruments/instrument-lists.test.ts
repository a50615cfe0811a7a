import { existsSync, readFileSync } from 'node:fs';
import { isinDigit } from '@vimarsh/shared/domain/market/isin.ts';
import { describe, expect, test } from 'vitest';
import { type InstrumentList, readSharesList } from './instrument-lists.ts';

const REAL_LIST = '../shared/data/nse-eod/nifty-total-market.csv';
const read = (text: string): InstrumentList => readSharesList(text)!;
const isin = (issuer: string): string => `INE${issuer}A0101${isinDigit(`INE${issuer}A0101`)}`;

const EQUITY = 'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE\n';
const SECURITY = 'FinInstrmId,TckrSymb,SctySrs,FinInstrmNm,ISIN,ParVal,BidIntrvl,ListgDt,RmvlDt,RadmssnDt,SctyStsNrmlMkt,ElgbltyNrmlMkt,DelFlg\n';

describe('lists of the exchange are told by their head row', () => {
  test('securities available for trading', () => {
    expect(
      read(`${EQUITY}RELIANCE,Reliance Industries Limited,EQ,29-NOV-1995,10,1,INE002A01018,10\nSOMEBE,Some  Company Ltd,BE,06-OCT-2008,5,1,${isin('144')},5\n`),
    ).toMatchObject({
      layout: 'securities',
      read: 2,
      skipped: [],
      rows: [
        {
          symbol: 'RELIANCE',
          series: 'EQ',
          isin: 'INE002A01018',
          name: 'Reliance Industries Limited',
          listed_from: '1995-11-29',
          face_value: 10,
          status: 'active',
          band: null,
        },
        { symbol: 'SOMEBE', series: 'BE', name: 'Some Company Ltd', listed_from: '2008-10-06' },
      ],
    });
  });

  test('the same of small companies, whose columns have underscores', () => {
    const head = 'SYMBOL,NAME_OF_COMPANY,SERIES,DATE_OF_LISTING,PAID_UP_VALUE,ISIN_NUMBER,FACE_VALUE\n';
    expect(read(`${head}SMALL,Small Limited,SM,06-Oct-21,10,${isin('145')},10\n`)).toMatchObject({
      layout: 'securities',
      rows: [{ series: 'SM', listed_from: '2021-10-06' }],
    });
  });

  test('the security file: paise, seconds since 1980, one line for each series', () => {
    const lines = [
      '2885,RELIANCE,EQ,RELIANCE INDUSTRIES LTD,INE002A01018,1000,10,502070400,0,0,6,1,N',
      '2886,RELIANCE,BE,RELIANCE INDUSTRIES LTD,INE002A01018,1000,10,502070400,0,0,6,0,N',
      '11139,RELIANCE,AF,RELIANCE INDUSTRIES LTD,INE002A01018,1000,1,1248566400,0,0,6,1,N',
      '14747,011NSETEST,EQ,011NSETEST,DUMMYSAN005,1000,5,0,0,0,6,1,N',
      `15342,STOPPED,EQ,STOPPED LTD,${isin('849')},200,5,888969600,0,0,3,1,N`,
      `15343,GONE,EQ,GONE LTD,${isin('850')},200,5,888969600,1460000000,0,1,0,Y`,
      `15344,BACK,EQ,BACK LTD,${isin('851')},200,5,888969600,1400000000,1460000000,6,1,N`,
    ];
    const list = read(`${SECURITY}${lines.join('\n')}\n`);
    expect(list.rows).toMatchObject([
      { symbol: 'RELIANCE', series: 'EQ', face_value: 10, tick: 0.1, listed_from: '1995-11-29', status: 'active' },
      { symbol: 'STOPPED', status: 'suspended', ended_on: null, why: 'the exchange’s security file' },
      { symbol: 'GONE', status: 'delisted', ended_on: '2026-04-07' },
      { symbol: 'BACK', status: 'active', ended_on: null, why: null },
    ]);
    expect(list.skipped).toEqual([
      { line: 3, reason: 'is of a share that another line names' },
      { line: 4, reason: 'is of a series in which no shares are traded' },
      { line: 5, reason: 'has a placeholder in place of its ISIN' },
    ]);
  });

  test('an index list, price bands, delisted companies', () => {
    expect(
      read('Company Name,Industry,Symbol,Series,ISIN Code\nMahindra & Mahindra Ltd.,Automobile and Auto Components,M&M,EQ,INE101A01026\n').rows,
    ).toMatchObject([{ symbol: 'M&M', industry: 'Automobile and Auto Components', isin: 'INE101A01026', status: null }]);
    expect(read('Symbol,Series,Security Name,Band,Remarks\nRELIANCE,EQ,Reliance,No Band,-\nA2ZINFRA,EQ,A2Z,5,\nODD,GS,A bond,No Band,\n')).toMatchObject({
      rows: [
        { symbol: 'RELIANCE', band: 0, isin: null },
        { symbol: 'A2ZINFRA', band: 5 },
      ],
      skipped: [{ line: 4 }],
    });
    expect(read('Symbol,Company,Delisted Date,Type\nGONE,Gone Ltd,02-Oct-26,Voluntary\n').rows).toMatchObject([
      { symbol: 'GONE', status: 'delisted', ended_on: '2026-10-02', why: 'Voluntary' },
    ]);
  });

  test('changed symbols have no head row, or one', () => {
    const rows = [{ company: 'Zomato Limited', old_symbol: 'ZOMATO', new_symbol: 'ETERNAL', day: '2025-04-09' }];
    expect(read('Zomato Limited,ZOMATO,ETERNAL,09-APR-2025\n')).toMatchObject({ layout: 'symbol changes', read: 1, rows });
    expect(read('SYMB_COMPANY_NAME, SM_KEY_SYMBOL, SM_NEW_SYMBOL, SM_APPLICABLE_FROM\nZomato Limited,ZOMATO,ETERNAL,09-APR-2025\n').rows).toEqual(rows);
    expect(read('NCH_SYMBOL, NCH_PREV_NAME, NCH_NEW_NAME, NCH_DT\nETERNAL,Zomato Limited,Eternal Limited,20-MAR-2025\n')).toMatchObject({
      layout: 'name changes',
      rows: [{ symbol: 'ETERNAL', old_name: 'Zomato Limited', new_name: 'Eternal Limited', day: '2025-03-20' }],
    });
  });

  test('lots by month of expiry, indices before shares', () => {
    const text = [
      'UNDERLYING                          ,SYMBOL    ,NOV-26     ,DEC-26     ,MAR-27     ',
      'NIFTY 50                            ,NIFTY     ,65         ,65         ,75         ',
      'Derivatives on Individual Securities,Symbol    ,NOV-26     ,DEC-26     ,MAR-27     ',
      'TATA CONSULTANCY                    ,TCS       ,175        ,225        ,           ',
      '',
    ].join('\n');
    expect(read(text)).toMatchObject({
      layout: 'contract lots',
      read: 3,
      months: ['2026-11', '2026-12', '2027-03'],
      rows: [
        { symbol: 'NIFTY', month: '2026-11', lot: 65 },
        { symbol: 'NIFTY', month: '2026-12', lot: 65 },
        { symbol: 'NIFTY', month: '2027-03', lot: 75 },
        { symbol: 'TCS', month: '2026-11', lot: 175 },
        { symbol: 'TCS', month: '2026-12', lot: 225 },
      ],
    });
  });

  test.each([
    ['a day’s file', 'TradDt,Sgmt,Src,FinInstrmTp,TckrSymb,SctySrs,FinInstrmNm,ISIN,OpnPric\n'],
    ['a legacy one', 'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE\n'],
    ['another table', 'a,b,c,d\n1,2,3,4\n'],
    ['nothing', ''],
    ['a ban list', 'Securities in Ban For Trade Date 25-NOV-2026:\n1,RELIANCE\n'],
  ])('%s is none of them', (_, text) => {
    expect(readSharesList(text)).toBeNull();
  });
});

describe('what can’t be believed is named', () => {
  test('one ISIN under two symbols is neither’s', () => {
    const list = read(
      `${EQUITY}ONE,One,EQ,01-JAN-2020,1,1,${isin('300')},1\nTWO,Two,EQ,01-JAN-2020,1,1,${isin('300')},1\nTHREE,Three,EQ,01-JAN-2020,1,1,${isin('301')},1\n`,
    );
    expect(list.rows).toMatchObject([{ symbol: 'THREE' }]);
    expect(list.skipped.map(({ line }) => line)).toEqual([2, 3]);
  });

  test.each([
    ['a wrong check digit', `${EQUITY}ONE,One,EQ,01-JAN-2020,1,1,INE002A01019,1\n`, 'EMPTY'],
    ['no date of listing', `${EQUITY}ONE,One,EQ,31-FEB-2020,1,1,${isin('300')},1\n`, 'EMPTY'],
    ['a band that is none', 'Symbol,Series,Security Name,Band\nONE,EQ,One,many\n', 'EMPTY'],
    ['a lot of nothing', 'UNDERLYING,SYMBOL,NOV-26\nTCS,TCS,0\n', 'EMPTY'],
    ['a head row alone', EQUITY, 'EMPTY'],
    ['a quotation mark that is never closed', `${EQUITY}"ONE,One,EQ\n`, 'UNREADABLE'],
    [
      'many bad rows',
      `${EQUITY}${Array.from({ length: 8 }, (_, at) => `S${at},S,EQ,never,1,1,${isin(`30${at}`)},1\n`).join('')}GOOD,G,EQ,01-JAN-2020,1,1,${isin('399')},1\n`,
      'BROKEN',
    ],
  ])('%s', (_, text, code) => {
    expect(() => readSharesList(text)).toThrow(expect.objectContaining({ code }));
  });

  test('a list of two hundred thousand rows is refused at once', () => {
    const started = performance.now();
    expect(() => readSharesList(EQUITY + `ONE,One,EQ,01-JAN-2020,1,1,,1\n`.repeat(100_001))).toThrow(/more than/);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

test.skipIf(!existsSync(REAL_LIST))('the real list of 751 companies: all but the placeholder', { meta: { needs: REAL_LIST } }, () => {
  const list = read(readFileSync(REAL_LIST, 'utf8'));
  expect([list.read, list.rows.length]).toEqual([751, 750]);
  expect(list.skipped).toMatchObject([{ reason: 'has a placeholder in place of its ISIN' }]);
});
