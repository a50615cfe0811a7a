import { workspaces } from '@vimarsh/shared/build/modules.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { PageRoute } from '@vimarsh/shared/contract/release/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { describe, expect, test } from 'vitest';
import { MANIFEST_ROUTES } from './manifest-routes.testing.ts';
import { groupsOf, isHere, menuFor, type Visitor } from './menu.ts';

const NOW = MANIFEST_ROUTES;
const without = (...paths: string[]) => NOW.filter(({ path }) => !paths.some((removed) => path === removed || path.startsWith(`${removed}/:`)));
/** Without the FAQ pages for experts. */
const EARLIER = without('/advisors/expert-side/faq', '/brokers/expert-side/faq');

const user = (profession: Profession, more: object = {}): Visitor => ({
  signedIn: true,
  user: { id: 'u', full_name: 'A', profession, picture: '', email: '', verified: false, rank: null, is_admin: false, ...more },
  environment: null,
  plan: null,
});
const visitor: Visitor = { signedIn: false, user: null, plan: null, environment: null };
const on = (partner: Partial<Environment>): Visitor => ({ ...user('Retail Investor'), environment: { ...ENVIRONMENTS[0]!, ...partner } });
const labels = (who: Visitor, routes = NOW) => menuFor(who, routes).places.map((place) => place.label);

describe('who sees what', () => {
  const LAST = ['Compliance', 'FAQs'];
  const KINDS: [string, Visitor, string[]][] = [
    ['visitor', visitor, ['Home', 'Experts', 'Market sentiment', 'Stocks', 'Options', 'For investors', ...LAST]],
    [
      'investor',
      user('Retail Investor'),
      [
        'Home',
        'Calls I follow',
        'Markets',
        'My dashboard',
        'Experts',
        'Market sentiment',
        'Stocks',
        'Watchlist',
        'Options',
        'Option calls',
        'Option calls I follow',
        'Options watchlist',
        'Calls by category',
        'Go Premium',
        ...LAST,
      ],
    ],
    [
      'expert',
      user('Analyst'),
      [
        'Home',
        'My calls',
        'Publish a call',
        'Markets',
        'My dashboard',
        'Experts',
        'Market sentiment',
        'Stocks',
        'Watchlist',
        'Options',
        'Option calls',
        'My option calls',
        'Options watchlist',
        'Calls by category',
        'Publish options',
        'My analytics',
        ...LAST,
      ],
    ],
    [
      'dealer',
      user('Dealer'),
      [
        'Home',
        'My calls',
        'Publish a call',
        'Markets',
        'My dashboard',
        'Experts',
        'Market sentiment',
        'Stocks',
        'Watchlist',
        'Options',
        'Option calls',
        'My option calls',
        'Options watchlist',
        'Calls by category',
        'Publish options',
        'My analytics',
        ...LAST,
      ],
    ],
  ];
  /** Entries of screens that came later are their modules' to place. */
  const known = new Set(KINDS.flatMap(([, , expected]) => expected));
  test.each(KINDS)('%s', (_, who, expected) => expect(labels(who).filter((label) => known.has(label))).toEqual(expected));

  test.each<[string, Visitor, string[]]>([
    ['visitor', visitor, ['', 'Insights', 'Account and help']],
    ['investor', user('Retail Investor'), ['', 'Calls', 'Insights', 'Following', 'Account and help']],
    ['expert who is an admin', user('Analyst', { is_admin: true }), ['', 'Calls', 'Publishing', 'Insights', 'Following', 'Administration', 'Account and help']],
  ])('the menu of an %s has headings, few places under each, and Home above them', (_, who, headings) => {
    const { places } = menuFor(who, NOW);
    const groups = groupsOf(places);
    expect(groups.map(({ heading }) => heading)).toEqual(headings);
    expect(groups[0]!.places.map(({ label }) => label)).toEqual(['Home']);
    expect(Math.max(...groups.map((group) => group.places.length))).toBeLessThanOrEqual(6);
    expect(groups.flatMap((group) => group.places)).toHaveLength(places.length);
  });

  test('under their headings the customer’s entries stand in the customer’s order (spec 2.5)', () => {
    const ORDER = ['Home', 'Go Premium', 'My Account', 'Broker Disclaimer', 'Compliance', 'FAQs'];
    const customer = (tier: Environment['tier']): Visitor => ({ ...on({ tier, loginModule: '', hasBrokerDisclaimer: true }) });
    for (const tier of ['brokerWithPlans', 'brokerWithoutPlans'] as const) {
      const shown = groupsOf(menuFor(customer(tier), NOW).places).flatMap((group) => group.places.map(({ label }) => label));
      const theirs = shown.filter((label) => ORDER.includes(label));
      expect(theirs).toEqual(ORDER.filter((label) => theirs.includes(label)));
      expect(theirs).toHaveLength(5);
    }
  });

  test('entries whose screens no manifest has are not shown', () => {
    expect(labels(user('Analyst'), [])).toEqual([]);
    expect(menuFor(visitor, []).signIn).toBeNull();
  });

  test('Sign in for visitors, Logout for everyone else', () => {
    expect(menuFor(visitor, NOW)).toMatchObject({ signIn: '/login', signOut: false });
    expect(menuFor(user('Retail Investor'), NOW)).toMatchObject({ signIn: null, signOut: true });
  });

  test('every entry has its own icon name and its own position', () => {
    const entries = workspaces().flatMap(({ manifest }) => manifest.routes.flatMap(({ menu }) => menu ?? []));
    expect(new Set(entries.map(({ icon }) => icon)).size).toBe(new Set(entries.map(({ order }) => order)).size);
    expect(new Set(entries.map(({ label, order }) => `${label} ${order}`)).size).toBe(new Set(entries.map(({ order }) => order)).size);
  });
});

