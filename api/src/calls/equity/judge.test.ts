import { applyEvent } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { expect, test } from 'vitest';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { judge } from './judge.ts';

const FROM = new Date('2026-11-20T04:00:00Z');
const TO = new Date('2026-11-20T09:00:00Z');
const STOCKS = ['INFY', 'TCS', 'RELIANCE', 'HDFCBANK'];

test('hours of prices are judged in pieces, and others have their turns between them', async () => {
  // The simulated market needs nothing of a platform but its seed.
  const { market } = await stageMarket({ config: { SEED: 20_261_120, MARKET_FEED: 'simulated' } } as Parameters<typeof stageMarket>[0], TO);
  const calls = STOCKS.flatMap((stock) =>
    Array.from({ length: 100 }, (_, at) => {
      // Levels that no price of a day reaches: each is judged to the end.
      const levels = { call_type: 'Buy', term: 'shortTerm', entry_mode: 'limit', entry_low: 1, entry_high: 1, target: 2, stop_loss: 0.5 };
      const payload = { ...levels, entry_until: '2026-11-27T10:00:00Z', expires_at: '2026-12-04T10:00:00Z' };
      return { stock, expert_id: 'exp_01', state: applyEvent(null, { call_id: `${stock} ${at}`, type: 'publish', ts: FROM.toISOString(), payload }) };
    }),
  );
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  const { events } = await judge(calls, market, FROM, TO);
  clearInterval(other);
  expect(events).toEqual([]);
  expect(turns).toBeGreaterThan(3);
});
