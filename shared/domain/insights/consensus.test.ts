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
  // Nobody says 100, the middle between them.
  ['two that do not', [call('a', 'Buy', 120), call('b', 'Sell', 80)], { agreement: 0, targets: null }],
  // (3 − 1) / 4.
  ['three to one', [call('a', 'Buy', 110), call('b', 'Buy', 120), call('c', 'Buy', 200), call('d', 'Sell', 90)], { agreement: 0.5, targets: null }],
  // Mean 520 / 4 = 130, median (90 + 120) / 2; squares 2500, 1600, 100, 10000: a fourth is 3550, its root 59.582, of 130 = 45.83 %.
  [
    'four that sell',
    [call('a', 'Sell', 80), call('b', 'Sell', 90), call('c', 'Sell', 120), call('d', 'Sell', 230)],
    { agreement: 1, targets: { n: 4, mean: 130, median: 105, low: 80, high: 230, dispersion: 45.83 } },
  ],
  // 2 of 3: the Hold has a voice without a side, and its band is no target.
  [
    'a Hold beside two',
    [call('a', 'Buy', 100), call('b', 'Buy', 120), call('c', 'Hold', 5000)],
    { agreement: 0.6667, targets: { n: 2, mean: 110, median: 110, low: 100, high: 120, dispersion: 9.09 } },
  ],
  ['a Buy and a Hold', [call('a', 'Buy', 100), call('b', 'Hold', 102)], { agreement: 0.5, targets: null }],
  ['two that hold', [call('a', 'Hold', 100), call('b', 'Hold', 102)], { agreement: 1, targets: null }],
  ['two that hold beside a Sell', [call('a', 'Hold', 100), call('b', 'Hold', 102), call('c', 'Sell', 90)], { agreement: 0.6667, targets: null }],
  // The older Buy of b, listed last, is not what b says now.
  [
    'an expert who changed their mind',
    [call('a', 'Sell', 100), call('b', 'Sell', 80, 12), call('b', 'Buy', 500, 11)],
    { agreement: 1, targets: { n: 2, mean: 90, median: 90, low: 80, high: 100, dispersion: 11.11 } },
  ],
])('%s', (_, calls, spread) => expect(spreadOf(calls)).toEqual(spread));

test('agreement takes instants as rows have them', () => {
  expect(
    agreementOf([call('a', 'Buy', 1), call('b', 'Buy', 1), call('c', 'Sell', 1)].map((one) => ({ ...one, published_at: new Date(one.published_at) }))),
  ).toBeCloseTo(1 / 3, 9);
});
