import type { Activity } from '@vimarsh/shared/contract/calls/desk.ts';
import { expect, test } from 'vitest';
import { activityText } from './activity.view.ts';

const happened = (change: Partial<Activity>): Activity => ({
  at: '2026-11-20T05:00:00.000Z',
  what: 'ended',
  call_id: 'call_1',
  stock: 'INFY',
  call_type: 'Buy',
  term: 'shortTerm',
  expert: { user_id: 'exp_01', full_name: 'Ananya Rao' },
  status: 'sl_hit',
  realised_return: -3.17,
  made: -3.42,
  ...change,
});

test.each<[Partial<Activity>, string]>([
  [{}, 'Stop-loss reached: INFY short-term Buy call by Ananya Rao. Result −3.42%.'],
  [{ status: 'target_hit', realised_return: 6.35, made: 6.1 }, 'Target reached: INFY short-term Buy call by Ananya Rao. Result +6.10%.'],
  [{ status: 'lapsed', realised_return: null, made: null }, 'Entry not triggered: INFY short-term Buy call by Ananya Rao.'],
  [{ what: 'entered', made: null }, 'Entry reached: INFY short-term Buy call by Ananya Rao.'],
  [{ what: 'published', made: null, term: 'intraday', call_type: 'Sell' }, 'Published: INFY intraday Sell call by Ananya Rao.'],
])('a loss is told in the words of a gain: %j', (change, words) => expect(activityText(happened(change))).toBe(words));
