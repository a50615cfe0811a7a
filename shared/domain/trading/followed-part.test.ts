import { expect, test } from 'vitest';
import { followedParts } from './followed-part.ts';

test('S2.1-ROUTE-19: a position says which call each part is from and what following it made, before and after charges', () => {
  const traded = [
    { call_id: 'c1', side: 'buy', quantity: 10, price: 100, charges: 1 },
    { call_id: null, side: 'buy', quantity: 5, price: 90, charges: 0.5 },
    { call_id: 'c1', side: 'sell', quantity: 4, price: 110, charges: 0.4 },
  ] as const;
  expect(followedParts(traded, 105)).toEqual([
    // Four sold ₹10 above, six held ₹5 above.
    { call_id: 'c1', quantity: 6, made_paise: 70_00, made_net_paise: 68_60 },
    { call_id: null, quantity: 5, made_paise: 75_00, made_net_paise: 74_50 },
  ]);
  expect(followedParts([{ call_id: 'c1', side: 'sell', quantity: 2, price: 100, charges: 0 }], 90)).toEqual([
    { call_id: 'c1', quantity: -2, made_paise: 20_00, made_net_paise: 20_00 },
  ]);
});

test('S2.1-ROUTE-19: an average with parts of a paisa is multiplied before it is rounded', () => {
  const [part] = followedParts([{ call_id: 'c1', side: 'buy', quantity: 9_889, price: 100.385079, charges: 0 }], 101);
  expect(part!.made_paise).toBe(Math.round(9_889 * 101 * 100) - Math.round(9_889 * 100.385079 * 100));
});