test('plans are an entry for who buys them, named by what they have (S2.2-MENU-01, S2.5-MENU-02, S2.5-MENU-18, S2.5-MENU-A02, S2.5-MENU-A03)', () => {
  const having = (plan_name: 'Lite' | 'Premium' | 'Pro' | null, promotional_plan = false): Visitor => ({
    ...user('Retail Investor'),
    plan: plan_name && { plan_name, promotional_plan, starts_at: '', ends_at: '' },
  });
  const named = (who: Visitor) => menuFor(who, NOW).places.find(({ to }) => to === '/pricing')?.label;
  expect([having(null), having('Lite'), having('Premium', true)].map(named)).toEqual(['Go Premium', 'Go Premium', 'Go Premium']);
  expect([having('Premium'), having('Pro')].map(named)).toEqual(['Plan details', 'Plan details']);
  const at = (tier: Environment['tier']): Visitor => ({ ...having('Premium'), environment: { ...ENVIRONMENTS[0]!, tier, loginModule: '' } });
  expect([visitor, user('Analyst'), at('brokerWithoutPlans')].map(named)).toEqual([undefined, undefined, undefined]);
  expect(named(at('brokerWithPlans'))).toBe('Plan details');
});

test('Chat History leads investors to their chats, where there is chat, and nobody else (S2.2-MENU-04, S2.5-MENU-04, S2.5-MENU-05, S2.5-MENU-A08, S6-PERM-03)', () => {
  const leadsTo = (who: Visitor) => menuFor(who, NOW).places.find(({ label }) => label === 'Chat History')?.to;
  expect(leadsTo(user('Retail Investor')), 'a direct user has no partner, and has chat').toBe('/chat');
  for (const profession of ['Analyst', 'Financial Advisor', 'Broker', 'Dealer', 'Market Expert'] as const)
    expect(leadsTo(user(profession)), profession).toBeUndefined();
  expect(leadsTo(visitor)).toBeUndefined();
  expect([leadsTo(on({ isChatAvailable: true })), leadsTo(on({ isChatAvailable: false }))]).toEqual(['/chat', undefined]);
  expect(
    ENVIRONMENTS.filter(({ isChatAvailable }) => !isChatAvailable),
    'the two partners without chat',
  ).toHaveLength(2);
});

test('Expert Buzz is an entry for everybody who is signed in, My posts for who writes there (S2.2-MENU-02, S2.5-MENU-08)', () => {
  const leadsTo = (who: Visitor, label: string) => menuFor(who, NOW).places.find((place) => place.label === label)?.to;
  for (const profession of ['Retail Investor', 'Analyst', 'Dealer', 'Broker'] as const)
    expect(leadsTo(user(profession), 'Expert Buzz'), profession).toBe('/expert-buzz');
  expect([leadsTo(user('Analyst'), 'My posts'), leadsTo(user('Retail Investor'), 'My posts')]).toEqual(['/my-posts', undefined]);
  expect([leadsTo(visitor, 'Expert Buzz'), leadsTo(visitor, 'My posts')]).toEqual([undefined, undefined]);
});

test('My Account is an entry only for customers of brokers without plans, whatever their profession (S2.5-MENU-03, S2.5-MENU-A04)', () => {
  const at = (tier: Environment['tier'], who: Visitor): Visitor => ({ ...who, environment: { ...ENVIRONMENTS[0]!, tier } });
  expect(labels(at('brokerWithoutPlans', user('Retail Investor')))).toContain('My Account');
  expect(menuFor(at('brokerWithoutPlans', user('Broker')), NOW).places.find(({ label }) => label === 'My Account')!.to).toBe('/my-account');
  for (const who of [at('brokerWithPlans', user('Broker')), user('Broker'), user('Retail Investor'), at('brokerWithoutPlans', visitor)])
    expect(labels(who)).not.toContain('My Account');
});

