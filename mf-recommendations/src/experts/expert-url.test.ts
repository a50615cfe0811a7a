import { expect, test } from 'vitest';
import { expertUrl, isId, parseExpert, periodQuery } from './expert-url.ts';

test('S9-DEF-04: an expert’s page asks for one month at first, or for the shortest longer period that can answer; only what was chosen stands in the address', () => {
  const view = parseExpert(new URLSearchParams('user_id=exp_01'));
  expect(view).toEqual({ user_id: 'exp_01', period: '', by: 'term', with: '', reco: '' });
  expect(periodQuery(view)).toEqual({ period: '1M', widen: '1' });
  expect(expertUrl(view)).toBe('/expert-dashboard?user_id=exp_01');
  // One month that somebody chose stays one month, however few calls it has.
  expect(periodQuery({ period: '1M' })).toEqual({ period: '1M' });
  expect(expertUrl({ ...view, period: '1M' })).toBe('/expert-dashboard?user_id=exp_01&period=1M');
});

test('a view comes back from its address; what no page has falls back', () => {
  const view = { user_id: 'exp_01', period: '1Y', by: 'month', with: 'exp_02', reco: 'call_1' } as const;
  expect(parseExpert(new URL(expertUrl(view), 'http://x').searchParams)).toEqual(view);
  expect(parseExpert(new URLSearchParams('period=9Y&by=luck&reco=%3Cscript%3E'))).toEqual({ user_id: '', period: '', by: 'term', with: '', reco: '' });
});

test('an id that nobody can have is known before it is asked for', () => {
  expect([isId('exp_01'), isId(''), isId('../x'), isId('a'.repeat(65))]).toEqual([true, false, false, false]);
});
