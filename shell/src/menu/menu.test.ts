import type { Profession } from '@vimarsh/shared/contract/identity.contract.ts';
import type { ModuleRoute } from '@vimarsh/shared/contract/module.contract.ts';
import type { Environment } from '@vimarsh/shared/contract/partners.contract.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/environments.ts';
import { describe, expect, test } from 'vitest';
import { faqPath, isHere, menuFor, type Visitor } from './menu.ts';

const route = (path: string, guard: ModuleRoute['guard'] = 'open', title = path): ModuleRoute => ({ path, title, guard, page: 'x', layout: 'frame' });
/** The screens that exist now. */
const NOW = [
  route('/'),
  route('/login'),
  route('/experts-past-recommendations/:stock_id?/:user_id?/:sector?/:cap?', 'session'),
  route('/upload-recommendation/:stock_name?', 'session', 'Publish a call'),
  route('/past-recommendations', 'session', 'My calls'),
  route('/market-sentiment'),
  route('/retail-side/faq'),
  route('/retail-side/terms-condition'),
];
const LATER = [...NOW, route('/advisors/expert-side/faq'), route('/brokers/expert-side/faq')];

const DIRECT = { userType: 'internal', userSubType: '' } as const;
const user = (profession: Profession, more: object = {}): Visitor => ({
  signedIn: true,
  user: { id: 'u', full_name: 'A', profession, picture: '', email: '', verified: false, rank: null, is_admin: false, ...more },
  environment: null,
  userType: DIRECT,
});
const visitor: Visitor = { signedIn: false, user: null, environment: null, userType: DIRECT };
const on = (partner: Partial<Environment>): Visitor => ({ ...user('Retail Investor'), environment: { ...ENVIRONMENTS[0]!, ...partner } });
const labels = (who: Visitor, routes = NOW) => menuFor(who, routes).places.map((place) => place.label);

describe('who sees what', () => {
  test.each<[string, Visitor, string[]]>([
    ['visitor', visitor, ['Home', 'Market sentiment', 'FAQs', 'Terms']],
    ['investor', user('Retail Investor'), ['Home', 'My calls', 'Market sentiment', 'FAQs', 'Terms']],
    ['expert', user('Analyst'), ['Home', 'My calls', 'Publish a call', 'Market sentiment', 'FAQs', 'Terms']],
    ['dealer', user('Dealer'), ['Home', 'My calls', 'Publish a call', 'Market sentiment', 'FAQs', 'Terms']],
  ])('%s', (_, who, expected) => expect(labels(who)).toEqual(expected));

  test('entries whose screens no manifest has are not shown', () => {
    expect(labels(user('Analyst'), [route('/market-sentiment')])).toEqual(['Market sentiment']);
    expect(menuFor(visitor, []).signIn).toBeNull();
  });

  test('sign in for visitors, Logout for the others', () => {
    expect(menuFor(visitor, NOW)).toMatchObject({ signIn: '/login', signOut: false });
    expect(menuFor(user('Retail Investor'), NOW)).toMatchObject({ signIn: null, signOut: true });
  });
});

const ACCOUNT = [...NOW, route('/my-account', 'session'), route('/profile-update', 'session')];

test('My Account is an entry for customers of brokers without plans, whatever their profession, and for nobody else (S2.5-MENU-03, S2.5-MENU-A04)', () => {
  const at = (userSubType: Visitor['userType']['userSubType'], who: Visitor): Visitor => ({ ...who, userType: { userType: 'broker', userSubType } });
  expect(labels(at('brokerWithoutPlans', user('Retail Investor')), ACCOUNT)).toContain('My Account');
  expect(labels(at('brokerWithoutPlans', user('Broker')), ACCOUNT)).toContain('My Account');
  expect(menuFor(at('brokerWithoutPlans', user('Broker')), ACCOUNT).places.find(({ key }) => key === 'account')!.to).toBe('/my-account');
  for (const who of [at('brokerWithPlans', user('Broker')), user('Broker'), user('Retail Investor'), at('brokerWithoutPlans', visitor)])
    expect(labels(who, ACCOUNT)).not.toContain('My Account');
});

test('everybody signed in finds profile and account with their name, where those screens exist', () => {
  expect(menuFor(user('Retail Investor'), ACCOUNT).own.map(({ to }) => to)).toEqual(['/profile-update', '/my-account']);
  expect(menuFor(user('Retail Investor'), NOW).own).toEqual([]);
  expect(menuFor(visitor, ACCOUNT).own).toEqual([]);
});

test('Broker Disclaimer is an entry where the partner’s environment says so (S2.5-MENU-07, S2.5-MENU-O03, S2.3-MISC-02)', () => {
  const routes = [...NOW, route('/broker-disclaimer', 'session')];
  expect(menuFor(on({ hasBrokerDisclaimer: true }), routes).places.find(({ label }) => label === 'Broker Disclaimer')?.to).toBe('/broker-disclaimer');
  expect(labels(on({ hasBrokerDisclaimer: false }), routes)).not.toContain('Broker Disclaimer');
  expect(labels(user('Retail Investor'), routes)).not.toContain('Broker Disclaimer');
});

test('Compliance: investors have theirs, all others their own, or the investors’ while that does not exist (S2.5-MENU-09)', () => {
  const target = (who: Visitor, ...more: string[]) =>
    menuFor(who, [...NOW, route('/vimarsh-compliance'), ...more.map((path) => route(path))]).places.find(({ key }) => key === 'compliance')?.to;
  expect(target(user('Retail Investor'), '/vimarsh-compliance-experts')).toBe('/vimarsh-compliance');
  expect(target(user('Dealer'), '/vimarsh-compliance-experts')).toBe('/vimarsh-compliance-experts');
  expect(target(user('Dealer'))).toBe('/vimarsh-compliance');
});

test('the review of documents is an entry for admins only', () => {
  const routes = [...NOW, route('/document-review', 'session', 'Document review')];
  expect(labels(user('Market Expert', { is_admin: true }), routes)).toContain('Document review');
  expect(labels(user('Market Expert'), routes)).not.toContain('Document review');
});

test('Home: / for visitors, the calls for those signed in', () => {
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
])('FAQs of a %s are %s; while they don’t exist, the investors’ ones', (profession, path) => {
  expect(faqPath(profession)).toBe(path);
  const target = (routes: readonly ModuleRoute[]) => menuFor(user(profession), routes).places.find((place) => place.key === 'faqs')!.to;
  expect(target(LATER)).toBe(path);
  expect(target(NOW)).toBe('/retail-side/faq');
});

test('Logout is hidden inside the app, for bypass login and where the partner hides it (S2.5-MENU-O01)', () => {
  expect(menuFor(user('Retail Investor', { source: 'paytm' }), NOW).signOut).toBe(false);
  expect(menuFor(on({ byPassLogin: true, hideLogout: false }), NOW).signOut).toBe(false);
  expect(menuFor(on({ byPassLogin: false, hideLogout: true }), NOW).signOut).toBe(false);
  expect(menuFor(on({ byPassLogin: false, hideLogout: false }), NOW).signOut).toBe(true);
});

test('the active place is the one whose screen is shown, parameters or not', () => {
  const [home, history] = menuFor(user('Retail Investor'), NOW).places;
  expect(isHere(home!, '/experts-past-recommendations/INFY', NOW)).toBe(true);
  expect(isHere(history!, '/experts-past-recommendations/INFY', NOW)).toBe(false);
  expect(isHere(history!, '/nowhere', NOW)).toBe(false);
});
