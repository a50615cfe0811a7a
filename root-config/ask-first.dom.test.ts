import { beforeEach, expect, test, vi } from 'vitest';
import { askFirst } from './ask-first.ts';

const { askAhead } = vi.hoisted(() => ({ askAhead: vi.fn() }));
vi.mock('@vimarsh/shared/session/ahead.ts', () => ({ askAhead }));
beforeEach(() => askAhead.mockReset());

const ROUTES = [
  { module: 'mf-a', path: '/calls/:stock?', title: 'Calls', guard: 'session', page: 'calls', layout: 'frame', first: '/reco/v1/calls?view=live' },
  { module: 'mf-a', path: '/others', title: 'Others', guard: 'session', page: 'others', layout: 'frame' },
  { module: 'mf-a', path: '/foreign', title: 'Foreign', guard: 'session', page: 'foreign', layout: 'frame', first: '//evil.example/take' },
] as const;
/** A token that ends in so many seconds. */
const token = (seconds: number): string => `a.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds }))}.s`;
const LIVE = token(300);
const at = (address: string, token = LIVE, behind = 0) => askFirst(ROUTES, new URL(address, 'https://portal'), token, behind);

test('where this machine’s clock is behind, a token counts as over when the server’s has passed its end', () => {
  at('/calls', token(3_600), 3_700_000);
  expect(askAhead).not.toHaveBeenCalled();
  at('/calls', token(3_600), 3_000_000);
  expect(askAhead).toHaveBeenCalledOnce();
});

test('a token whose text has the letters of a URL is read as well', () => {
  const unlike = `a.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 300, sub: '~~~???>>>' }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.s`;
  expect(unlike).toMatch(/[-_]/);
  at('/calls', unlike);
  expect(askAhead).toHaveBeenCalledOnce();
});

test('a screen’s first request is sent for who is signed in', () => {
  at('/calls');
  expect(askAhead.mock.calls).toEqual([['/reco/v1/calls?view=live', LIVE]]);
});

test.each([
  ['for a visitor', '/calls', ''],
  ['where the path says more', '/calls/TCS', LIVE],
  ['where a query says more', '/calls?view=past', LIVE],
  ['for a screen that names none', '/others', LIVE],
  ['for an address without a screen', '/nowhere', LIVE],
  ['to another origin', '/foreign', LIVE],
  ['with a token that is over', '/calls', token(-60)],
  ['with a token that is about to be', '/calls', token(10)],
  ['with a token that can’t be read', '/calls', 'opaque'],
])('nothing is sent %s', (_, address, token) => {
  at(address, token);
  expect(askAhead).not.toHaveBeenCalled();
});
