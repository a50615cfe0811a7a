import { expect, test } from 'vitest';
import { ALL_ROUTE_ROLES } from '../domain/access/roles.ts';
import { decide, type Effects, type GuardDecision, type GuardStorage, type VisitedRoute } from './guard.ts';

const NOBODY: GuardStorage = { token: '', expireIn: 0, roles: [], userId: '', planName: '', pending: '', environment: null };
const ANALYST: GuardStorage = { ...NOBODY, token: 'A', expireIn: 2000, roles: ['Analyst'], userId: 'u1' };
const ZEBU = { byPassLogin: false, loginModule: 'zebu' } as const;
const TWO_STEP = { byPassLogin: false, loginModule: 'two-step' } as const;
const BYPASS = { byPassLogin: true, loginModule: '' } as const;
const OPEN = ['/login', '/verify-otp', '/retail-investors', '/', '/options-insights'];
const TOKEN = ['/change-password', '/broker-disclaimer'];
const HUB = '/experts-past-recommendations';
const PLANS: Partial<VisitedRoute> = {
  instead: [
    { for: 'underPartnerLogin', to: HUB },
    { for: 'premium', to: '/data-categorisation', pending: true },
    { for: 'pro', to: '/data-categorisation', pending: true },
  ],
};
/** What manifests say of the routes that have rules of their own. */
const MANIFEST: Readonly<Record<string, Partial<VisitedRoute>>> = {
  '/chat': { remember: false },
  '/pricing': PLANS,
  '/pricing/x': PLANS,
  '/equity-watchlist': { market: 'equity' },
};

interface More {
  from?: string;
  allowed?: readonly string[];
}
function guard(path: string, storage: GuardStorage, { from = '', allowed }: More = {}): GuardDecision {
  const routeAt = (bare: string): VisitedRoute => ({
    guard: OPEN.includes(bare) ? 'open' : TOKEN.includes(bare) ? 'token' : 'session',
    ...(allowed && { allowed }),
    ...MANIFEST[bare],
  });
  return decide({ path, routeAt, storage, from, now: 1000 });
}
const proceed = (effects: Effects = {}): GuardDecision => ({ kind: 'proceed', effects });
const to = (target: string, effects: Effects = {}): GuardDecision => ({ kind: 'redirect', to: target, effects });

