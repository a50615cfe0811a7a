import { expect, test } from 'vitest';
import { partnerDisclaimer } from './partner-disclaimer.ts';

test('four points: guidance only, SEBI registered analysts, choose carefully, no responsibility', () => {
  const points = partnerDisclaimer('Agate Wealth');
  expect(points).toHaveLength(4);
  [/Agate Wealth.*guidance only/, /registered with SEBI/, /carefully/, /Agate Wealth takes no responsibility/].forEach((sense, at) => {
    expect(points[at]).toMatch(sense);
  });
});
