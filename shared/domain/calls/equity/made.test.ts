import { describe, expect, test } from 'vitest';
import { aCall } from '../../../contract/calls/call.testing.ts';
import { followerPaid, madeOf } from './made.ts';

const DONE = { ts: '2026-11-19T05:00:00.000Z', reason: '' };

describe('what a follower has made of a call since entry, after costs', () => {
  test.each([
    ['a Buy that rose', aCall(), 3075, 2.25],
    ['a Buy that fell', aCall(), 2950, -1.9167],
    ['a Buy at its entry has its costs against it', aCall(), 3000, -0.25],
    ['a Sell that fell', aCall({ call_type: 'Sell', target_price: 2850, stop_loss: 3075 }), 2910, 2.75],
    ['a Sell that rose', aCall({ call_type: 'Sell', target_price: 2850, stop_loss: 3075 }), 3090, -3.25],
    ['an intraday call has the costs of a day', aCall({ term: 'intraday' }), 3030, 0.92],
    ['a follower who paid more', aCall({ follower: { entry: 3010, exit: null } }), 3075, 1.9095],
    ['a call whose author may publish no more', aCall({ status: 'suspended_open' }), 3075, 2.25],
  ])('%s', (_, call, price, made) => {
    expect(madeOf(call, price)).toBeCloseTo(made, 4);
  });

  test.each([
    ['before the entry', aCall({ status: 'awaiting_entry', entry_fill: null })],
    ['for a Hold, which claims no return', aCall({ call_type: 'Hold' })],
    ['where it lapsed', aCall({ status: 'lapsed', entry_fill: null, ended_at: DONE.ts })],
    ['where no price on file says how it ended', aCall({ status: 'unjudged', ended_at: DONE.ts })],
    ['while prices can’t judge it', aCall({ not_judgeable: { cause: 'missing_day', day: '2026-11-19' } as never })],
  ])('nothing %s', (_, call) => {
    expect(madeOf(call, 3075)).toBeNull();
  });

  test('nothing without a price', () => {
    expect(madeOf(aCall(), null)).toBeNull();
    expect(madeOf(aCall(), 0)).toBeNull();
  });

  test.each(['Buy', 'Sell'] as const)('a %s that ends has what it had at that price, whatever the price does then', (call_type) => {
    const open = aCall({ call_type, follower: { entry: 3004.5, exit: null } });
    for (const price of [2790.05, 2925, 3000, 3004.5, 3011.15, 3150]) {
      const ended = aCall({ ...open, status: 'exited', exit: { price, ...DONE }, ended_at: DONE.ts });
      expect(madeOf(ended, 9999)).toBe(madeOf(open, price));
      expect(madeOf(ended, null)).toBe(madeOf(open, price));
    }
  });

  test('a follower’s own price of leaving stands for that of the call as soon as it is known', () => {
    const ended = aCall({ status: 'target_hit', exit: { price: 3150, ...DONE }, ended_at: DONE.ts, follower: { entry: 3010, exit: 3140 } });
    expect(madeOf(ended, null)).toBeCloseTo((100 * 130) / 3010 - 0.25, 9);
  });

  test('what a follower paid is the call’s own entry where theirs is not known', () => {
    expect(followerPaid(aCall())).toBe(3000);
    expect(followerPaid(aCall({ follower: { entry: 3010, exit: null } }))).toBe(3010);
    expect(followerPaid(aCall({ entry_fill: null, status: 'awaiting_entry' }))).toBeNull();
  });
});
