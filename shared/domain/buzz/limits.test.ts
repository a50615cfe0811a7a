import { describe, expect, test } from 'vitest';
import { editableUntil, isHiddenByReports, isReviewedFirst, isSchedulable, POSTS_A_DAY, postsLeft, REVIEW_FIRST_FROM } from './limits.ts';

const NOON = new Date('2026-11-20T06:30:00.000Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);
const MINUTE = 60_000;
const DAY = 24 * 3600_000;

test.each([
  ['at once', 0, true],
  ['in the last moment of the quarter of an hour', 15 * MINUTE, true],
  ['a millisecond later', 15 * MINUTE + 1, false],
  ['a day later', DAY, false],
])('a live post is edited %s: %s ms', (_when, ms, may) => {
  expect(editableUntil(NOON, after(ms))).toEqual(may ? after(15 * MINUTE) : null);
});

test.each([
  ['the past', -MINUTE, false],
  ['at once: that is publishing', 0, false],
  ['in less than a minute', MINUTE - 1, false],
  ['in a minute', MINUTE, true],
  ['in ninety days', 90 * DAY, true],
  ['later than that', 90 * DAY + 1, false],
])('a post is scheduled for %s', (_when, ms, may) => expect(isSchedulable(after(ms), NOON)).toBe(may));

test.each([
  ['two settled members', 2, false, false],
  ['three', 3, false, true],
  ['three, of what a moderator let stand', 3, true, false],
  ['many, of what a moderator let stand', 50, true, false],
])('reports of %s hide a post', (_who, settled, wasLetStand, hides) => expect(isHiddenByReports(settled, wasLetStand)).toBe(hides));

describe('publications of a day', () => {
  test.each([
    ['none yet', [], POSTS_A_DAY],
    ['one today', [after(-MINUTE)], POSTS_A_DAY - 1],
    ['the first minute of the day in India counts', [new Date('2026-11-19T18:30:00.000Z')], POSTS_A_DAY - 1],
    ['the last moment of yesterday in India does not', [new Date('2026-11-19T18:29:59.999Z')], POSTS_A_DAY],
    ['all of them', Array.from({ length: POSTS_A_DAY }, (_, at) => after(-at)), 0],
    ['more than all, from before the limit was lowered', Array.from({ length: POSTS_A_DAY + 3 }, (_, at) => after(-at)), 0],
  ])('%s', (_what, published, left) => expect(postsLeft(published, NOON)).toBe(left));
});

test.each([
  ['no date', null, false],
  ['a date to come', after(1), false],
  ['that date', NOON, true],
  ['a date that is past', after(-DAY), true],
])('publications are reviewed first from %s', (_when, from, reviewed) => expect(isReviewedFirst(NOON, from)).toBe(reviewed));

test('nothing is reviewed first by now', () => expect(REVIEW_FIRST_FROM).toBeNull());
