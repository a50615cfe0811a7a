import { expect, test } from 'vitest';
import { MAX_LINES } from './csv-records.ts';
import { decodeCsv, readCsv } from './read-csv.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark: readonly [number, number], order: (unit: number) => [number, number]) =>
  new Uint8Array([...mark, ...[...text].flatMap((sign) => order(sign.charCodeAt(0)))]);
const little = (unit: number): [number, number] => [unit & 255, unit >> 8];
const big = (unit: number): [number, number] => [unit >> 8, unit & 255];
const read = (text: string, segment: 'equity' | 'options' = 'equity') => {
  const rows = readCsv(text, segment);
  return 'problem' in rows ? rows.problem : rows.map(({ written }) => written).join('|');
};

test.each([
  ['UTF-8', utf8('Symbol\nTCS')],
  ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('Symbol\nTCS')])],
  ['UTF-16, as spreadsheets on Windows save it', utf16('Symbol\nTCS', [0xff, 0xfe], little)],
  ['UTF-16 in the other order', utf16('Symbol\nTCS', [0xfe, 0xff], big)],
])('%s is read', (_what, bytes) => expect(decodeCsv(bytes)).toBe('Symbol\nTCS'));

test.each([
  ['Windows-1252', new Uint8Array([...utf8('Symbol\nTCS '), 0x96, 0xe9]), 'UTF-8'],
  ['UTF-16 without its mark', utf16('Symbol\nTCS', [83, 0], little), 'not a CSV'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff]), 'UTF-8'],
])('%s is refused in words', (_what, bytes, word) => {
  const text = decodeCsv(bytes);
  expect(typeof text === 'string' ? text : text.problem).toContain(word);
});

test.each([
  ['a headed column', 'Name,Symbol,Qty\nTata,TCS,1\nInfosys,INFY,2', 'TCS|INFY'],
  ['a broker’s head', 'Trading Symbol;Qty\r\nTCS;1\r\nM&M;2\r\n', 'TCS|M&M'],
  ['tabs', 'Company\tnse_symbol\nTata\tTCS', 'TCS'],
  ['one column without a head', 'TCS\nINFY\n\nSBIN', 'TCS|INFY|SBIN'],
  ['one column with a head', 'Symbol\nTCS', 'TCS'],
  ['quotes, with what separates in them', 'Name,Symbol\n"Tata, Ltd","TCS"\n"He said ""buy""",INFY', 'TCS|INFY'],
  ['a cell of two lines', 'Name,Symbol\n"Tata\nConsultancy",TCS', 'TCS'],
  ['empty cells', 'Symbol,Note\n,none\nTCS,', 'TCS'],
  ['old Macintosh line ends', 'Symbol\rTCS\rINFY', 'TCS|INFY'],
])('%s', (_what, text, written) => expect(read(text)).toBe(written));

test.each([
  ['nothing', '', 'empty'],
  ['lines of nothing', '\n\n , \n', 'empty'],
  ['other columns', 'Name,ISIN\nTata,INE467B01029', 'headed “Symbol”'],
  ['columns without a head', 'TCS,1\nINFY,2', 'headed “Symbol”'],
  ['an open quote', 'Symbol\n"TCS\nINFY', 'never closed'],
])('%s is refused in words', (_what, text, word) => expect(read(text)).toContain(word));

test('a file of contracts names its column so', () => {
  expect(read('Contract,Note\nNIFTY 2026-11-24 26000 CE,x', 'options')).toBe('NIFTY 2026-11-24 26000 CE');
  expect(read('Symbol,Note\nTCS,x', 'options')).toContain('headed “Contract”');
});

test('lines are counted as an editor counts them, and 500 are enough', () => {
  const rows = readCsv('Name,Symbol\n"a\nb",TCS\n\nx,INFY', 'equity');
  expect(rows).toEqual([
    { line: 2, written: 'TCS' },
    { line: 5, written: 'INFY' },
  ]);
  const lines = (count: number) => `Symbol\n${'TCS\n'.repeat(count - 1)}`;
  expect(read(lines(MAX_LINES)).split('|')).toHaveLength(MAX_LINES - 1);
  expect(read(lines(MAX_LINES + 1))).toContain('500 lines');
  expect(read(lines(10_000))).toContain('500 lines');
});
