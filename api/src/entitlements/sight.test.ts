import { describe, expect, test } from 'vitest';
import { publicCut } from './sight.ts';

/** 24 Nov 2026 is a holiday, a Tuesday. */
describe('what a visitor is told of the calls that come next is a day of the exchange, not of the clock', () => {
  test.each([
    ['in a session', '2026-11-23T06:00:00.000Z', '2026-11-20', '2026-11-23', '2026-11-25'],
    ['before the open', '2026-11-25T02:00:00.000Z', '2026-11-23', '2026-11-25', '2026-11-26'],
    ['on a holiday', '2026-11-24T06:00:00.000Z', '2026-11-20', '2026-11-23', '2026-11-25'],
    ['after midnight of a holiday', '2026-11-23T20:00:00.000Z', '2026-11-20', '2026-11-23', '2026-11-25'],
    ['on a Saturday', '2026-11-21T06:00:00.000Z', '2026-11-19', '2026-11-20', '2026-11-23'],
    ['on a Sunday', '2026-11-22T06:00:00.000Z', '2026-11-19', '2026-11-20', '2026-11-23'],
  ])('%s', (_when, now, closed_until, ended_on, appears_on) => {
    expect(publicCut(new Date(now), true)).toEqual({ closed_until, comes_next: { ended_on, appears_on } });
  });

  test('outside the demo the lag is longer, and no next day is named', () => {
    expect(publicCut(new Date('2026-11-23T06:00:00.000Z'), false)).toEqual({ closed_until: '2026-10-24', comes_next: null });
  });
});
