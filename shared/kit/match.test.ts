import { expect, test } from 'vitest';
import { matchRoute } from './match.ts';

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
