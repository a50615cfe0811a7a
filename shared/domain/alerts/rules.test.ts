import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertCondition, alertCondition, type LevelCondition } from '../../contract/alerts/types.ts';
import { alertKey, backAt, isLevel, isReached, levelOf, measureOf } from './rules.ts';

const price = (side: 'above' | 'below', value: number): LevelCondition => ({ kind: 'price', symbol: 'TCS', side, value });
const contract = { type: 'CE', strike: 25000, expiry: '2026-11-24' } as const;

test.each<[LevelCondition, number, boolean]>([
  [price('above', 3500), 3499.95, false],
  [price('above', 3500), 3500, true],
  [price('below', 3500), 3500.05, false],
  [price('below', 3500), 3500, true],
  [{ kind: 'percent', symbol: 'TCS', side: 'above', value: 3 }, 2.99, false],
  [{ kind: 'percent', symbol: 'TCS', side: 'above', value: 3 }, 3, true],
  [{ kind: 'percent', symbol: 'TCS', side: 'above', value: 3 }, -3, false],
  [{ kind: 'percent', symbol: 'TCS', side: 'below', value: 3 }, -2.99, false],
  [{ kind: 'percent', symbol: 'TCS', side: 'below', value: 3 }, -3, true],
  [{ kind: 'percent', symbol: 'TCS', side: 'below', value: 3 }, 3, false],
  [{ kind: 'rsi', symbol: 'TCS', side: 'below', value: 30 }, 30, true],
  [{ kind: 'rsi', symbol: 'TCS', side: 'below', value: 30 }, 30.1, false],
  [{ kind: 'oi', symbol: 'NIFTY', side: 'below', value: 20, contract }, -21, true],
  [{ kind: 'oi', symbol: 'NIFTY', side: 'above', value: 20, contract: null }, 19.9, false],
])('%j at %d is reached: %s', (condition, figure, reached) => expect(isReached(condition, figure)).toBe(reached));

test('on five shares for one, a price level is a fifth; the others are as they were', () => {
  expect([levelOf(price('above', 3500), 5), isReached(price('below', 3500), 710, 5), isReached(price('below', 3500), 700, 5)]).toEqual([700, false, true]);
  expect(levelOf({ kind: 'rsi', symbol: 'TCS', side: 'above', value: 70 }, 5)).toBe(70);
});

test.each<[LevelCondition, number]>([
  [price('above', 3500), 3482.5],
  [price('below', 3500), 3517.5],
  [{ kind: 'percent', symbol: 'TCS', side: 'above', value: 3 }, 2.5],
  [{ kind: 'percent', symbol: 'TCS', side: 'below', value: 3 }, -2.5],
  [{ kind: 'rsi', symbol: 'TCS', side: 'above', value: 70 }, 68],
  [{ kind: 'oi', symbol: 'NIFTY', side: 'above', value: 20, contract: null }, 18],
])('%j has come back at %d', (condition, at) => expect(backAt(condition)).toBeCloseTo(at, 8));

const levels = fc.oneof(
  fc.record({
    kind: fc.constant('price' as const),
    symbol: fc.constantFrom('TCS', 'INFY'),
    side: fc.constantFrom('above' as const, 'below' as const),
    value: fc.integer({ min: 1, max: 500 }),
  }),
  fc.record({
    kind: fc.constant('percent' as const),
    symbol: fc.constantFrom('TCS', 'INFY'),
    side: fc.constantFrom('above' as const, 'below' as const),
    value: fc.integer({ min: 1, max: 50 }),
  }),
);

test('what has come back is not reached, whatever the level', () => {
  fc.assert(
    fc.property(levels, (condition) => {
      expect(isReached(condition, backAt(condition))).toBe(false);
    }),
  );
});

test('equal conditions have equal keys, others have others', () => {
  const all: AlertCondition[] = [
    price('above', 3500),
    price('below', 3500),
    price('above', 3500.5),
    { ...price('above', 3500), symbol: 'INFY' },
    { kind: 'percent', symbol: 'TCS', side: 'above', value: 3.5 },
    { kind: 'rsi', symbol: 'TCS', side: 'above', value: 70 },
    { kind: 'oi', symbol: 'TCS', side: 'above', value: 20, contract: null },
    { kind: 'oi', symbol: 'TCS', side: 'above', value: 20, contract },
    { kind: 'oi', symbol: 'TCS', side: 'above', value: 20, contract: { ...contract, type: 'PE' } },
    { kind: 'call_stock', symbol: 'TCS' },
    { kind: 'call_expert', user_id: 'TCS' },
  ];
  expect(new Set(all.map(alertKey)).size).toBe(all.length);
  expect(alertKey({ value: 3500, side: 'above', symbol: 'TCS', kind: 'price' })).toBe(alertKey(price('above', 3500)));
  expect(all.filter(isLevel).map(measureOf)).toContain('oi TCS 2026-11-24 25000 CE');
});

test.each<[string, unknown, boolean]>([
  ['a price', price('above', 3500), true],
  ['no price', price('above', 0), false],
  ['three decimals', price('above', 1.005), false],
  ['not a symbol', { ...price('above', 1), symbol: 'tcs; drop' }, false],
  ['a side that is none', { ...price('above', 1), side: 'beside' }, false],
  ['a move of nothing', { kind: 'percent', symbol: 'TCS', side: 'above', value: 0 }, false],
  ['a move too far', { kind: 'percent', symbol: 'TCS', side: 'above', value: 51 }, false],
  ['an RSI between', { kind: 'rsi', symbol: 'TCS', side: 'above', value: 70.5 }, false],
  ['an RSI out of its scale', { kind: 'rsi', symbol: 'TCS', side: 'above', value: 100 }, false],
  ['open interest that falls to nothing', { kind: 'oi', symbol: 'TCS', side: 'below', value: 100, contract: null }, false],
  ['open interest that doubles', { kind: 'oi', symbol: 'TCS', side: 'above', value: 100, contract: null }, true],
  ['a contract without expiry', { kind: 'oi', symbol: 'TCS', side: 'above', value: 5, contract: { type: 'CE', strike: 1 } }, false],
  ['another kind', { kind: 'moon', symbol: 'TCS' }, false],
])('%s is taken: %3$s', (_name, given, taken) => expect(alertCondition.safeParse(given).success).toBe(taken));
