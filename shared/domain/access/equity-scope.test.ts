import { describe, expect, test } from 'vitest';
import { TERMS, type Term } from '../../contract/calls/types.ts';
import type { Caller } from './caller.ts';
import { isoWeek, maySee, pickable, planFor, publicLagDays, scopeOf } from './equity-scope.ts';
import { callerWith } from './testing.ts';

const VIEWERS = {
  visitor: callerWith({ user_id: null }),
  free: callerWith(),
  Lite: callerWith({ plan: 'Lite' }),
  Premium: callerWith({ plan: 'Premium' }),
  Pro: callerWith({ plan: 'Pro' }),
  Publisher: callerWith({ plan: 'Publisher', user_id: 'exp_01' }),
  bundle: callerWith({ partner: { tier: 'brokerWithoutPlans' } }),
  withPlans: callerWith({ partner: { tier: 'brokerWithPlans' } }),
  admin: callerWith({ is_admin: true }),
};
const until = { next_trading_day: '2026-11-19', public_lag: '2026-11-18' };
const sees = (who: Caller, call: { term?: Term; open?: boolean; ended_on?: string | null; weekly_pick?: boolean; expert_id?: string }): boolean =>
  maySee(who, scopeOf(who), { expert_id: 'exp_02', term: 'shortTerm', open: true, weekly_pick: false, ended_on: null, ...call }, until);

describe('every cell of the plan table, equity', () => {
  test.each<[keyof typeof VIEWERS, Term[]]>([
    ['visitor', []],
    ['free', []],
    ['Lite', ['shortTerm']],
    ['Premium', ['shortTerm', 'mediumTerm', 'longTerm']],
    ['Pro', ['intraday', 'shortTerm', 'mediumTerm', 'longTerm']],
    ['Publisher', []],
    ['bundle', ['shortTerm', 'mediumTerm', 'longTerm']],
    ['withPlans', []],
    ['admin', ['intraday', 'shortTerm', 'mediumTerm', 'longTerm']],
  ])('%s sees live %j', (who, terms) => {
    expect(TERMS.filter((term) => sees(VIEWERS[who], { term }))).toEqual(terms);
  });

  test.each<[keyof typeof VIEWERS, boolean, boolean, boolean]>([
    // ended today 20 Nov, yesterday 19 Nov, on 18 Nov
    ['visitor', false, false, true],
    ['free', false, true, true],
    ['Lite', true, true, true],
    ['Premium', true, true, true],
    ['Pro', true, true, true],
    ['Publisher', false, true, true],
    ['bundle', true, true, true],
  ])('%s sees calls that ended today %s, a session ago %s, two days ago %s', (who, today, yesterday, before) => {
    const ended = (ended_on: string) => sees(VIEWERS[who], { open: false, ended_on });
    expect([ended('2026-11-20'), ended('2026-11-19'), ended('2026-11-18')]).toEqual([today, yesterday, before]);
  });

  test('the week’s pick is for registered users, own calls for their author', () => {
    expect(sees(VIEWERS.free, { weekly_pick: true, term: 'longTerm' })).toBe(true);
    expect(sees(VIEWERS.withPlans, { weekly_pick: true })).toBe(true);
    // Paying takes nothing away.
    expect(sees(VIEWERS.Lite, { weekly_pick: true, term: 'longTerm' })).toBe(true);
    expect(sees(VIEWERS.free, { weekly_pick: true, open: false, ended_on: '2026-11-20' })).toBe(true);
    expect(sees(VIEWERS.visitor, { weekly_pick: true })).toBe(false);
    expect(sees(VIEWERS.Publisher, { expert_id: 'exp_01', term: 'intraday' })).toBe(true);
    expect(sees(VIEWERS.Publisher, { expert_id: 'exp_01', open: false, ended_on: '2026-11-20' })).toBe(true);
  });

  test('locked calls are counted for visitors, listed for users, and name the cheapest plan unless plans are never shown', () => {
    expect(scopeOf(VIEWERS.visitor).lockedRows).toBe(false);
    expect(scopeOf(VIEWERS.free).lockedRows).toBe(true);
    expect(TERMS.map((term) => planFor(scopeOf(VIEWERS.free), term))).toEqual(['Pro', 'Lite', 'Premium', 'Premium']);
    expect(planFor(scopeOf(VIEWERS.bundle), 'intraday')).toBe('');
  });
});

test('ISO weeks', () => {
  expect(['2026-11-20', '2026-11-22', '2026-11-23', '2026-01-01', '2024-12-30', '2027-01-03', '2021-01-04'].map(isoWeek)).toEqual([
    '2026-W47',
    '2026-W47',
    '2026-W48',
    '2026-W01',
    '2025-W01',
    '2026-W53',
    '2021-W01',
  ]);
});

test('an intraday call is never the week’s pick; the public lag is a day in the demo and thirty otherwise', () => {
  expect(TERMS.filter(pickable)).toEqual(['shortTerm', 'mediumTerm', 'longTerm']);
  expect([publicLagDays(true), publicLagDays(false)]).toEqual([1, 30]);
});
