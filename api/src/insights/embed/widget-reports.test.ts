import { violationReport } from '@vimarsh/shared/contract/widget-report/types.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { reportOrigin, stoppedIn } from './widget-reports.ts';

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['https://shop.example/account/42?mail=a@b.example', 'https://shop.example'],
  ['http://user:pass@shop.example:8080/x', 'http://shop.example:8080'],
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['data:text/html,secret', 'data'],
  ['chrome-extension://abcdef/inject.js', 'chrome-extension'],
  ['about:blank', 'about'],
  ['//shop.example', ''],
  ['Some words', ''],
  ['', ''],
])('of %s only %s is kept', (address, kept) => expect(reportOrigin(address)).toBe(kept));

const read = (body: unknown, page = '') => stoppedIn(z.parse(violationReport, body), page);

test('a refused frame is told with the page that wanted it, which browsers hide', () => {
  // As Chromium writes it.
  const report = {
    'document-uri': 'http://localhost:4000/',
    referrer: '',
    'violated-directive': 'frame-ancestors',
    'effective-directive': 'frame-ancestors',
    'original-policy': 'frame-ancestors https://x.example',
    disposition: 'enforce',
    'blocked-uri': 'http://localhost:4000/',
    'status-code': 200,
    'script-sample': '',
  };
  expect(read({ 'csp-report': report }, 'https://shop.example')).toEqual([{ directive: 'frame-ancestors', origin: 'https://shop.example' }]);
  expect(read({ 'csp-report': report })).toEqual([{ directive: 'frame-ancestors', origin: '' }]);
});

test('what was stopped inside of a frame is told with its own origin, however many at once', () => {
  const of = (effectiveDirective: string, blockedURL: string) => ({
    age: 0,
    type: 'csp-violation',
    url: 'https://vimarsh.example/market-sentiment-widget?broker_access_key=k',
    user_agent: 'Somebody’s browser',
    body: { effectiveDirective, blockedURL, documentURL: 'https://vimarsh.example/f?proof=secret', sample: '' },
  });
  expect(read([of('script-src-elem', 'inline'), of('img-src', 'https://ads.example/pixel.gif?id=7')], 'https://shop.example')).toEqual([
    { directive: 'script-src-elem', origin: 'inline' },
    { directive: 'img-src', origin: 'https://ads.example' },
  ]);
});

test.each([
  ['another kind of report', [{ type: 'deprecation', body: { id: 'x' } }]],
  ['an unknown directive', { 'csp-report': { 'effective-directive': 'x'.repeat(50), 'blocked-uri': '' } }],
  ['none', []],
  ['too many', Array.from({ length: 21 }, () => ({ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: '' } }))],
  ['something else', { hello: 1 }],
])('%s is no report', (_name, body) => expect(z.safeParse(violationReport, body).success).toBe(false));
