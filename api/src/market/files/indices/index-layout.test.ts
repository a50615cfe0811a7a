import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { indexDoubt, readIndexFile } from './index-layout.ts';

const HEAD =
  'Index Name,Index Date,Open Index Value,High Index Value,Low Index Value,Closing Index Value,Points Change,Change(%),Volume,Turnover (Rs. Cr.),P/E,P/B,Div Yield';
/** Numbers as the exchange writes them: a dash where an index has no such value. */
const FILE = `${HEAD}
Nifty 50,04-05-2026,24101.2,24200,24050.35,24150.5,-49.85,-.21,250123456,21000.55,22.1,3.4,1.2
Nifty Next 50,04-05-2026,67000,67100,66900,67050,50,.07,1,1,21,3,1
NIFTY BANK,04-05-2026,56000,56100,55900,56050.75,"1,050.75",1.9,-,-,14.5,2.2,0.9
Nifty 8-13 yr G-Sec,04-05-2026,-,-,-,2950.1,1.1,.04,-,-,-,-,-
`;
const refusal = (text: string): string => {
  try {
    readIndexFile(text);
    return 'taken';
  } catch (error) {
    return error instanceof Refusal ? `${error.code}: ${error.message}` : String(error);
  }
};
const line = (cells: string): string => `${HEAD}\nNifty 50,${cells},-,-,-,-,-\n`;

test('indices that are listed here are read, in points, with the close before from the change; others are named', () => {
  expect(readIndexFile(FILE)).toEqual({
    layout: 'index closes',
    day: '2026-05-04',
    read: 4,
    rows: [
      { symbol: 'NIFTY', name: 'Nifty 50', open: 24101.2, high: 24200, low: 24050.35, close: 24150.5, prev_close: 24200.35, volume: 250_123_456 },
      { symbol: 'BANKNIFTY', name: 'NIFTY BANK', open: 56000, high: 56100, low: 55900, close: 56050.75, prev_close: 55000, volume: 0 },
    ],
    skipped: [
      { line: 3, reason: 'is of an index that is not listed here' },
      { line: 5, reason: 'is of an index that is not listed here' },
    ],
  });
});

test('whatever a spreadsheet or a server puts around the cells, it is the same file', () => {
  const messy = `\uFEFF${FILE.replaceAll('\n', '\r\n').replaceAll('Nifty 50,', 'Nifty 50 , ')}`;
  expect(readIndexFile(messy)).toEqual(readIndexFile(FILE));
  expect(readIndexFile(FILE.replaceAll('04-05-2026', '04/05/2026'))).toEqual(readIndexFile(FILE));
});

test('until November 2015 the same index had another name', () => {
  expect(readIndexFile(FILE.replace('Nifty 50', 'CNX Nifty'))?.rows[0]).toMatchObject({ symbol: 'NIFTY', name: 'CNX Nifty', close: 24150.5 });
});

test('another file is none', () => expect(readIndexFile('SYMBOL,SERIES,OPEN\nTCS,EQ,1\n')).toBeNull());

test.each([
  ['a date that is none', line('31-02-2026,1,1,1,1,0,0'), 'BROKEN: Line 2 can’t be read: the date “31-02-2026” is not written as 04-May-2026 or 2026-05-04.'],
  ['a value that is none', line('04-05-2026,-,1,1,1,0,0'), 'BROKEN: Line 2 can’t be read: a value of the index is not a number.'],
  ['a close beyond the high', line('04-05-2026,10,11,9,12,1,0'), 'BROKEN: Line 2 can’t be read: the open or the close lies outside high and low.'],
  ['no change', line('04-05-2026,10,11,9,10,-,0'), 'BROKEN: Line 2 can’t be read: the change in points is not a number.'],
  ['a change larger than the close', line('04-05-2026,10,11,9,10,10,0'), 'BROKEN: Line 2 can’t be read: the change in points is not a number.'],
  ['an index twice', `${FILE}${FILE.split('\n')[1]}\n`, 'BROKEN: Line 6 repeats an index of an earlier line.'],
  ['two days', FILE.replace('NIFTY BANK,04', 'NIFTY BANK,05'), 'MIXED: The file mixes dates: 2026-05-04 and, on line 4, 2026-05-05.'],
  ['no column of the close', FILE.replace('Closing Index Value', 'Close'), 'FOREIGN: The header of index closes lacks Closing Index Value.'],
  ['none of ours', `${HEAD}\nNifty Next 50,04-05-2026,1,1,1,1,0,0,-,-,-,-,-\n`, 'EMPTY: It has no index that is listed here.'],
])('%s', (_, text, sentence) => expect(refusal(text)).toBe(sentence));

test('a file whose changes start from other closes than those of the day before is not believed', () => {
  const file = readIndexFile(FILE)!;
  expect(indexDoubt(file, new Map())).toBeNull();
  expect(indexDoubt(file, new Map([['NIFTY', 24200.3]]))).toBeNull();
  expect(indexDoubt(file, new Map([['NIFTY', 24100]]))).toBe('By its change in points, NIFTY closed at another value than on the day before.');
});
