import { expect, test } from '@playwright/test';
import { missingServices } from '../support/faults/nodes.ts';
import { runRolling } from '../support/faults/rolling-run.ts';

// A short part of `npm run lab -- rolling`, which asks ten thousand requests.
test('a deploy of two nodes behind a balancer fails no request, loses nothing and drops no socket', async () => {
  const missing = await missingServices();
  if (missing && process.env.CI === 'true') throw new Error(`CI needs ${missing}.`);
  test.skip(missing !== '', `needs ${missing}`);
  test.setTimeout(600_000);
  const { wrong, requests, acknowledged, longestAway } = await runRolling({ requests: 500, sockets: 60, seed: 5, say: (line) => console.log(line) });
  expect(wrong).toEqual([]);
  // There was something to fail, to lose and to drop.
  expect(requests).toBeGreaterThan(499);
  expect(acknowledged).toBeGreaterThan(20);
  expect(longestAway).toBeGreaterThan(0);
});
