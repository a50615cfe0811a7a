import { expect, test } from 'vitest';
import { isEndDue } from './plan-end.ts';

const ENDS = new Date('2026-12-20T06:00:00Z');

test.each([
  ['four days before', '2026-12-16T06:00:00Z', null, false],
  ['a moment before the third day', '2026-12-17T05:59:59Z', null, false],
  ['three days before', '2026-12-17T06:00:00Z', null, true],
  ['once told, not again the same day', '2026-12-17T07:00:00Z', '2026-12-17T06:00:00Z', false],
  ['two days before, where it was told a day ago', '2026-12-18T06:00:00Z', '2026-12-17T06:00:00Z', false],
  ['one day before, where it was told three days before', '2026-12-19T06:00:00Z', '2026-12-17T06:00:00Z', true],
  ['once told a day before', '2026-12-19T07:00:00Z', '2026-12-19T06:00:00Z', false],
  ['after two days without a run: once', '2026-12-19T09:00:00Z', null, true],
  ['told for an end that was sooner, as a pause moved it', '2026-12-17T06:00:00Z', '2026-12-16T06:00:00Z', true],
  ['at its end', '2026-12-20T06:00:00Z', null, false],
  ['after it', '2026-12-21T06:00:00Z', '2026-12-17T06:00:00Z', false],
] as const)('the end of a plan is told three days and one day before: %s', (_when, now, told_at, is) => {
  expect(isEndDue(ENDS, told_at && new Date(told_at), new Date(now))).toBe(is);
});
