import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBhavcopy } from '../bhavcopy.ts';
import { isContradicted, isUnexplained } from './price-step.ts';

const split = (ratio: number) => ({ symbol: 'X', day: '2026-03-13', type: 'split' as const, ratio });
const dividend = (amount: number) => ({ symbol: 'X', day: '2026-03-13', type: 'dividend' as const, amount });

describe('a step from close to open', () => {
  test.each([
    ['a quiet night', 100, 101, [], false],
    ['the whole day’s band up', 100, 120, [], false],
    ['the whole day’s band down', 100, 83.5, [], false],
    ['beyond it', 100, 79, [], true],
    ['beyond it upwards', 100, 121, [], true],
    ['a 1:1 bonus with no list', 3151.8, 1571.1, [], true],
    ['the same with its list', 3151.8, 1571.1, [split(2)], false],
    ['another ratio than the price shows', 3151.8, 1571.1, [split(5)], true],
    ['a list that says split where the price went on as before', 100, 101, [split(2)], true],
    ['a special dividend', 100, 70, [dividend(28)], false],
    ['a consolidation', 10, 101, [split(0.1)], false],
  ])('%s: %d to %d', (_, before, opened, actions, unexplained) => {
    expect(isUnexplained({ before, opened }, actions)).toBe(unexplained);
  });
});

describe('a split or bonus that the open says did not happen', () => {
  test.each([
    ['the price went on as before', 5720, 5715, [split(2)], 0, true],
    ['it followed', 5720, 2870, [split(2)], 0, false],
    ['it followed neither: a doubt, and no verdict', 5720, 4000, [split(2)], 0, false],
    ['a small ratio that the day’s trading may hide', 100, 97, [split(1.05)], 0, false],
    ['a consolidation that did not happen', 10, 10.2, [split(0.1)], 0, true],
    ['with a dividend that was paid', 100, 72, [split(2), dividend(28)], 0, true],
    ['the bonus of a split and a bonus, where the split alone happened', 100, 50, [split(2), split(3)], 1, true],
    ['the split of the two', 100, 50, [split(2), split(3)], 0, false],
  ])('%s: %d to %d', (_, before, opened, actions, at, contradicted) => {
    expect(isContradicted({ before, opened }, actions, actions[at]!)).toBe(contradicted);
  });
});

const DATA = '../shared/data/nse-eod';
describe.skipIf(!existsSync(DATA))('all real steps', { meta: { needs: DATA } }, () => {
  test('every split and bonus of 57 days is one, and hardly anything else is', async () => {
    const last = new Map<string, number>();
    const found: string[] = [];
    for (const name of (await readdir(join(DATA, 'bhavcopy'))).toSorted()) {
      const { day, rows } = readBhavcopy(await readFile(join(DATA, 'bhavcopy', name), 'utf8'));
      for (const { symbol, series, open, close } of rows) {
        if (series !== 'EQ') continue;
        const before = last.get(symbol);
        if (before !== undefined && isUnexplained({ before, opened: open }, [])) found.push(`${symbol},${day}`);
        last.set(symbol, close);
      }
    }
    const [, ...listed] = (await readFile(join(DATA, 'price-steps.csv'), 'utf8')).trim().split('\n');
    const known = listed.map((line) => line.split(',').slice(0, 2).join(','));
    expect(known.filter((step) => !found.includes(step))).toEqual([]);
    // Three came back after weeks without a trade, or opened after the day that is not on file; one is a fund.
    expect(found.filter((step) => !known.includes(step)).toSorted()).toEqual([
      'ABANSENT,2026-04-29',
      'MANUFGBEES,2026-04-01',
      'SIGMAADV,2026-05-25',
      'TARMAT,2026-05-19',
    ]);
  });
});
