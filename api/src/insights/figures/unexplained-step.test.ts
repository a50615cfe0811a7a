import { tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { type LineOfList, marketOfRows, type RowOfDay } from '../../market/files/rows-market.testing.ts';
import type { OptionMarket } from '../../market/index.ts';
import { EVERYBODY } from '../audience.ts';
import { EquityService } from './equity.service.ts';
import { SentimentService } from './sentiment.service.ts';

const DAYS = tradingDays('2024-06-03', '2026-05-29');
const STEP = '2026-05-05';
const AT = new Date('2026-05-29T12:00:00Z');
const SINCE = DAYS.filter((day) => day >= STEP).length;

/** A quiet share around ₹1,000, each price times `factor` from the step on. */
const rowsOf = (factor: number): RowOfDay[] =>
  DAYS.map((day, at) => {
    const c = (1000 + 30 * Math.sin(at / 9)) * (day >= STEP ? factor : 1);
    return { day, o: c * 0.999, h: c * 1.01, l: c * 0.99, c };
  });

const DEMERGER: LineOfList = { symbol: 'TITAN', day: STEP, purpose: 'Demerger' };

async function insightOf(symbol: string, factor: number, more: Omit<Parameters<typeof marketOfRows>[0], 'rows'> = {}) {
  const { market } = await marketOfRows({ rows: { [symbol]: rowsOf(factor), ITC: rowsOf(1) }, ...more }, AT);
  const sentiment = new SentimentService(market, { openCallsOf: async () => [], openCallsByStock: async () => new Map() }, { of: async () => [] } as never);
  const options = { expiries: async () => [] } as unknown as OptionMarket;
  const equity = await new EquityService({ market: Object.assign(market, { options }), sentiment }).of(symbol, EVERYBODY);
  return { market, equity, mood: (await sentiment.of(symbol, EVERYBODY))!, year: await sentiment.year(symbol) };
}

test.each([
  ['TITAN', 0.6, 'a demerger whose terms no list has', [DEMERGER]],
  ['LT', 0.5, 'a step without any action on file', []],
])('figures of %s ×%s begin after %s, and the answers say so', async (symbol, factor, _, lines) => {
  const { market, equity, mood, year } = await insightOf(symbol, factor, { lines });
  expect(market.doubts(symbol, STEP, new Date('2026-05-01'))).toMatchObject([{ cause: 'price_step', day: STEP }]);
  expect(equity).toMatchObject({ sessions: SINCE, series_from: STEP, range52: null });
  const reading = (key: string) => equity.readings.find((one) => one.key === key);
  expect(reading('rsi')).toMatchObject({ value: null, note: `not enough data: ${SINCE} of 109 sessions` });
  // The remaining steps look at no earlier day.
  const sma10 = equity.rating.votes.find(({ key }) => key === 'sma10')!.value!;
  expect(Math.abs(sma10 / (1000 * factor) - 1)).toBeLessThan(0.05);
  expect(equity.rating.votes.filter(({ key, value }) => /sma(20|30|50|100|200)|ema/.test(key) && value !== null)).toEqual([]);
  expect(equity.rating.summary).toMatchObject({ rating: null });
  expect(equity.signals).toEqual([]);
  expect(equity.risk.find(({ key }) => key === 'volatility')).toMatchObject({ value: null });
  expect(mood.score).toBeNull();
  expect(mood.note).toBe('Prices count from an unexplained step on: 5 May 2026 · Not enough price history for a score.');
  expect(year!.range).toBeNull();
});

test('the exchange’s adjustment, once it is on file, joins the series again', async () => {
  const adjustments = [{ symbol: 'TITAN', day: STEP, subtract: 0, multiply: 0.6, source: 'made up' }];
  const { equity, mood, year } = await insightOf('TITAN', 0.6, { lines: [DEMERGER], adjustments });
  expect(equity).toMatchObject({ sessions: DAYS.length });
  expect(equity.series_from).toBeUndefined();
  expect(equity.range52!.high).toBeLessThan(650);
  expect([mood.score === null, year!.range === null]).toEqual([false, false]);
});

test('a day before the step is measured by the days before it', async () => {
  const { market } = await insightOf('LT', 0.5);
  const days = async (on: string) => (await market.adjusted('LT', '2026-04-29', '2026-05-07', on)).map(({ day }) => day);
  expect(await days('2026-05-04')).toEqual(['2026-04-29', '2026-04-30', '2026-05-04']);
  expect(await days('2026-05-29')).toEqual(['2026-05-05', '2026-05-06', '2026-05-07']);
});

test('a share that stopped trading says when it last did, and prices of then rate nothing of today', async () => {
  const until = '2025-08-19';
  const rows = { WIPRO: rowsOf(1).filter(({ day }) => day <= until) };
  const { market } = await marketOfRows({ rows: { ...rows, ITC: rowsOf(1) } }, AT);
  const sentiment = new SentimentService(market, { openCallsOf: async () => [], openCallsByStock: async () => new Map() }, { of: async () => [] } as never);
  const options = { expiries: async () => [] } as unknown as OptionMarket;
  const equity = await new EquityService({ market: Object.assign(market, { options }), sentiment }).of('WIPRO', EVERYBODY);
  const note = 'Not traded in this session · last traded: 19 Aug 2025';
  expect(equity).toMatchObject({ last_traded: until, sentiment: { score: null, zone: null, note }, rating: { summary: { rating: null, note } } });
  expect(equity.signals).toEqual([]);
});
