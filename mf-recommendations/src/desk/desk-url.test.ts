import { expect, test } from 'vitest';
import { deskUrl, parseDesk } from './desk-url.ts';

test.each([
  ['', { tab: 'EXPERTS_HUB', period: '1M', reco: '' }, '/my-dashboard'],
  ['tab=MY_CALLS&reco=call_1', { tab: 'MY_CALLS', period: '1M', reco: 'call_1' }, '/my-dashboard?tab=MY_CALLS&reco=call_1'],
  ['tab=ACTIVITY&period=ALL', { tab: 'ACTIVITY', period: 'ALL', reco: '' }, '/my-dashboard?tab=ACTIVITY&period=ALL'],
  ['tab=EXPERTS_HUB&period=1M', { tab: 'EXPERTS_HUB', period: '1M', reco: '' }, '/my-dashboard'],
  ['tab=activity&period=2W&reco=a%2Fb', { tab: 'EXPERTS_HUB', period: '1M', reco: '' }, '/my-dashboard'],
])('?%s opens the desk so, with the defaults of the specification (S3-STATE-23, S9-DEF-04, S9-DEF-07, S9-DEF-O01)', (query, view, url) => {
  expect(parseDesk(new URLSearchParams(query))).toEqual(view);
  expect(deskUrl(parseDesk(new URLSearchParams(query)))).toBe(url);
});
