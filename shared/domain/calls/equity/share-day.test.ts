import { expect, test } from 'vitest';
import { shareDay } from './share-day.ts';

test.each([
  ['open and entered: as of today', { price: 100, ts: '2026-06-01T04:00:00.000Z' }, null, '2026-11-20'],
  ['ended: as of its end', { price: 100, ts: '2026-06-01T04:00:00.000Z' }, '2026-06-16T10:00:00.000Z', '2026-06-16'],
  ['never entered: as published', null, null, '2026-06-01'],
] as const)('the chart draws prices on the share count of the levels, %s', (_name, entry_fill, ended_at, expected) => {
  expect(shareDay({ published_at: '2026-06-01T03:00:00.000Z', entry_fill, ended_at }, '2026-11-20')).toBe(expected);
});
