import { expect, test } from 'vitest';
import { type ElementFacts, findingsOf, type KeyFacts, type PageFacts } from './check-findings.ts';

const KEY: KeyFacts = {
  key: 'pk_live_neem_0123456789',
  state: 'active',
  origin: 'https://neem.example',
  listed: true,
  proof: false,
  widgets: ['market-sentiment'],
  blocked: [],
};
const ELEMENT: ElementFacts = { tag: 'vimarsh-sentiment', code: 'TCS', key: KEY.key, widget: 'market-sentiment', width: 420, shown: true, error: undefined };
const GOOD: PageFacts = {
  portal: 'https://vimarsh.example',
  version: '1.0.0',
  keys: [KEY],
  elements: [ELEMENT],
  frames: 0,
  violations: [],
  shift: { ours: 0, page: 0.02 },
  work: 12,
  wire: { bytes: 20_480, answers: 4 },
  loaders: 1,
};
const failures = (change: Partial<PageFacts>) => findingsOf({ ...GOOD, ...change }).filter(({ ok }) => !ok);

test('a page in order: nothing fails, and nothing asks for a fix', () => {
  expect(failures({})).toEqual([]);
  expect(findingsOf(GOOD).every(({ fix }) => fix === '')).toBe(true);
});

test.each<[string, Partial<PageFacts>, string]>([
  ['no widget', { elements: [], keys: [] }, 'Paste the element'],
  ['two script tags', { loaders: 2 }, 'Keep one script tag'],
  ['another origin', { keys: [{ ...KEY, listed: false, widgets: [] }] }, 'exactly https://neem.example added'],
  ['a sandbox without an origin', { keys: [{ ...KEY, origin: 'null', listed: false, widgets: [] }] }, 'allow-same-origin'],
  ['no key', { keys: [{ ...KEY, key: '', state: 'missing', listed: false, widgets: [] }] }, 'Add access-key='],
  ['an unknown key', { keys: [{ ...KEY, state: 'unknown', listed: false, widgets: [] }] }, 'character by character'],
  ['a revoked key', { keys: [{ ...KEY, state: 'revoked', listed: false, widgets: [] }] }, 'other active key'],
  ['an expired key', { keys: [{ ...KEY, state: 'expired', listed: false, widgets: [] }] }, 'Ask for a new key'],
  [
    'a site that is not on the key',
    { keys: [{ ...KEY, blocked: [{ origin: 'https://shop.example', directive: 'frame-ancestors', count: 3 }] }] },
    'exactly https://shop.example added',
  ],
  ['a blocked API', { keys: [{ ...KEY, state: 'unreachable', listed: false, widgets: [] }] }, 'connect-src https://vimarsh.example'],
  ['a widget outside the key', { elements: [{ ...ELEMENT, tag: 'vimarsh-options', widget: 'options-insights' }] }, 'add options-insights'],
  [
    'a policy that blocks us',
    { violations: [{ directive: 'script-src-elem', blocked: 'https://vimarsh.example/w/v1.js' }] },
    'script-src https://vimarsh.example',
  ],
  ['a hidden element', { elements: [{ ...ELEMENT, width: 0 }] }, 'Show the element'],
  ['a narrow element', { elements: [{ ...ELEMENT, width: 120 }] }, '280 px or more'],
  ['an element that failed', { elements: [{ ...ELEMENT, error: { code: 'UNKNOWN_SYMBOL', fix: 'Use the NSE symbol.' } }] }, 'Use the NSE symbol.'],
  ['layout shift of ours', { shift: { ours: 0.2, page: 0.2 } }, 'min-height'],
  ['a busy main thread', { work: 200 }, 'load="eager"'],
])('%s is told with its fix', (_, change, fix) => {
  const [first, ...rest] = failures(change);
  expect(first?.fix).toContain(fix);
  expect(rest).toEqual([]);
});

test('what the browser does not measure is said, not passed as zero', () => {
  const texts = findingsOf({ ...GOOD, shift: null, work: null }).map(({ text }) => text);
  expect(texts.filter((text) => text === 'not measured by this browser')).toHaveLength(2);
});

test('what was stopped inside of our frames is told, and nobody is asked to mend it', () => {
  const keys = [{ ...KEY, blocked: [{ origin: 'inline', directive: 'script-src-elem', count: 1 }] }];
  expect(failures({ keys })).toEqual([]);
  expect(findingsOf({ ...GOOD, keys }).map(({ text }) => text)).toContainEqual(expect.stringContaining('script-src-elem stopped inline, once in seven days'));
});
