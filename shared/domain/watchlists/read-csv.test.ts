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
  ['UTF-16 without its mark', utf16('ymbol\nTCS', [83, 0], little)],
  ['UTF-16 in the other order without its mark', utf16('ymbol\nTCS', [0, 83], big)],
])('%s is read', (_what, bytes) => expect(decodeCsv(bytes)).toBe('Symbol\nTCS'));

test.each([
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), 'Excel workbook'],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'Excel workbook'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff]), 'not a CSV'],
  ['a document', new Uint8Array([...utf8('%PDF-1.7\n%'), 0xe2, 0xe3]), 'not a CSV'],
  ['a web page named like a workbook', utf8('<html><table><tr><td>TCS</td></tr></table></html>'), 'table of a web page'],
  ['an XML workbook', utf8('\ufeff<?xml version="1.0"?>\n<Workbook>'), 'table of a web page'],
  ['JSON on one line', utf8('[{"tradingsymbol":"TCS","exchange":"NSE"}]'), 'JSON'],
  ['JSON with its mark, indented', utf8('\ufeff[\n {\n  "tradingsymbol": "TCS"\n }\n]'), 'JSON'],
  ['JSON under a name', utf8('{\n "data": []}'), 'JSON'],
  ['a list in JSON', utf8('["TCS", "INFY"]'), 'JSON'],
  ['its table alone, in UTF-16', utf16('\n<TABLE border=1>', [0xff, 0xfe], little), 'table of a web page'],
])('%s is refused in words', (_what, bytes, word) => {
  const text = decodeCsv(bytes);
  expect(typeof text === 'string' ? text : text.problem).toContain(word);
});

test.each([
  ['Excel’s plain CSV, Windows-1252', [0xe9]],
  ['a dash and an apostrophe of Windows-1252', [0x96, 0x92]],
  ['Mac OS Roman', [0x8e, 0x8f]],
])('%s in a column that nobody reads: the symbols are read', (_what, signs) => {
  const text = decodeCsv(new Uint8Array([...utf8('Symbol,Note\nTCS,caf'), ...signs, ...utf8('\nINFY,x')]));
  expect(typeof text === 'string' && read(text)).toBe('TCS|INFY');
});

