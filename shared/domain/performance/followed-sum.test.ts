import { expect, test } from 'vitest';
import { addResults, averageOf, roundedSum } from './followed-sum.ts';

const NONE = { gained: 0, lost: 0, sum: 0 };

test.each<[string, (number | null)[][], { gained: number; lost: number; sum: number }]>([
  ['nobody', [], NONE],
  ['experts without a call', [[], []], NONE],
  ['calls without a result count nowhere', [[null, null]], NONE],
  ['a gain and a loss', [[2.5, -1.25]], { gained: 1, lost: 1, sum: 1.25 }],
  ['breaking even is no gain', [[0]], { gained: 0, lost: 1, sum: 0 }],
  ['what four decimals show as nothing is no gain', [[0.00004]], { gained: 0, lost: 1, sum: 0 }],
  ['rounded once: three results of 0.004 are 0.01 and not 0.00', [[0.004], [0.004], [0.004]], { gained: 3, lost: 0, sum: 0.01 }],
  ['no minus before nothing', [[-0.001]], { gained: 0, lost: 1, sum: 0 }],
  [
    'over several experts',
    [
      [1, null],
      [-3, 2],
    ],
    { gained: 2, lost: 1, sum: 0 },
  ],
])('the sum of %s', (_name, experts, expected) => {
  expect(roundedSum(experts.map((results) => addResults(results)))).toEqual(expected);
});

test.each([
  ['no call', [], null],
  ['calls without a result', [null, null], null],
  ['a gain, a loss and a call without a result', [4, -1, null], 1.5],
  ['results rounded once', [0.004, 0.004, 0.007], 0.01],
  ['no minus before nothing', [-0.001, -0.001], 0],
] as const)('the mean of %s', (_name, results, expected) => {
  expect(averageOf(addResults(results))).toBe(expected);
});