test('every signed-in user finds profile, password and account with their name, where those screens exist', () => {
  expect(menuFor(user('Retail Investor'), NOW).own.map(({ to }) => to)).toEqual(['/profile-update', '/change-password', '/my-account']);
  expect(menuFor(user('Retail Investor'), without('/profile-update', '/change-password', '/my-account')).own).toEqual([]);
  expect(menuFor(visitor, NOW).own).toEqual([]);
});

test('the foot has each page of words once, and experts have their own in the place of the investors’', () => {
  const foot = (who: Visitor) => menuFor(who, NOW).foot.map(({ to }) => to);
  expect(foot(visitor)).toEqual(
    expect.arrayContaining(['/retail-side/terms-condition', '/retail-side/privacy-policy', '/business-partners', '/vimarsh-compliance']),
  );
  expect(foot(user('Analyst'))).toContain('/advisors/expert-side/terms-condition');
  expect(foot(user('Analyst'))).not.toContain('/retail-side/terms-condition');
  expect(foot(user('Dealer'))).toContain('/brokers/expert-side/terms-condition');
  expect(foot(user('Dealer'))).toHaveLength(foot(user('Retail Investor')).length);
});

test('Broker Disclaimer is an entry where the partner’s environment says so (S2.5-MENU-07, S2.5-MENU-O03, S2.3-MISC-02)', () => {
  expect(menuFor(on({ hasBrokerDisclaimer: true }), NOW).places.find(({ label }) => label === 'Broker Disclaimer')?.to).toBe('/broker-disclaimer');
  expect(labels(on({ hasBrokerDisclaimer: false }))).not.toContain('Broker Disclaimer');
  expect(labels(user('Retail Investor'))).not.toContain('Broker Disclaimer');
});

test('Compliance: investors have their page, everyone else another, or the investors’ while that does not exist (S2.5-MENU-09)', () => {
  const target = (who: Visitor, routes = NOW) => menuFor(who, routes).places.find(({ label }) => label === 'Compliance')?.to;
  expect(target(user('Retail Investor'))).toBe('/vimarsh-compliance');
  expect(target(visitor)).toBe('/vimarsh-compliance');
  expect(target(user('Dealer'))).toBe('/vimarsh-compliance-experts');
  expect(target(user('Dealer'), without('/vimarsh-compliance-experts'))).toBe('/vimarsh-compliance');
});

test('publishing is offered to experts, also to one who is an admin, and not to an admin who has no profession of the register', () => {
  expect(labels(user('Market Expert'))).toContain('Publish a call');
  expect(labels(user('Analyst', { is_admin: true }))).toContain('Publish a call');
  const office = labels(user('Market Expert', { is_admin: true }));
  expect(office).not.toContain('Publish a call');
  expect(office).not.toContain('Publish options');
  expect(office).not.toContain('My analytics');
});

test('the document review is an entry for admins only', () => {
  expect(labels(user('Market Expert', { is_admin: true }))).toContain('Document review');
  expect(labels(user('Market Expert'))).not.toContain('Document review');
});

test('Home: / for visitors, the calls for signed-in users', () => {
  expect(menuFor(visitor, NOW).places[0]!.to).toBe('/');
  expect(menuFor(user('Broker'), NOW).places[0]!.to).toBe('/experts-past-recommendations');
});

test.each<[Profession, string]>([
  ['Retail Investor', '/retail-side/faq'],
  ['Market Expert', '/advisors/expert-side/faq'],
  ['Analyst', '/advisors/expert-side/faq'],
  ['Financial Advisor', '/advisors/expert-side/faq'],
  ['Broker', '/brokers/expert-side/faq'],
  ['Dealer', '/brokers/expert-side/faq'],
])('the FAQs of a %s are %s, or the investors’ while those don’t exist (S2.5-MENU-10, S2.5-MENU-A07)', (profession, path) => {
  const target = (routes: readonly PageRoute[]) => menuFor(user(profession), routes).places.find(({ label }) => label === 'FAQs')!.to;
  expect(target(NOW)).toBe(path);
  expect(target(EARLIER)).toBe('/retail-side/faq');
});

test('Logout is hidden inside the app, for bypass login and where the partner hides it (S2.5-MENU-O01)', () => {
  expect(menuFor(user('Retail Investor', { source: 'paytm' }), NOW).signOut).toBe(false);
  expect(menuFor(on({ byPassLogin: true, hideLogout: false }), NOW).signOut).toBe(false);
  expect(menuFor(on({ byPassLogin: false, hideLogout: true }), NOW).signOut).toBe(false);
  expect(menuFor(on({ byPassLogin: false, hideLogout: false }), NOW).signOut).toBe(true);
});

test('the active place is the one whose screen is shown, with or without parameters', () => {
  const [home, history] = menuFor(user('Retail Investor'), NOW).places;
  expect(isHere(home!, '/experts-past-recommendations/INFY', NOW)).toBe(true);
  expect(isHere(history!, '/experts-past-recommendations/INFY', NOW)).toBe(false);
  expect(isHere(history!, '/nowhere', NOW)).toBe(false);
});