test.each([
  ['a headed column', 'Name,Symbol,Qty\nTata,TCS,1\nInfosys,INFY,2', 'TCS|INFY'],
  ['a broker’s head', 'Trading Symbol;Qty\r\nTCS;1\r\nM&M;2\r\n', 'TCS|M&M'],
  ['tabs', 'Company\tnse_symbol\nTata\tTCS', 'TCS'],
  ['one column without a head', 'TCS\nINFY\n\nSBIN', 'TCS|INFY|SBIN'],
  ['one column with a head', 'Symbol\nTCS', 'TCS'],
  ['heads in Hindi', 'प्रतीक,मात्रा\nTCS,10\nM&M,5', 'TCS|M&M'],
  ['a company’s head in Hindi', 'क्रम;कंपनी का नाम;मात्रा\n1;Infosys;5', 'Infosys'],
  ['quotes, with what separates in them', 'Name,Symbol\n"Tata, Ltd","TCS"\n"He said ""buy""",INFY', 'TCS|INFY'],
  ['a cell of two lines', 'Name,Symbol\n"Tata\nConsultancy",TCS', 'TCS'],
  ['empty cells', 'Symbol,Note\n,none\nTCS,', 'TCS'],
  ['old Macintosh line ends', 'Symbol\rTCS\rINFY', 'TCS|INFY'],
  ['codes beside figures, without a head', 'TCS,1\nINFY,2', 'TCS|INFY'],
  ['a list of TradingView', 'NSE:TCS,NSE:INFY,NSE:M_M,NSE:BAJAJ_AUTO,NSE:SBIN', 'NSE:TCS|NSE:INFY|NSE:M_M|NSE:BAJAJ_AUTO|NSE:SBIN'],
  ['a list of TradingView with sections', '###BANKS,NSE:SBIN,NSE:HDFCBANK,###IT,NSE:TCS', 'NSE:SBIN|NSE:HDFCBANK|NSE:TCS'],
  ['codes on several lines', 'TCS, INFY,\nSBIN, M&M\n', 'TCS|INFY|SBIN|M&M'],
  ['codes each with its exchange', 'TCS,NSE\nINFY,NSE', 'TCS|INFY'],
  ['codes on one line, separated by semicolons', 'TCS;INFY;SBIN', 'TCS|INFY|SBIN'],
  ['codes on one line, separated by strokes', 'TCS|INFY', 'TCS|INFY'],
  ['a first line that says what separates', 'sep=;\r\nSymbol;Note\r\nTCS;a, b\r\nM&M;x\r\n', 'TCS|M&M'],
  ['that line with a mark before it', '\ufeffsep=,\r\nSymbol,Note\r\nTCS,x', 'TCS'],
  ['that line for tabs', 'sep=\t\nSymbol\tNote\nTCS\tx', 'TCS'],
  ['that line with a sign that separates nothing', 'sep= \nSymbol,Company\nTATA MOTORS,x', 'TATA MOTORS'],
  ['that line with a quotation mark', 'sep="\nSymbol,Company\n"TCS",x', 'TCS'],
  ['that line, and codes alone', 'sep=,\nTCS\nINFY', 'TCS|INFY'],
  [
    'holdings of Kite',
    'Instrument,Qty.,Avg. cost,LTP,Cur. val,P&L,Net chg.,Day chg.,\n"TCS",10,3200.5,3300,33000,995,3.1,0.4,\n"SBIN-BE",3,800,810,2430,30,1.2,0.1,',
    'TCS|SBIN-BE',
  ],
  [
    'holdings of Console, with a preamble',
    ',,,\n,Client ID,AB1234,\n,,,\n,Equity Holdings Statement as on 2026-11-27,,\n,,,\n,Symbol,ISIN,Quantity Available\n,TCS,INE467B01029,10\n,M&M,INE101A01026,4',
    'TCS|M&M',
  ],
  ['holdings of Angel', 'Scrip Name,Exchange,Qty\nTCS-EQ,NSE,1\nM&M-EQ,NSE,1', 'TCS-EQ|M&M-EQ'],
  [
    'holdings of Groww',
    'Name,Asha Rao\nUnique Client Code,1234567890\n\nSummary\nInvested Value,Closing Value\n"1,20,000","1,30,000.50"\n\nHoldings statement for stocks as on 27-11-2026\nStock Name,ISIN,Quantity\nTATA CONSULTANCY SERV LT,INE467B01029,10',
    'TATA CONSULTANCY SERV LT',
  ],
  ['a portfolio of ICICI Direct', '"Stock Symbol";"Company Name";"ISIN Code";"Qty"\n"RELIND";"RELIANCE INDUSTRIES";"INE002A01018";"5"', 'RELIND'],
  ['figures with commas between tabs', 'Client\tA, B, C\nValue\t1,20,000,00\nSymbol\tValue\nTCS\t1,20,000.50', 'TCS'],
  ['a report of two parts', 'Symbol,Qty\nTCS,1\n\nSymbol,Qty\nINFY,2', 'TCS|INFY'],
  ['a name of a person before the head', 'Name,Asha\nSymbol,Qty\nTCS,1', 'TCS'],
  ['names of companies', 'Company Name,Qty\nTata Steel Ltd.,4', 'Tata Steel Ltd.'],
  ['signs nobody sees in the head', '\u200bSymbol\u00a0,Note\nTCS,x', 'TCS'],
])('%s', (_what, text, written) => expect(read(text)).toBe(written));

test.each([
  ['nothing', '', 'empty'],
  ['lines of nothing', '\n\n , \n', 'empty'],
  ['other columns', 'Name,Qty\nTata,1', 'headed “Symbol”'],
  ['columns without a head', 'Tata Steel,1\nInfosys,2', 'headed “Symbol”'],
  ['a head below more lines than are looked through', `${'a,b\n'.repeat(60)}Symbol,Qty\nTCS,1`, 'headed “Symbol”'],
  ['more codes than a file may name', `${'TCS,INFY,SBIN\n'.repeat(200)}`, '500 stocks'],
  ['an open quote', 'Symbol\n"TCS\nINFY', 'never closed'],
])('%s is refused in words', (_what, text, word) => expect(read(text)).toContain(word));

test('a file of contracts names its column so', () => {
  expect(read('Contract,Note\nNIFTY 2026-11-24 26000 CE,x', 'options')).toBe('NIFTY 2026-11-24 26000 CE');
  expect(read('Symbol,Note\nTCS,x', 'options')).toContain('headed “Contract”');
});

test('lines are counted as an editor counts them, and 500 are enough', () => {
  const rows = readCsv('Name,Symbol\n"a\nb",TCS\n\nx,INFY', 'equity');
  expect('problem' in rows ? rows : rows.map(({ line, written }) => `${line} ${written}`)).toEqual(['2 TCS', '5 INFY']);
  const lines = (count: number) => `Symbol\n${'TCS\n'.repeat(count - 1)}`;
  expect(read(lines(MAX_LINES)).split('|')).toHaveLength(MAX_LINES - 1);
  expect(read(lines(MAX_LINES + 1))).toContain('500 lines');
  expect(read(lines(10_000))).toContain('500 lines');
});

test('a row brings each name it has, the surest first', () => {
  expect(readCsv('Company,Symbol,ISIN\nTata,TCS,INE467B01029\nInfosys,,', 'equity')).toEqual([
    { line: 2, written: 'TCS', names: ['INE467B01029', 'TCS', 'Tata'] },
    { line: 3, written: 'Infosys', names: ['Infosys'] },
  ]);
});
