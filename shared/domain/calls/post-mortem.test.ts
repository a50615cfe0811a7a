import { expect, test } from 'vitest';
import { isTradingDay } from '../market/calendar.ts';
import { countPostMortems, type EndedCall, postMortemBy, postMortemOf } from './post-mortem.ts';

const stopped = (ended_on: string, post_mortem_on: string | null = null): EndedCall => ({ status: 'sl_hit', ended_on, post_mortem_on });

test.each([
  // Friday: the muhurat of Sunday 8 Nov is a session, the holiday of Tuesday 10 Nov none.
  ['2026-11-06', '2026-11-13'],
  // Tuesday 24 Nov is a holiday, and the weekend none.
  ['2026-11-18', '2026-11-26'],
  ['2026-11-20', '2026-11-30'],
  // On a Sunday, as a late price file may end a call.
  ['2026-11-22', '2026-11-30'],
])('a call stopped on %s is due until %s', (ended, by) => {
  expect(postMortemBy(ended)).toBe(by);
  expect(isTradingDay(by)).toBe(true);
  expect(postMortemOf(stopped(ended), by)).toBe('due');
  expect(postMortemOf(stopped(ended, by), by)).toBe('written');
});

test.each<[string, EndedCall, string, string]>([
  ['the day it was stopped', stopped('2026-11-18'), '2026-11-18', 'due'],
  ['the day after the last', stopped('2026-11-18'), '2026-11-27', 'missing'],
  ['written on the last day, whenever one looks', stopped('2026-11-18', '2026-11-26'), '2027-03-01', 'written'],
  ['written a day late', stopped('2026-11-18', '2026-11-27'), '2026-11-27', 'late'],
  ['before the rule stood', stopped('2026-06-30'), '2026-11-20', 'none'],
  ['on the first day of the rule', stopped('2026-07-01'), '2026-11-20', 'missing'],
  ['at its target', { status: 'target_hit', ended_on: '2026-11-18', post_mortem_on: null }, '2026-12-18', 'none'],
  ['by its author', { status: 'exited', ended_on: '2026-11-18', post_mortem_on: null }, '2026-12-18', 'none'],
  ['by its date, though written on', { status: 'expired', ended_on: '2026-11-18', post_mortem_on: '2026-11-19' }, '2026-12-18', 'none'],
  ['not at all', { status: 'active', ended_on: null, post_mortem_on: null }, '2026-12-18', 'none'],
])('ended %s', (_, call, today, stands) => expect(postMortemOf(call, today)).toBe(stands));

test('each call counts once, and those that owe nothing not at all', () => {
  const calls = [
    stopped('2026-11-18'),
    stopped('2026-11-09'),
    stopped('2026-11-03'),
    stopped('2026-11-03', '2026-11-04'),
    stopped('2026-11-03', '2026-11-20'),
    stopped('2026-03-03'),
    { status: 'target_hit' as const, ended_on: '2026-11-18', post_mortem_on: null },
  ];
  expect(countPostMortems(calls, '2026-11-20')).toEqual({ due: 1, missing: 2, written: 1, late: 1 });
});
