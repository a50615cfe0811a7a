import { expect, test } from 'vitest';
import { clearedOptions, optionFilters, optionQuery, optionUrl, parseOptionView } from './option-url.ts';

const PATH = '/expert-past-strategy-options';
const at = (search: string) => parseOptionView(new URLSearchParams(search));

test.each([
  PATH,
  `${PATH}?enter=1&stock=NIFTY`,
  `${PATH}?type=all`,
  `${PATH}?view=past&type=indices&stock=NIFTY&user_id=exp_10&expiry=2026-12-01&strategy=IRON_CONDOR&outlook=neutral&status=sl_hit&limited=1&followed=1&period=1Y&sort=result&reco=opt_1`,
])('%s reads back as it was written', (url) => {
  expect(optionUrl(at(url.split('?')[1] ?? ''))).toBe(url);
});

test('what no call can have falls back to the default', () => {
  expect(at('view=x&type=y&stock=%3Cx%3E&expiry=2026-13-01&strategy=Z&outlook=q&status=1&period=9Y&sort=best&reco=a/b')).toEqual(at(''));
});

test('the request carries every filter; open calls are shown regardless of age, ended ones of the last month', () => {
  expect(optionQuery(at(''))).toEqual({ view: 'live', sort: 'newest', enter: 'first' });
  expect(optionQuery(at('view=past&type=stocks&stock=tcs&limited=1&outlook=volatile'))).toEqual({
    view: 'past',
    sort: 'newest',
    underlying_type: 'stocks',
    stock: 'TCS',
    outlook: 'volatile',
    defined_risk: '1',
    period: '1M',
  });
});

test('clearing keeps the tab and drops the filters', () => {
  const narrowed = at('view=past&stock=NIFTY&limited=1&period=1Y&reco=opt_1');
  expect(optionFilters(narrowed)).toBe(3);
  expect(optionUrl(clearedOptions(narrowed))).toBe(`${PATH}?view=past`);
});
