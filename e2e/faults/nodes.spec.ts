import { expect, test } from '@playwright/test';
import { runFaults } from '../support/faults-run.ts';
import { missingServices } from '../support/nodes.ts';

// A short part of `npm run faults`, which goes on as long as it is told to.
test('two nodes under load lose nothing and are back at once while PostgreSQL, Redis and mail fail in turn', async () => {
  const missing = await missingServices();
  if (missing && process.env.CI === 'true') throw new Error(`CI needs ${missing}.`);
  test.skip(missing !== '', `needs ${missing}`);
  test.setTimeout(600_000);
  const { wrong, faults, acknowledged, reads } = await runFaults({ seconds: 25, seed: 3, say: (line) => console.log(line) });
  expect(wrong).toEqual([]);
  // There was something to break and something to lose.
  expect(faults).toBeGreaterThan(1);
  expect(acknowledged).toBeGreaterThan(20);
  expect(reads).toBeGreaterThan(50);
});
