import { expect, test } from '@playwright/test';
import { runExperiment } from '../support/experiment.ts';
import { missingServices } from '../support/faults/nodes.ts';
import { TEMPLATE } from '../support/stack.ts';

// What it says of the product's speed is not looked at: `npm run bench` on a quiet machine is for that.
test('every group of the bench still measures something', async () => {
  const missing = await missingServices();
  if (missing && process.env.CI === 'true') throw new Error(`CI needs ${missing}.`);
  test.setTimeout(600_000);
  const { code, printed } = await runExperiment('bench', '--short', '--keep', '--template', TEMPLATE);
  expect(code, printed).toBe(0);
  const groups = Number(/ 0 of (\d+) groups not measured/.exec(printed)?.[1]);
  expect(groups, printed).toBeGreaterThan(15);
});
