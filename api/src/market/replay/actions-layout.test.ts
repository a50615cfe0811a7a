import { describe, expect, test } from 'vitest';
import { readAction } from './actions-layout.ts';

const line = (purpose: string, more: Record<string, string> = {}) => {
  const cells: Record<string, string> = { SYMBOL: 'ECLERX', SERIES: 'EQ', PURPOSE: purpose, 'EX-DATE': '13-Mar-2026', ...more };
  return readAction((column) => cells[column] ?? '');
};

describe('a line of the list of corporate actions', () => {
  test.each([
    ['Bonus 1:1', 2, null],
    ['Bonus 1:4', 1.25, null],
    ['BONUS ISSUE 3:10', 1.3, null],
    ['Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share', 5, null],
    ['Face Value Split (Sub-Division) - From Rs 10/- Per Share To Re 1/- Per Share', 10, null],
    ['FV SPLIT RS.5 TO RE.1', 5, null],
    ['Consolidation Of Equity Shares From Re 1/- Per Share To Rs 10/- Per Share', 0.1, null],
    ['Bonus 1:1/ Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share', 10, null],
    ['Interim Dividend - Rs 10.25 Per Share', null, 10.25],
    ['Dividend - Rs 5 Per Share/Special Dividend - Re 1 Per Share', null, 6],
    ['Interim Dividend - Rs - 3 Per Share', null, 3],
    ['Demerger', null, null],
    ['Rights 1:5 @ Premium Rs 100/-', null, null],
  ])('%s', (purpose, ratio, dividend) => {
    expect(line(purpose)).toEqual({ symbol: 'ECLERX', day: '2026-03-13', purpose, ratio, dividend });
  });

  test.each([
    ['Annual General Meeting', {}],
    ['Bonus 1:1', { SERIES: 'BE' }],
  ])('%s %o changes no price that calls are judged by', (purpose, more) => {
    expect(line(purpose, more)).toBeNull();
  });

  test.each([
    ['Bonus 1:1', { 'EX-DATE': '31-Feb-2026' }, 'the ex-date is not valid'],
    ['Bonus 1:1', { SYMBOL: 'a b' }, 'the symbol is not valid'],
    ['', {}, 'the purpose is empty'],
    ['Bonus 1:0', {}, 'the ratio is not possible'],
    ['Bonus 99999:1', {}, 'the ratio is not possible'],
  ])('%s %o is skipped: %s', (purpose, more, problem) => {
    expect(line(purpose, more)).toBe(problem);
  });
});
