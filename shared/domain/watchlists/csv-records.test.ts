import { expect, test } from 'vitest';
import { isWithin } from '../slowness.testing.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_FILE_BYTES, MAX_LINES, readRecords } from './csv-records.ts';
import { stockFinder } from './find-stock.ts';
import { decodeCsv, readCsv } from './read-csv.ts';

const SIZE = MAX_FILE_BYTES;
const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
/** A whole file of as many lines as are allowed, each of them the piece repeated. */
const lines = (piece: string) => {
  const width = Math.floor(SIZE / MAX_LINES) - 1;
  return `${piece.repeat(Math.ceil(width / piece.length)).slice(0, width)}\n`.repeat(MAX_LINES).slice(0, -1);
};

/** Shapes that make a careless reader look at what it has read once more for each sign. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['quotation marks after a letter', `a${fill('"')}`.slice(0, SIZE)],
  ['quotation marks alone', fill('"')],
  ['quotation marks and blanks', fill('" "')],
  ['blanks before each quotation mark', fill('   "')],
  ['one quotation mark that never closes', `"${fill('x')}`.slice(0, SIZE)],
  ['blanks', fill(' ')],
  ['no-break blanks between letters', lines(`a${'\u00a0'.repeat(40)}`).slice(0, SIZE / 2)],
  [
    'signs that stand for whole sentences',
    `Symbol,Company,Name,Stock,Instrument,ISIN\n${`${Array.from({ length: 6 }, () => '\ufdfa'.repeat(26)).join(',')}\n`.repeat(MAX_LINES - 2)}`,
  ],
  ['commas', fill(',')],
  ['lines of commas', lines(',')],
  ['lines of empty quoted cells', lines('"",')],
  ['lines of quoted cells that go on', lines('"x"y",')],
  ['lines that all differ in length', Array.from({ length: MAX_LINES }, (_, at) => ','.repeat(at)).join('\n')],
  ['cells between blanks', `sep= \n${lines('x ').split('\n').slice(2).join('\n')}`],
  ['quotation marks as separators', `sep="\n${lines('x"').split('\n').slice(2).join('\n')}`],
  ['cells of one letter', lines('x,')],
  ['semicolons, commas and tabs', lines(';,\t')],
  ['line feeds', fill('\n')],
  ['carriage returns', fill('\r')],
  ['underscores, dots and hyphens', lines('A_B-C.D,')],
  ['one long word', fill('A')],
  ['codes in every cell', lines('TCS,')],
  ['heads in every cell', lines('Symbol,')],
  [
    'forty lines of signs that stand for sentences',
    Array.from({ length: 40 }, () => Array.from({ length: 495 }, () => '\ufdfa\ufdfa\ufdfa L').join(',')).join('\n'),
  ],
  ['names under heads in every cell', `${'Symbol,'.repeat(74)}\n${lines('A_B-C.D:E,').slice(0, SIZE - 600)}`],
  ['a head and full cells', `Symbol,Note\n${lines('Tata Consultancy Services,')}`.slice(0, SIZE)],
];

const stocks = Array.from({ length: 2500 }, (_, at) => ({ symbol: `S${at}`, name: `Company ${at} Limited`, isin: '' }));
const find = stockFinder({ stocks, issuers: {}, former: {} });

test.each(HOSTILE)('a file full of %s takes less than 30 ms of the processor, for stocks and for contracts', (_what, text) => {
  const bytes = new TextEncoder().encode(text);
  expect(bytes.length).toBeLessThanOrEqual(SIZE);
  for (const segment of ['equity', 'options'] as const) {
    // The least of five: the first pays for the compiler, and any of them for what the runtime clears away.
    const took = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage();
      const decoded = decodeCsv(bytes);
      const rows = typeof decoded === 'string' ? readCsv(decoded, segment) : decoded;
      if (!('problem' in rows)) for (const { names } of rows) names.map(find);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    expect(isWithin(Math.min(...took), 30), `${took} ms`).toBe(true);
  }
});

const problem = (text: string) => {
  const rows = readCsv(text, 'equity');
  return 'problem' in rows ? rows.problem : `${rows.length} rows`;
};

test('each limit is a sentence, and what is just within it is read', () => {
  expect(problem(`Symbol${',x'.repeat(MAX_COLUMNS - 1)}\nTCS`)).toBe('1 rows');
  expect(problem(`Symbol${',x'.repeat(MAX_COLUMNS)}\nTCS`)).toContain('500 columns');
  const cells = (columns: number) => `Symbol${',x'.repeat(columns - 1)}\n`.repeat(MAX_LINES);
  expect(problem(cells(MAX_CELLS / MAX_LINES))).toBe('0 rows');
  expect(problem(cells(MAX_CELLS / MAX_LINES + 1))).toContain('25,000 cells');
  expect(problem(`Symbol,Note\nTCS,${'x'.repeat(16_000)}`)).toBe('1 rows');
  expect(problem(`Symbol,Note\nTCS,${'x'.repeat(17_000)}`)).toContain('16 kB');
  expect(problem(`Symbol,Note\nTCS,"${'x\n'.repeat(MAX_LINES)}"`)).toContain('500 lines');
});

test('quotation marks within a cell are text, as spreadsheets show them', () => {
  expect(readRecords('6" pipe,TCS\n"5"" pipe",INFY\n"4"x,SBIN', ',')).toEqual([
    { line: 1, cells: ['6" pipe', 'TCS'] },
    { line: 2, cells: ['5" pipe', 'INFY'] },
    { line: 3, cells: ['"4"x', 'SBIN'] },
  ]);
});
