import { expect, test } from 'vitest';
import type { CorporateAction } from '../../market/index.ts';
import { lateActions } from './late-actions.ts';

/** Published on the evening of 4 May, out at the stop-loss on 6 May at 10:00. */
const STOPPED = {
  published_at: Date.parse('2026-05-04T12:00:00.000Z'),
  ended_at: Date.parse('2026-05-06T04:30:00.000Z'),
  adjusted_on: [] as string[],
};
const on = (day: string): CorporateAction => ({ symbol: 'A', day, type: 'demerger', ratio: 1.2 }) as unknown as CorporateAction;
const LATE = { ex_date: '2026-05-06', actions: ['demerger'] };

test.each<readonly [name: string, change: object, action: CorporateAction, expected: unknown]>([
  ['a demerger of the day it ended on, which no event tells', {}, on('2026-05-06'), LATE],
  ['of a day before that', {}, on('2026-05-05'), { ...LATE, ex_date: '2026-05-05' }],
  ['of the day after its end', {}, on('2026-05-07'), null],
  ['of the day of its publication, whose levels are of after it', {}, on('2026-05-04'), null],
  ['one that it was adjusted for', { adjusted_on: ['2026-05-06'] }, on('2026-05-06'), null],
  ['a dividend that moves no level', {}, { symbol: 'A', day: '2026-05-06', type: 'dividend', amount: 1 } as CorporateAction, null],
])('%s', (_, change, action, expected) => expect(lateActions({ ...STOPPED, ...change }, [action])).toEqual(expected === null ? [] : [expected]));
