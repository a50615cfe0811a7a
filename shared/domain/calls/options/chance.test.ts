import { expect, test } from 'vitest';
import { comparedOptions } from './driftless.testing.ts';

const PATHS = 6000;

test('as many structures end above zero on a price without direction as their publication states', () => {
  for (const { name, gained, reckoned } of comparedOptions(PATHS, 20261129)) {
    // Three deviations; `npm run lab -- driftless` walks 100,000 and allows 1 %.
    expect(Math.abs(gained - reckoned), name).toBeLessThan(3 * Math.sqrt((reckoned * (1 - reckoned)) / PATHS) + 0.002);
  }
});
