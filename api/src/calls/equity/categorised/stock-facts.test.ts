import { addDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import type { CorporateAction, DayBar } from '../../../market/index.ts';
import { CategoryFacts } from './stock-facts.ts';

const TODAY = '2026-11-20';
const dayBefore = (sessions: number): string => addDays(TODAY, -sessions);

/** 60 sessions up to the one before, each ₹1 above the one before, on today's share count; before a bonus they traded at the double. */
function traded(bonus: string | null): DayBar[] {
  return Array.from({ length: 60 }, (_, at) => {
    const day = dayBefore(60 - at);
    const [c, v] = bonus && day < bonus ? [2 * (100 + at), 50_000] : [100 + at, 100_000];
    return { day, o: c, h: c, l: c, c, v, prev_close: c };
  });
}
/** As the market gives them: half the price before a bonus that has been. */
const onDay = (bars: readonly DayBar[], actions: readonly CorporateAction[], on: string): DayBar[] =>
  bars.map((bar) => (actions.some(({ day }) => bar.day < day && day <= on) ? { ...bar, c: bar.c / 2, v: bar.v * 2 } : bar));
const facts = (bars: readonly DayBar[], actions: readonly CorporateAction[]) =>
  new CategoryFacts({ dayBars: async () => [...bars], adjusted: async (_symbol, _from, _to, on) => onDay(bars, actions, on) }).of('WIPRO', TODAY);

test.each([
  ['ten sessions ago', dayBefore(10)],
  ['this morning', TODAY],
])('a bonus %s leaves trend and traded value what they are without one', async (_, day) => {
  const plain = await facts(traded(null), []);
  expect(plain.trend).toBe(1);
  expect(await facts(traded(day), [{ symbol: 'WIPRO', day, type: 'bonus', ratio: 2 }])).toEqual(plain);
});

test('one that is announced for a later day changes nothing yet', async () => {
  expect(await facts(traded(null), [{ symbol: 'WIPRO', day: addDays(TODAY, 5), type: 'bonus', ratio: 2 }])).toEqual(await facts(traded(null), []));
});

test('of fewer than fifty sessions there is no trend, and of fewer than twenty no usual value', async () => {
  expect((await facts(traded(null).slice(-49), [])).trend).toBeNull();
  expect(await facts(traded(null).slice(-19), [])).toEqual({ turnover_cr: null, trend: null });
});
