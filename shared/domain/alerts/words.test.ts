import { expect, test } from 'vitest';
import type { AlertCondition } from '../../contract/alerts/types.ts';
import { alertWords, figureWords } from './words.ts';

const contract = { type: 'CE', strike: 25000, expiry: '2026-11-24' } as const;

test.each<[AlertCondition, boolean, string]>([
  [{ kind: 'price', symbol: 'TCS', side: 'above', value: 3500 }, false, 'TCS: ₹3,500.00 or above'],
  [{ kind: 'price', symbol: 'NIFTY', side: 'below', value: 25000 }, true, 'NIFTY: 25,000.00 or below'],
  [{ kind: 'percent', symbol: 'TCS', side: 'above', value: 3 }, false, 'TCS: Price up 3.00% or more since the previous close'],
  [{ kind: 'percent', symbol: 'TCS', side: 'below', value: 2.5 }, false, 'TCS: Price down 2.50% or more since the previous close'],
  [{ kind: 'rsi', symbol: 'TCS', side: 'below', value: 30 }, false, 'TCS: RSI 30 or below'],
  [
    { kind: 'oi', symbol: 'NIFTY', side: 'above', value: 20, contract: null },
    true,
    'NIFTY: Open interest of the nearest expiry up 20.00% or more since the previous close',
  ],
  [
    { kind: 'oi', symbol: 'NIFTY', side: 'below', value: 20, contract },
    true,
    'NIFTY: Open interest of 25,000 CE of 24 Nov 2026 down 20.00% or more since the previous close',
  ],
  [{ kind: 'call_stock', symbol: 'TCS' }, false, 'TCS: New call on it'],
  [{ kind: 'call_expert', user_id: 'exp_01' }, false, 'Meera Joshi: New call'],
])('%j reads as one would say it', (condition, points, said) => {
  const { about, waits } = alertWords(condition, { points, expert: condition.kind === 'call_expert' ? 'Meera Joshi' : '' });
  expect(`${about}: ${waits}`).toBe(said);
});

test.each<[AlertCondition, number, boolean, string]>([
  [{ kind: 'price', symbol: 'TCS', side: 'above', value: 3500 }, 3501.5, false, '₹3,501.50'],
  [{ kind: 'price', symbol: 'NIFTY', side: 'above', value: 3500 }, 3501.5, true, '3,501.50'],
  [{ kind: 'percent', symbol: 'TCS', side: 'below', value: 3 }, -3.123, false, '−3.12%'],
  [{ kind: 'oi', symbol: 'TCS', side: 'above', value: 3, contract: null }, 3.1, false, '+3.10%'],
  [{ kind: 'rsi', symbol: 'TCS', side: 'above', value: 70 }, 70.04, false, 'RSI 70.0'],
])('%j fired at %d: %3$s', (condition, figure, points, said) => expect(figureWords(condition, figure, points)).toBe(said));
