import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { python } from '../../platform/testing/python.testing.ts';
import { adjustedBars, levelOn } from '../instruments/actions/effects.ts';
import { readBhavcopy } from './bhavcopy.ts';
import { type LineOfList, marketOfRows, type RowOfDay } from './rows-market.testing.ts';

const DATA = '../shared/data/nse-eod';
const ORACLE = fileURLToPath(new URL('adjusted.testing.py', import.meta.url));
const ON = '2026-05-29';

/** What lists may have called the steps in price-steps.csv, by the factor that they come near. */
const WORDS: Readonly<Record<string, readonly [purpose: string, made: number, of: number]>> = {
  '1:2': ['Bonus 1:1', 2, 1],
  '1:4': ['Bonus 3:1', 4, 1],
  '1:5': ['Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share', 5, 1],
  '1:10': ['Face Value Split (Sub-Division) - From Rs 10/- Per Share To Re 1/- Per Share', 10, 1],
  '1:100': ['Face Value Split From Rs 100/- Per Unit To Re 1/- Per Unit', 100, 1],
  '3:5': ['Bonus 2:3', 5, 3],
};
/** Actions that these shares did not have in those weeks, small enough for their real opens not to contradict them. */
const MADE_UP: readonly (readonly [line: LineOfList, terms: readonly (string | number)[]])[] = [
  [{ symbol: 'RELIANCE', day: '2026-04-15', purpose: 'Rights 1:15 @ Premium Rs 990/-', face: 10 }, ['rights', 1, 15, 1000]],
  [{ symbol: 'TCS', day: '2026-04-16', purpose: 'Special Dividend - Rs 66 Per Share/Interim Dividend - Rs 11 Per Share' }, ['paid', 77]],
  [{ symbol: 'INFY', day: '2026-05-06', purpose: 'Dividend - Rs 2 Per Share' }, ['paid', 2]],
  [{ symbol: 'SBIN', day: '2026-05-08', purpose: 'Rights 1:2 @ Rs 5000/-' }, ['rights', 1, 2, 5000]],
];

describe.skipIf(!existsSync(DATA))('the adjusted series of real shares', { meta: { needs: DATA } }, () => {
  test('is what a short program makes of the raw rows', { timeout: 240_000 }, async () => {
    const [, ...listed] = (await readFile(join(DATA, 'price-steps.csv'), 'utf8')).trim().split('\n');
    const stepped = listed
      .map((text) => text.split(','))
      .flatMap(([symbol, day, , , , factor]) => (factor && WORDS[factor] ? [{ symbol: symbol!, day: day!, words: WORDS[factor]! }] : []));
    expect(stepped.length).toBeGreaterThanOrEqual(14);
    const lines: LineOfList[] = [...stepped.map(({ symbol, day, words }) => ({ symbol, day, purpose: words[0] })), ...MADE_UP.map(([made]) => made)];
    const demerger = { symbol: 'VEDL', day: '2026-04-30', subtract: 420.5, multiply: 0.95, source: 'made up' };
    const actions: Record<string, (string | number)[][]> = { VEDL: [['2026-04-30', 'published', 420.5, 0.95]] };
    for (const { symbol, day, words } of stepped) actions[symbol] = [[day, 'shares', words[1], words[2]]];
    for (const [{ symbol, day }, terms] of MADE_UP) actions[symbol] = [[day, ...terms]];
    const symbols = Object.keys(actions);

    const rows: Record<string, RowOfDay[]> = Object.fromEntries(symbols.map((symbol) => [symbol, []]));
    for (const name of (await readdir(join(DATA, 'bhavcopy'))).toSorted()) {
      const { day, rows: read } = readBhavcopy(await readFile(join(DATA, 'bhavcopy', name), 'utf8'));
      for (const { symbol, series, open: o, high: h, low: l, close: c } of read) if (series === 'EQ') rows[symbol]?.push({ day, o, h, l, c });
    }
    const level = Object.fromEntries(symbols.map((symbol) => [symbol, ['2026-03-04', rows[symbol]!.find(({ day }) => day >= '2026-03-04')!.c]]));
    const answer = spawnSync(python(), [ORACLE], {
      input: JSON.stringify({ folder: realpathSync(join(DATA, 'bhavcopy')), symbols, actions, on: ON, level }),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    expect(answer.stderr).toBe('');
    const oracle = JSON.parse(answer.stdout) as Record<string, { closes: [string, number][]; level: number }>;

    const { feed } = await marketOfRows({ rows, lines, adjustments: [demerger] }, new Date(`${ON}T12:00:00Z`));
    expect(feed.contradicted()).toEqual([]);
    let compared = 0;
    for (const symbol of symbols) {
      // As the market reads them, which lists only some of these shares.
      const own = adjustedBars(feed.sessions(symbol, '2026-03-01', ON), feed.actions(symbol), ON);
      expect(
        own.map(({ day }) => day),
        symbol,
      ).toEqual(oracle[symbol]!.closes.map(([day]) => day));
      for (const [at, { c }] of own.entries()) {
        // The record holds factors to eight digits, the oracle has all of them.
        expect(Math.abs(c / oracle[symbol]!.closes[at]![1] - 1), `${symbol} ${own[at]!.day}`).toBeLessThan(2e-8);
        compared += 1;
      }
      const [since, price] = level[symbol] as [string, number];
      expect(levelOn(feed.actions(symbol), price, since, ON), symbol).toBeCloseTo(oracle[symbol]!.level, 4);
    }
    expect(compared).toBeGreaterThan(1000);
  });
});
