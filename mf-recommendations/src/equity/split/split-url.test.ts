import { expect, test } from 'vitest';
import { parseSplit, splitUrl } from './split-url.ts';

const BASE = '/experts-past-recommendations-v2';
const parse = (path: string, query = '') => parseSplit(path, new URLSearchParams(query));

test.each([
  ['S2.1-PARAM-07', `${BASE}/infy`, { stock: 'INFY', user_id: '', sector: '' }],
  ['S2.1-PARAM-08', `${BASE}/-/exp_01`, { stock: '', user_id: 'exp_01', sector: '' }],
  ['S2.1-PARAM-09', `${BASE}/-/-/IT`, { stock: '', user_id: '', sector: 'IT' }],
  ['S2.1-ROUTE-17', BASE, { stock: '', user_id: '', sector: '' }],
  ['S2.1-ROUTE-17', `${BASE}/TCS/exp_02/Metals%20%26%20Mining`, { stock: 'TCS', user_id: 'exp_02', sector: 'Metals & Mining' }],
])('%s: %s is read from the path', (_, path, found) => expect(parse(path)).toMatchObject(found));

test.each([
  [BASE, ''],
  [`${BASE}/INFY`, 'term=all'],
  [`${BASE}/-/exp_01/IT`, 'view=past&period=ALL&sort=result&followed=1'],
  [`${BASE}/-/-/IT`, 'reco=call_1&cap=large&compare=call_2&whole=1'],
])('%s?%s is written as it was read: what the first layout takes, this one takes', (path, query) => {
  expect(splitUrl(parse(path, query))).toBe(path + (query && `?${query}`));
});

test('a call is not compared with itself, and what is no id with nothing', () => {
  expect(parse(BASE, 'reco=call_1&compare=call_1').compare).toBe('');
  expect(parse(BASE, 'compare=a%20b').compare).toBe('');
  expect(parse(BASE, 'whole=1').whole).toBe(false);
});
