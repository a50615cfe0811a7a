import { expect, test } from 'vitest';
import { labelTops } from './chart-levels.tsx';

test('labels are level with their lines where there is room', () => expect(labelTops([50, 150], 300)).toEqual([36, 136]));

test('labels of close lines don’t overlap and stay inside', () => {
  const tops = labelTops([100, 102, 104, 298], 300);
  const sorted = [...tops].sort((a, b) => a - b);
  for (let at = 1; at < sorted.length; at += 1) expect(sorted[at]! - sorted[at - 1]!).toBeGreaterThanOrEqual(30);
  expect(Math.max(...tops)).toBeLessThanOrEqual(272);
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(0);
});
