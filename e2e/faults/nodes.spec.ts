import { expect, test } from '@playwright/test';
import { eachFaultOnce } from '../support/faults/fault-schedule.ts';
import { runFaults } from '../support/faults/faults-run.ts';
import { missingServices } from '../support/faults/nodes.ts';
import { TEMPLATE } from '../support/stack.ts';

// Each kind of fault of `npm run lab -- faults` once.
test('two nodes under load lose nothing and are back at once while PostgreSQL, Redis, mail and their own processes fail in turn', async () => {
  const missing = await missingServices();
  if (missing && process.env.CI === 'true') throw new Error(`CI needs ${missing}.`);
  test.skip(missing !== '', `needs ${missing}`);
  test.setTimeout(600_000);
  const { wrong, faults, acknowledged, reads } = await runFaults({
    seconds: 300,
    seed: 3,
    schedule: eachFaultOnce,
    template: TEMPLATE,
    say: (line) => console.log(line),
  });
  expect(wrong).toEqual([]);
  // There was something to break and something to lose.
  expect(faults).toBe([...eachFaultOnce(Math.random)].length);
  expect(acknowledged).toBeGreaterThan(20);
  expect(reads).toBeGreaterThan(50);
});
