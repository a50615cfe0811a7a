import { expect, test } from 'vitest';
import { CHART_PALETTE } from './chart-palette.ts';

test('the palette has about 300 hex colours (S9-LOOK-06)', () => {
  expect(CHART_PALETTE.length).toBe(300);
  for (const colour of CHART_PALETTE) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
});

test('the first colours of a chart differ from each other', () => {
  expect(new Set(CHART_PALETTE.slice(0, 100)).size).toBe(100);
});
