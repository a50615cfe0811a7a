import type { Alert } from '@vimarsh/shared/contract/alerts/types.ts';
import { expect, test } from 'vitest';
import { rowAlert } from './row-alert.ts';

const anAlert = (condition: Alert['condition'], change: Partial<Alert> = {}): Alert => ({
  ...{ id: 'a', condition, expert: null, points: false, level_now: null, repeats: false, state: 'on', not_in_plan: false, coming_back: false },
  ...{ created_at: '2026-11-20T05:00:00.000Z', fired_at: null, fires: 0, held: false },
  ...change,
});
const priceOf = (symbol: string, value: number): Alert['condition'] => ({ kind: 'price', symbol, side: 'above', value });
const row = { symbol: 'NIFTY', contract: { type: 'CE' as const, strike: 26_200, expiry: '2026-11-24' } };

test.each<[string, Alert[], ReturnType<typeof rowAlert>]>([
  ['none', [], null],
  ['of another stock', [anAlert(priceOf('INFY', 10))], null],
  ['of an expert', [anAlert({ kind: 'call_expert', user_id: 'exp_01' })], null],
  ['done or over', [anAlert(priceOf('NIFTY', 10), { state: 'done' }), anAlert(priceOf('NIFTY', 11), { state: 'ended' })], null],
  ['paused', [anAlert(priceOf('NIFTY', 26_100), { state: 'paused', points: true })], { words: 'Paused alert: 26,100.00 or above', on: false }],
  [
    'one that waits stands before a newer one that is paused',
    [anAlert(priceOf('NIFTY', 1), { state: 'paused' }), anAlert(priceOf('NIFTY', 26_100), { points: true })],
    { words: 'Alert: 26,100.00 or above and 1 more', on: true },
  ],
  ['a level on the shares of now', [anAlert(priceOf('NIFTY', 3000), { level_now: 1500 })], { words: 'Alert: ₹1,500.00 or above', on: true }],
  [
    'one that waits for the explanation of a step',
    [anAlert(priceOf('NIFTY', 10), { not_judgeable: { cause: 'price_step', day: '2026-05-06', before: 800, opened: 400 } })],
    { words: 'Alert: ₹10.00 or above, waits since its price stepped on 6 May 2026', on: true },
  ],
  [
    'of this contract, and not of another',
    [26_000, 26_200].map((strike) => anAlert({ kind: 'oi', symbol: 'NIFTY', side: 'above', value: 10, contract: { ...row.contract, strike } })),
    { words: 'Alert: Open interest of 26,200 CE of 24 Nov 2026 up 10.00% or more since the previous close', on: true },
  ],
])('the alerts of a row: %s', (_, alerts, told) => expect(rowAlert(alerts, row)).toEqual(told));
