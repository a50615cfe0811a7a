import { describe, expect, test } from 'vitest';
import { aCall } from '../../../contract/calls/call.testing.ts';
import { shareStand } from '../equity/entry/share-stand.ts';
import { optionStand } from '../options/lot/option-stand.ts';
import { type Entering, entryStand } from './entry-stand.ts';

const fresh: Entering = { passed: false, reduces: false, lastDay: false, toStop: 0 };

test.each([
  ['a call near its entry', fresh, 'open'],
  ['half of the way to its stop', { ...fresh, toStop: 0.5 }, 'open'],
  ['more than half of it', { ...fresh, toStop: 0.51 }, 'close'],
  ['on the side of its target', { ...fresh, toStop: -0.2 }, 'open'],
  ['one that waits', { ...fresh, toStop: null }, 'open'],
  ['its last day', { ...fresh, lastDay: true }, 'late'],
  ['its last day, near its stop', { ...fresh, lastDay: true, toStop: 0.9 }, 'late'],
  ['a Sell', { ...fresh, reduces: true, toStop: 0.9 }, 'holders'],
  ['a Sell whose trade is gone', { ...fresh, reduces: true, passed: true }, 'passed'],
] as const)('%s', (_, asked, stand) => expect(entryStand(asked)).toBe(stand));

describe('a call on shares bought at 3,000, stop-loss 2,925, target 3,150', () => {
  test.each([
    ['above its entry', {}, 3010, 'open'],
    ['half of the way down', {}, 2962.5, 'open'],
    ['beyond half of it', {}, 2962, 'close'],
    ['by what a follower paid', { entered: 2980 }, 2955, 'open'],
    ['at its stop', {}, 2925, 'passed'],
    ['before its entry', { status: 'awaiting_entry', entered: null }, 2930, 'open'],
    ['without a price', {}, 0, 'open'],
    ['a Sell', { call_type: 'Sell', target_price: 2850, stop_loss: 3075 }, 3010, 'holders'],
  ] as const)('%s', (_, change, price, stand) => expect(shareStand({ ...aCall(), entered: 3000, ...change }, price)).toBe(stand));
});

describe('an option call of ₹ 0 at its entry, target 10,000, stop-loss −10,000', () => {
  const call = { status: 'active', entered: 0, target: 10_000, stop: -10_000 } as const;
  test.each([
    ['a third of the risk gone', call, -3200, false, 'open'],
    ['a third of the risk gone on its last day', call, -3200, true, 'late'],
    ['more than half of it', call, -5100, false, 'close'],
    ['a quarter of the way won', call, 2600, false, 'passed'],
    ['before its entry', { ...call, status: 'awaiting_entry', entered: null }, -9000, false, 'open'],
    ['on the premium received, which is counted below zero', { ...call, entered: -200, target: -100, stop: -300 }, -260, false, 'close'],
  ] as const)('%s', (_, asked, value, lastDay, stand) => expect(optionStand(asked, value, lastDay)).toBe(stand));
});