test.each<[string, GuardDecision, GuardDecision]>([
  ['S4-GUARD-01 a matching role proceeds', guard('/my-posts', { ...ANALYST, roles: ['Dealer'] }, { allowed: ['Broker', 'Dealer'] }), proceed()],
  ['S4-GUARD-01 another role does not', guard('/my-posts', ANALYST, { allowed: ['Broker', 'Dealer'] }), to('/login', { clear: true, save: '/my-posts' })],
  ['S4-GUARD-02 pending route', guard('/my-dashboard', { ...ANALYST, pending: '/my-posts' }), to('/my-posts', { consume: true })],
  ['S4-GUARD-03 profile update keeps going', guard('/profile-update', { ...ANALYST, pending: '/my-posts' }), proceed()],
  ['S4-GUARD-03 with its step', guard('/profile-update?active_step=2', { ...ANALYST, pending: '/my-posts' }), proceed()],
  [
    'S4-GUARD-04 pricing with Premium',
    guard('/my-posts', { ...ANALYST, pending: '/pricing', planName: 'Premium' }),
    to('/data-categorisation', { consume: true }),
  ],
  ['S4-GUARD-04 pricing with Pro', guard('/my-posts', { ...ANALYST, pending: '/pricing', planName: 'Pro' }), to('/data-categorisation', { consume: true })],
  ['S4-GUARD-04 pricing with Lite', guard('/my-posts', { ...ANALYST, pending: '/pricing', planName: 'Lite' }), to('/pricing', { consume: true })],
  ['S4-GUARD-A03 below pricing', guard('/my-posts', { ...ANALYST, pending: '/pricing/x', planName: 'Premium' }), to('/data-categorisation', { consume: true })],
  ['S4-GUARD-A01 arriving at the pending route uses it up', guard('/my-posts', { ...ANALYST, pending: '/my-posts' }), proceed({ consume: true })],
  ['S4-GUARD-A02 not from unrestricted routes', guard('/change-password', { ...ANALYST, pending: '/my-posts' }), proceed()],
  ['S4-GUARD-A02 not from open routes', guard('/', { ...ANALYST, pending: '/my-posts' }), proceed()],
  ['S4-GUARD-06 back to profile update', guard('/my-posts', { ...ANALYST, roles: [] }, { from: '/profile-update' }), to('/profile-update')],
  ['S4-GUARD-07, S4-GUARD-08, S4-GUARD-10 cleared, saved, login', guard('/my-posts', NOBODY), to('/login', { clear: true, save: '/my-posts' })],
  ['S4-GUARD-09 chat is not saved', guard('/chat', NOBODY), to('/login', { clear: true })],
  ['S4-GUARD-A07 the query is saved too', guard('/my-posts?x=1', NOBODY), to('/login', { clear: true, save: '/my-posts?x=1' })],
  ['S4-GUARD-A07 chat with any query', guard('/chat?room=1', NOBODY), to('/login', { clear: true })],
  ['S4-GUARD-11 broken roles', guard('/my-posts', { ...ANALYST, roles: null }), to('/login', { clear: true })],
  ['S4-GUARD-12 pricing with the partner login module', guard('/pricing', { ...ANALYST, environment: ZEBU }), to(HUB)],
  ['S4-GUARD-A08 not with the other module', guard('/pricing', { ...ANALYST, environment: TWO_STEP }), proceed()],
  ['S4-GUARD-13 login when signed in', guard('/login', ANALYST), to(HUB)],
  ['S4-GUARD-14 verify-otp when signed in', guard('/verify-otp', ANALYST), to(HUB)],
  ['S4-GUARD-15 login from profile update', guard('/login', ANALYST, { from: '/profile-update' }), to('/profile-update')],
  ['S4-GUARD-15 verify-otp from profile update', guard('/verify-otp', ANALYST, { from: '/profile-update?active_step=1' }), to('/profile-update')],
  ['S4-GUARD-A09 an expired token is not logged in', guard('/login', { ...ANALYST, expireIn: 1000 }), proceed()],
  ['S4-GUARD-16 no user id, no profile', guard('/my-posts', { ...ANALYST, userId: '' }), to('/', { clear: true })],
  ['S4-GUARD-A05 the role check comes first', guard('/my-posts', { ...NOBODY, userId: '' }), to('/login', { clear: true, save: '/my-posts' })],
  ['S4-GUARD-A05 open routes are never affected', guard('/', { ...ANALYST, userId: '' }), proceed()],
  ['S4-GUARD-A06 bypass instead of login', guard('/my-posts', { ...NOBODY, environment: BYPASS }), to('/auth-bypass', { clear: true, save: '/my-posts' })],
  ['S4-AFTER-A02 the login itself, too', guard('/login', { ...NOBODY, environment: BYPASS }), to('/auth-bypass')],
  ['S4-GUARD-O01 the equity watchlist sets equity', guard('/equity-watchlist', ANALYST), proceed({ marketType: 'equity' })],
  ['S2.1-GROUP-04, S2.1-GROUP-A02 change-password without roles', guard('/change-password', { ...ANALYST, roles: [] }), proceed()],
  ['S2.1-GROUP-04 broker-disclaimer without roles', guard('/broker-disclaimer', { ...ANALYST, roles: [] }), proceed()],
  ['S2.1-GROUP-A02 change-password without token', guard('/change-password', NOBODY), to('/login', { clear: true, save: '/change-password' })],
  ['S2.2-MENU-A01 pricing needs login', guard('/pricing', NOBODY), to('/login', { clear: true, save: '/pricing' })],
  ['S2.2-MENU-A01 posts need login', guard('/expert-buzz', NOBODY), to('/login', { clear: true, save: '/expert-buzz' })],
  ['S2.2-MENU-A01 retail-investors is open', guard('/retail-investors', NOBODY), proceed()],
  ['unknown path', decide({ path: '/no-such-page', routeAt: () => null, storage: ANALYST, from: '', now: 1000 }), to('/')],
])('%s', (_row, decision, expected) => {
  expect(decision).toEqual(expected);
});

test.each(['/options-watchlist', '/publish-recommendation-options', '/expert-past-strategy-options', '/past-strategy-options', '/options-insights/NIFTY'])(
  '%s sets the market type to options (S4-GUARD-05, S4-GUARD-A04)',
  (path) => {
    const guard = path.startsWith('/options-insights') ? ('open' as const) : ('session' as const);
    expect(decide({ path, routeAt: () => ({ guard, market: 'options' }), storage: ANALYST, from: '', now: 1000 })).toEqual(proceed({ marketType: 'options' }));
  },
);

test.each(ALL_ROUTE_ROLES)('a protected route opens for %s alone, and all eleven are allowed (S2.1-GROUP-03)', (role) => {
  expect(ALL_ROUTE_ROLES).toHaveLength(11);
  expect(guard('/my-dashboard', { ...ANALYST, roles: [role] })).toEqual(proceed());
});

test('no role, no entry (S2.1-GROUP-03)', () => {
  expect(guard('/my-dashboard', { ...ANALYST, roles: [] })).toEqual(to('/login', { clear: true, save: '/my-dashboard' }));
});
