import { expect, test } from 'vitest';
import type { ClosedRecord } from '../calls/equity/performance.ts';
import { explained } from './explained.ts';
import type { JudgedCall } from './judged-record.ts';
import { judgedRecord, metricsOf } from './whole-records.testing.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const DAY = 86_400_000;
const call = (at: number, alpha: number | null): JudgedCall => {
  const ended_at = NOW.getTime() - at * DAY;
  const record: ClosedRecord = {
    ...{ call_type: 'Buy', term: 'shortTerm', status: 'target_hit', target: 110, initial_stop: 95, realised_return: 10, r_multiple: 2, alpha },
    entry: { price: 100, ts: ended_at - DAY },
    exit: { price: 110, ts: ended_at },
  };
  return { ...record, sector: 'IT', cap: 'large', ended_at, follower_return: null };
};
/** So many calls, of which the first have a result over the index. */
function alphaOf(n: number, measured: number) {
  const calls = Array.from({ length: n }, (_, at) => call(at + 1, at < measured ? 4 : null));
  return explained(judgedRecord(calls, '1Y', NOW), metricsOf(calls, null), measured, null).find(({ key }) => key === 'alpha')!;
}

test('the result over the index counts the calls it is the mean of', () => {
  expect(alphaOf(18, 16)).toMatchObject({ value: 4, note: '', inputs: expect.arrayContaining([['Calls', '16']]) });
});

test('with too few of them it says how many there are', () => {
  expect(alphaOf(18, 9)).toMatchObject({ value: null, note: '9 of the 10 calls it takes', inputs: expect.arrayContaining([['Calls', '9']]) });
});
