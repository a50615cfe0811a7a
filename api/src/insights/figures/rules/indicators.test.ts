import { expect, test } from 'vitest';
import { bollinger, moneyFlow, rateOfChange } from './indicators.ts';
import { sampleBars } from './sample-bars.testing.ts';
import { VALUES } from './technical-rating.golden.testing.ts';

test('figures that do not vote agree to nine digits with those worked out over decimals', () => {
  const bars = sampleBars(2024, 260);
  const closes = bars.map((bar) => bar.c);
  const near = (got: number, wanted: number): void => expect(Math.abs(got - wanted)).toBeLessThan(1e-8 * Math.max(1, Math.abs(wanted)));
  near(moneyFlow(bars, 14)!, VALUES.mfi14);
  near(rateOfChange(closes, 12).at(-1)!, VALUES.roc12);
  near(bollinger(closes, 20, 2)!.upper, VALUES.bb_upper);
  near(bollinger(closes, 20, 2)!.lower, VALUES.bb_lower);
});
