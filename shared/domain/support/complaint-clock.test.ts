import { expect, test } from 'vitest';
import { complaintClock } from './complaint-clock.ts';

const at = (opened: string) => ({ kind: 'complaint', opened_at: opened.length > 10 ? opened : `${opened}T10:00:00Z`, answered_at: null });

test.each([
  ['on its day', '2026-11-20', '2026-11-20T12:00:00Z', { due: '2026-12-11', left: 21 }],
  ['on the last day', '2026-11-20', '2026-12-11T12:00:00Z', { due: '2026-12-11', left: 0 }],
  ['a day late', '2026-11-20', '2026-12-12T12:00:00Z', { due: '2026-12-11', left: -1 }],
  ['over a leap day', '2028-02-20', '2028-02-29T12:00:00Z', { due: '2028-03-12', left: 12 }],
  ['written after midnight in India, while it is the day before elsewhere', '2026-11-19T19:00:00Z', '2026-11-20T12:00:00Z', { due: '2026-12-11', left: 21 }],
  ['late in the evening, which is the next day in India', '2026-11-20', '2026-12-11T19:00:00Z', { due: '2026-12-11', left: -1 }],
])('%s', (_what, opened, now, clock) => {
  expect(complaintClock(at(opened), new Date(now))).toEqual(clock);
});

test('nothing runs for a question, nor for what was answered', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  expect(complaintClock({ ...at('2026-11-20'), kind: 'question' }, now)).toBeNull();
  expect(complaintClock({ ...at('2026-11-20'), answered_at: '2026-11-21T04:00:00Z' }, now)).toBeNull();
});
