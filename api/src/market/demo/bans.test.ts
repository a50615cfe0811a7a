import { tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import { isBanned } from './bans.ts';
import { EPOCH_DAY, FIRST_DAY } from './exchange.ts';

const SEED = 20_261_120;
const on = (day: string, seed = SEED): string[] => STOCKS.filter(({ symbol }) => isBanned(seed, symbol, day)).map(({ symbol }) => symbol);

test('the fictional exchange bans a stock now and then, by its seed and the date alone', () => {
  expect(['2026-12-04', '2026-12-07', '2026-12-08', '2026-12-09'].map((day) => on(day))).toEqual([[], ['RELIANCE'], ['RELIANCE'], []]);
  expect(on('2026-12-07', 7)).not.toEqual(on('2026-12-07'));
  const days = tradingDays('2026-11-20', '2027-11-19');
  const banned = days.map((day) => on(day).length);
  const mean = banned.reduce((sum, count) => sum + count, 0) / days.length;
  expect(mean).toBeGreaterThan(0.4);
  expect(mean).toBeLessThan(1.5);
  expect(banned).toContain(0);
});

test('never in an index, in a stock without contracts, or in the history whose roots are signed', () => {
  const days = tradingDays('2026-11-20', '2027-11-19');
  const never = [...INDICES.map(({ symbol }) => symbol), ...STOCKS.filter(({ lot }) => lot === null).map(({ symbol }) => symbol)];
  expect(never.filter((symbol) => days.some((day) => isBanned(SEED, symbol, day)))).toEqual([]);
  expect(tradingDays(FIRST_DAY, EPOCH_DAY).filter((day) => on(day).length > 0)).toEqual([]);
});
