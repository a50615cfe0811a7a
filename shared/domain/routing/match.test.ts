import { expect, test } from 'vitest';
import { matchRoute, screenAt, titleOf } from './match.ts';

test.each<[string, string, Record<string, string> | null]>([
  ['/', '/', {}],
  ['/login', '/login', {}],
  ['/login', '/login/', {}],
  ['/login', '/Login', null],
  ['/login', '/login/x', null],
  ['/', '/login', null],
  ['/upload-recommendation/:stock_name?', '/upload-recommendation', {}],
  ['/upload-recommendation/:stock_name?', '/upload-recommendation/M%26M', { stock_name: 'M&M' }],
  ['/a/:one/:two?', '/a', null],
  ['/a/:one/:two?', '/a/1', { one: '1' }],
  ['/a/:one/:two?', '/a/1/2', { one: '1', two: '2' }],
  ['/a/:one/:two?', '/a/1/2/3', null],
  ['/a/:one', '/a/%E0%A4%A', null],
])('%s against %s', (pattern, path, params) => {
  expect(matchRoute(pattern, path)).toEqual(params);
});

test('of several matching routes the most literal one wins, whatever their order, with its parameters', () => {
  const routes = ['/stocks/:stock?', '/stocks/list', '/'].map((path) => ({ path }));
  for (const some of [routes, routes.toReversed()]) {
    expect(screenAt(some, '/stocks/list')?.route.path).toBe('/stocks/list');
    expect(screenAt(some, '/stocks/INFY/')).toEqual({ route: { path: '/stocks/:stock?' }, params: { stock: 'INFY' } });
    expect(screenAt(some, '/stocks/INFY/more')).toBeNull();
    expect(screenAt(some, '/stocks/%E0%A4%A')).toBeNull();
  }
});

test.each([
  [{ stock: 'infy' }, 'INFY · Equity insights'],
  [{ stock: 'M&M' }, 'M&M · Equity insights'],
  [{ stock: 'NSE:TCS' }, 'Equity insights'],
  [{ stock: 'tcs.ns' }, 'Equity insights'],
  [{ stock: 'pk_live_x' }, 'Equity insights'],
  [{ stock: 'Call 1800 now for free money' }, 'Equity insights'],
  [{ stock: 'pk_live_0123456789abcdef' }, 'Equity insights'],
  [{}, 'Equity insights'],
])('a title names what its address is about: %j is %s', (params, title) => {
  expect(titleOf({ route: { title: 'Equity insights', subject: 'stock' }, params })).toBe(title);
  expect(titleOf({ route: { title: 'Equity insights' }, params })).toBe('Equity insights');
});
