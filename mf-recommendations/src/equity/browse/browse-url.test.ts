import { describe, expect, test } from 'vitest';
import manifest from '../../../module.json' with { type: 'json' };
import { FIRST_ROWS } from '../../call/list/call-pages.ts';
import { BROWSE_PATH, type BrowseView, cleared, DEFAULT_PERIOD, DEFAULT_TERM, filterCount, listQuery, parsePath, parseView, viewUrl } from './browse-url.ts';

const at = (url: string): BrowseView => {
  const parsed = new URL(url, 'https://x');
  return parseView(parsed.pathname, parsed.searchParams);
};

describe('positional filters of the path', () => {
  test.each([
    ['', {}],
    ['/TCS', { stock: 'TCS' }],
    ['/tcs', { stock: 'TCS' }],
    ['/M%26M/exp_04', { stock: 'M&M', user_id: 'exp_04' }],
    ['/-/-/IT', { sector: 'IT' }], // S2.1-PARAM-A02
    ['/all/ALL/0/mid', { cap: 'mid' }],
    ['/0/-/Capital%20goods/Large', { sector: 'Capital goods', cap: 'large' }],
    ['/TCS/exp_04/IT/large/surplus', { stock: 'TCS', user_id: 'exp_04', sector: 'IT', cap: 'large' }],
    ['/%E0%A4%A', { stock: '%E0%A4%A' }],
  ])('%s', (tail, expected) => {
    expect(parsePath(BROWSE_PATH + tail)).toEqual(expected);
  });
  test('a skipped segment is absent (S2.1-PARAM-A02)', () => {
    expect(parsePath('/experts-past-recommendations/-/-/IT')).toEqual({ sector: 'IT' });
  });
  test('another path has none', () => expect(parsePath('/past-recommendations/TCS')).toEqual({}));
});

test('what the manifest has asked for while the page is on its way is what the page asks for', () => {
  const { first } = manifest.routes.find(({ page }) => page === 'browse')!;
  expect(first).toBe(`/reco/v1/calls?${new URLSearchParams({ ...listQuery(at(BROWSE_PATH)), ...FIRST_ROWS } as Record<string, string>)}`);
});

describe('defaults', () => {
  test('term is shortTerm (S9-DEF-05)', () => {
    expect(DEFAULT_TERM).toBe('shortTerm');
    expect(at(BROWSE_PATH).term).toBe('shortTerm');
  });
  test('the period of an expert’s results is 1M (S9-DEF-04)', () => {
    expect(DEFAULT_PERIOD).toBe('1M');
    expect(at(`${BROWSE_PATH}?view=past`).period).toBe('1M');
    expect(at(`${BROWSE_PATH}/-/exp_01?view=past`).period).toBe('1M');
  });
  test('live calls begin with what can still be entered, of all terms and ages', () => {
    expect(at(BROWSE_PATH).enter).toBe('first');
    expect(listQuery(at(BROWSE_PATH))).toEqual({ view: 'live', enter: 'first', sort: 'newest' });
    expect(listQuery(at(`${BROWSE_PATH}?enter=1&call_type=Buy`))).toEqual({ view: 'live', enter: '1', call_type: 'Buy', sort: 'newest' });
  });
  test('who names a term has that term, and past calls have theirs', () => {
    expect(listQuery(at(`${BROWSE_PATH}?term=shortTerm`))).toEqual({ view: 'live', term: 'shortTerm', sort: 'newest' });
    expect(listQuery(at(`${BROWSE_PATH}?term=all`))).toEqual({ view: 'live', sort: 'newest' });
    expect(listQuery(at(`${BROWSE_PATH}?view=past&enter=1`))).toEqual({ view: 'past', term: 'shortTerm', period: '1M', sort: 'newest' });
  });
  test('unknown query values fall back to the default', () => {
    expect(at(`${BROWSE_PATH}?view=x&term=y&call_type=buy&status=z&period=9Y&sort=best&reco=a/b`)).toEqual(at(BROWSE_PATH));
  });
});

describe('the list request carries what the URL says', () => {
  test('each path segment', () => {
    expect(listQuery(at(`${BROWSE_PATH}/TCS/exp_04/IT/large`))).toMatchObject({ stock: 'TCS', user_id: 'exp_04', sector: 'IT', cap: 'large' });
  });
  test('the query', () => {
    expect(listQuery(at(`${BROWSE_PATH}?view=past&term=all&call_type=Sell&status=sl_hit&period=6M&sort=result&followed=1`))).toEqual({
      view: 'past',
      call_type: 'Sell',
      status: 'sl_hit',
      period: '6M',
      sort: 'result',
      followed: '1',
    });
  });
  test.each(['/T%20C%20S!', '/-/%3Cscript%3E', '/-/-/-/enormous', '/%E0%A4%A', `/-/-/${'x'.repeat(41)}`, '/-/-/a%00b'])(
    'a value no call can have sends no request: %s',
    (tail) => expect(listQuery(at(BROWSE_PATH + tail))).toBeNull(),
  );
});

describe('view ↔ URL', () => {
  test.each([
    BROWSE_PATH,
    `${BROWSE_PATH}/TCS`,
    `${BROWSE_PATH}/-/-/IT`,
    `${BROWSE_PATH}/M%26M/-/-/large?view=past&term=longTerm&call_type=Buy&status=target_hit&period=1Y&sort=oldest&followed=1&reco=01J`,
    `${BROWSE_PATH}?term=all&reco=c_1`,
    `${BROWSE_PATH}?enter=1`,
    `${BROWSE_PATH}?term=shortTerm`,
  ])('%s reads back as it was written', (url) => {
    expect(viewUrl(at(url))).toBe(url);
  });
  test('filters in the query move to their place in the path', () => {
    expect(viewUrl(at(`${BROWSE_PATH}?cap=mid&stock=infy`))).toBe(`${BROWSE_PATH}/INFY/-/-/mid`);
  });
  test('clearing keeps the tab and term and drops the filters', () => {
    const narrowed = at(`${BROWSE_PATH}/TCS/-/IT?view=past&term=longTerm&call_type=Buy&period=1Y&followed=1&reco=c_1`);
    expect(filterCount(narrowed)).toBe(5);
    expect(viewUrl(cleared(narrowed))).toBe(`${BROWSE_PATH}?view=past&term=longTerm`);
    expect(filterCount(cleared(narrowed))).toBe(0);
  });
});
