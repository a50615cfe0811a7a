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
const at = (address: string, token = 'A') => askFirst(ROUTES, new URL(address, 'https://portal'), token);

test('a screen’s first request is sent for who is signed in', () => {
  at('/calls');
  expect(askAhead.mock.calls).toEqual([['/reco/v1/calls?view=live', 'A']]);
});

test.each([
  ['for a visitor', '/calls', ''],
  ['where the path says more', '/calls/TCS', 'A'],
  ['where a query says more', '/calls?view=past', 'A'],
  ['for a screen that names none', '/others', 'A'],
  ['for an address without a screen', '/nowhere', 'A'],
  ['to another origin', '/foreign', 'A'],
])('nothing is sent %s', (_, address, token) => {
  at(address, token);
  expect(askAhead).not.toHaveBeenCalled();
});
