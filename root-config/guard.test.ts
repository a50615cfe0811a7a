import { workspaces } from '@vimarsh/shared/build/modules.ts';
import { ALL_ROUTE_ROLES } from '@vimarsh/shared/domain/access/roles.ts';
import type { OwnedRoute } from '@vimarsh/shared/domain/routing/routes.ts';
import type { Effects, GuardStorage } from '@vimarsh/shared/session/guard.ts';
import { expect, test } from 'vitest';
import { destination } from './guard.ts';

const route = (path: string, guard: OwnedRoute['guard'] = 'open'): OwnedRoute => ({ path, guard, title: path, layout: 'frame', module: 'mf-x' });
const routes = [
  route('/'),
  route('/login'),
  route('/stocks/:stock?'),
  route('/stocks/list'),
  route('/my-posts', 'session'),
  { ...route('/chat', 'session'), remember: false },
  route('/experts-past-recommendations/:stock_id?/:user_id?/:sector?/:cap?', 'session'),
];
const nobody: GuardStorage = { token: '', expireIn: 0, roles: [], userId: '', planName: '', pending: '', environment: null };
const somebody: GuardStorage = { ...nobody, token: 't', expireIn: 9e15, roles: ['All'], userId: 'u1' };

function visit(path: string, storage: GuardStorage, from = '', known: readonly OwnedRoute[] = routes): { to: string; effects: Effects } {
  let effects: Effects = {};
  const to = destination(
    {
      routes: known,
      storage: () => (effects.clear ? nobody : { ...storage, ...(effects.consume && { pending: '' }) }),
      apply: (more) => (effects = { ...effects, ...more }),
    },
    path,
    from,
  );
  return { to, effects };
}

test('an unknown path goes to / whoever asks', () => {
  expect(visit('/no-such-page', nobody).to).toBe('/');
  expect(visit('/no-such-page/deep?x=1', somebody).to).toBe('/');
  expect(visit('/%E0%A4%A', nobody).to).toBe('/');
});

test('/side-nav is a layout, not an address: its children keep root paths', () => {
  expect(visit('/side-nav/my-posts?x=1', somebody).to).toBe('/my-posts?x=1');
  expect(visit('/side-nav', somebody).to).toBe('/experts-past-recommendations');
  expect(visit('/side-nav', nobody).to).toBe('/login');
});

test('a logged-out visitor is sent to login and the wish is kept, except for the chat (S2.1-ROUTE-33)', () => {
  expect(visit('/my-posts?x=1', nobody)).toEqual({ to: '/login', effects: { clear: true, save: '/my-posts?x=1' } });
  expect(visit('/chat?room=1', nobody)).toEqual({ to: '/login', effects: { clear: true } });
});

test('the kept wish is fulfilled once', () => {
  expect(visit('/experts-past-recommendations', { ...somebody, pending: '/my-posts' })).toEqual({ to: '/my-posts', effects: { consume: true } });
});

test('whoever is signed in and whoever is not may stay on / without a loop', () => {
  expect(visit('/', nobody).to).toBe('/');
  expect(visit('/', somebody).to).toBe('/');
});

test('rules that send each other around end at /', () => {
  const circle = destination({ routes: [], storage: () => nobody, apply: () => undefined }, '/a', '');
  expect(circle).toBe('/');
});

const released = workspaces().flatMap(({ name, manifest }) => manifest.routes.map(({ menu: _, ...entry }): OwnedRoute => ({ ...entry, module: name })));
const guarded = released.filter((entry) => entry.guard === 'session').map((entry) => entry.path);

test('the portal has screens that need login', () => {
  expect(guarded).toContain('/experts-past-recommendations/:stock_id?/:user_id?/:sector?/:cap?');
  expect(ALL_ROUTE_ROLES).toHaveLength(11);
});

test.each(guarded)('%s opens for each of the eleven roles alone, and for no other (S2.1-GROUP-02)', (pattern) => {
  const path = pattern.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+/g, 'x');
  const as = (role: string): string => visit(path, { ...somebody, roles: [role] }, '', released).to;
  for (const role of ALL_ROUTE_ROLES) expect(as(role), role).toBe(path);
  expect(as('Stranger')).toBe('/login');
});

const SPECIFIED_LATER = [
  '/options-watchlist',
  '/publish-recommendation-options',
  '/expert-past-strategy-options',
  '/past-strategy-options',
  '/equity-watchlist',
  '/chat',
  '/pricing',
];

/** Routes that the specification gives a rule of their own: the manifest that has such a screen must say so. */
test.each<[string, Partial<OwnedRoute>]>([
  ['/options-insights', { market: 'options' }],
  ['/options-watchlist', { market: 'options' }],
  ['/publish-recommendation-options', { market: 'options' }],
  ['/expert-past-strategy-options', { market: 'options' }],
  ['/past-strategy-options', { market: 'options' }],
  ['/equity-watchlist', { market: 'equity' }],
  ['/chat', { remember: false }],
  [
    '/pricing',
    {
      instead: [
        { for: 'underPartnerLogin', to: '/experts-past-recommendations' },
        { for: 'premium', to: '/data-categorisation', pending: true },
        { for: 'pro', to: '/data-categorisation', pending: true },
      ],
    },
  ],
])('%s, where a manifest has it, declares %j (S4-GUARD-04, S4-GUARD-05, S4-GUARD-09, S4-GUARD-12)', (path, declared) => {
  const own = released.find((entry) => entry.path === path || entry.path.startsWith(`${path}/:`));
  if (own) expect(own).toMatchObject(declared);
  else expect(SPECIFIED_LATER).toContain(path);
});
