import { expect, test } from 'vitest';
import { agreementOf, spreadOf } from './consensus.ts';

const call = (expert_id: string, call_type: 'Buy' | 'Sell' | 'Hold', target: number, day = 10) => ({
  expert_id,
  call_type,
  target,
  published_at: `2026-11-${day}T05:00:00.000Z`,
});
const none = { agreement: null, targets: null };

test.each([
  ['nobody', [], none],
  // One target is a call and no range, and one voice agrees with nobody.
  ['one expert', [call('a', 'Buy', 110)], none],
  ['one expert with two calls', [call('a', 'Buy', 110), call('a', 'Sell', 90, 11)], none],
  // Mean 110; deviations 10 and 10, so 10 of 110 = 9.0909 %.
  [
    'two that agree',
    [call('a', 'Buy', 100), call('b', 'Buy', 120)],
    { agreement: 1, targets: { n: 2, mean: 110, median: 110, low: 100, high: 120, dispersion: 9.09 } },
  ],
  [
    'two that do not',
    [call('a', 'Buy', 120), call('b', 'Sell', 80)],
    { agreement: 0, targets: { n: 2, mean: 100, median: 100, low: 80, high: 120, dispersion: 20 } },
  ],
  // (3 − 1) / 4. Mean 520 / 4 = 130, median (110 + 120) / 2; squares 400, 100, 4900, 1600: a fourth is 1750, its root 41.833, of 130 = 32.18 %.
  [
    'three to one',
    [call('a', 'Buy', 110), call('b', 'Buy', 120), call('c', 'Buy', 200), call('d', 'Sell', 90)],
    { agreement: 0.5, targets: { n: 4, mean: 130, median: 115, low: 90, high: 200, dispersion: 32.18 } },
  ],
  // 2 of 3: the Hold has a voice without a side, and its band is no target.
  [
    'a Hold beside two',
    [call('a', 'Buy', 100), call('b', 'Buy', 120), call('c', 'Hold', 5000)],
    { agreement: 0.6667, targets: { n: 2, mean: 110, median: 110, low: 100, high: 120, dispersion: 9.09 } },
  ],
  ['a Buy and a Hold', [call('a', 'Buy', 100), call('b', 'Hold', 102)], { agreement: 0.5, targets: null }],
  // The older Buy of b, listed last, is not what b says now.
  [
    'an expert who changed their mind',
    [call('a', 'Buy', 120), call('b', 'Sell', 80, 12), call('b', 'Buy', 500, 11)],
    { agreement: 0, targets: { n: 2, mean: 100, median: 100, low: 80, high: 120, dispersion: 20 } },
  ],
])('%s', (_, calls, spread) => expect(spreadOf(calls)).toEqual(spread));

test('agreement takes instants as rows have them', () => {
  expect(
    agreementOf([call('a', 'Buy', 1), call('b', 'Buy', 1), call('c', 'Sell', 1)].map((one) => ({ ...one, published_at: new Date(one.published_at) }))),
  ).toBeCloseTo(1 / 3, 9);
});
