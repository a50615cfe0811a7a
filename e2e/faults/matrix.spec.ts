import { expect, test } from '@playwright/test';
import { runExperiment } from '../support/experiment.ts';

/** A few cells of `npm run lab -- matrix`, which plays all of them: two of its quick ones, and what once left a portal dead. */
const CELLS = [
  'boot.js, 503 once, with worker',
  'frame panel, 503 once, warm',
  'boot.js, HTML, first visit',
  'boot.js, poisoned cache, with worker',
  'frame panel, 503 for ever, open tab',
];

test('where files of the page go wrong, it speaks within ten seconds, comes back, and what was typed stands', async () => {
  test.setTimeout(600_000);
  const log = test.info().outputPath('matrix.jsonl');
  const { code, printed } = await runExperiment('matrix', '--no-fresh', '--at-once', '1', '--only', `^(${CELLS.join('|')})$`, '--log', log);
  expect(code, printed).toBe(0);
  expect(printed).toContain(`\n${CELLS.length} of `);
  for (const cell of CELLS) expect(printed).toContain(`  ${cell}\n`);
});
