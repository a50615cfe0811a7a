import { tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { marketOfRows } from '../market/files/rows-market.testing.ts';
import type { OptionMarket } from '../market/index.ts';
import { AlertFigures } from './figures.ts';

const DAYS = tradingDays('2025-06-02', '2026-05-05');
const STEP = '2026-05-05';

const figuresAfter = async (factor: number, adjustments: Parameters<typeof marketOfRows>[0]['adjustments'] = []) => {
  const rows = DAYS.map((day, at) => {
    const c = (1000 + 30 * Math.sin(at)) * (day === STEP ? factor : 1);
    return { day, o: c, h: c, l: c, c };
  });
  const { market } = await marketOfRows({ rows: { TITAN: rows }, adjustments }, new Date(`${STEP}T12:00:00Z`));
  return { figures: new AlertFigures(Object.assign(market, { options: {} as OptionMarket })), last: rows.at(-1)!.c };
};

test('of a day on which nobody knows why the price stepped, no alert is told a move or an RSI', async () => {
  const { figures, last } = await figuresAfter(0.6);
  expect([await figures.percent('TITAN', STEP, last), await figures.rsi('TITAN', STEP, last)]).toEqual([null, null]);
});

test('once its terms are on file, both are those of the one series', async () => {
  const { figures, last } = await figuresAfter(0.6, [{ symbol: 'TITAN', day: STEP, subtract: 0, multiply: 0.6, source: 'made up' }]);
  expect(Math.abs((await figures.percent('TITAN', STEP, last))!)).toBeLessThan(6);
  expect(await figures.rsi('TITAN', STEP, last)).toBeGreaterThan(20);
});
