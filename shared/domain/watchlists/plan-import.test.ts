import { expect, test } from 'vitest';
import { readWatchedCode } from './codes.ts';
import { planImport } from './plan-import.ts';

const KNOWN = ['TCS', 'INFY', 'SBIN', 'M&M', 'BAJAJ-AUTO', 'NIFTY 2026-11-24 26000 CE'];
const plan = (written: readonly string[], { segment = 'equity' as 'equity' | 'options', now = [] as string[], items = 10 } = {}) =>
  planImport(
    written.map((cell, at) => ({ line: at + 2, written: cell, names: [cell] })),
    { now, room: { lists: 1, items }, exists: (code) => KNOWN.includes(code), codeOf: ({ written: cell }) => readWatchedCode(segment, cell) },
  ).map(({ code, what }) => `${what} ${code}`.trim());

test('symbols come in however providers write them', () => {
  expect(plan(['TCS', 'NSE:INFY', 'sbin.ns', 'm & m', 'BAJAJ-AUTO'])).toEqual(['in TCS', 'in INFY', 'in SBIN', 'in M&M', 'in BAJAJ-AUTO']);
});

test('every row that stays out says why', () => {
  expect(plan(['TCS', 'INFY', 'NSE:INFY', 'AAPL', 'two words here', 'SBIN', 'M&M'], { now: ['TCS'], items: 3 })).toEqual([
    'there TCS',
    'in INFY',
    'double INFY',
    'unknown',
    'unknown',
    'in SBIN',
    'over M&M',
  ]);
});

test.each(['=HYPERLINK("http://x")', '+TCS', '-TCS', '@TCS', '=TCS'])('%s is a formula, and none comes in', (cell) =>
  expect(plan([cell])).toEqual(['formula']),
);

test('contracts are told by underlying, expiry, strike and type', () => {
  expect(plan(['nifty 50 2026-11-24 26000.00 ce', 'NIFTY 2026-11-24 26000 CE', 'NIFTY 2026-13-24 26000 CE', 'TCS'], { segment: 'options' })).toEqual([
    'in NIFTY 2026-11-24 26000 CE',
    'double NIFTY 2026-11-24 26000 CE',
    'unknown',
    'unknown',
  ]);
});

test('a long cell is shown short', () => {
  const [row] = planImport([{ line: 1, written: 'x'.repeat(500), names: [] }], {
    now: [],
    room: { lists: 1, items: 9 },
    exists: () => false,
    codeOf: () => '',
  });
  expect(row!.written).toHaveLength(60);
});
