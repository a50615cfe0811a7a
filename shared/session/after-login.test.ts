import { expect, test } from 'vitest';
import { ENVIRONMENTS } from '../domain/partners/demo/environments.ts';
import { afterLogin, type FinishedLogin } from './after-login.ts';
import { decide } from './guard.ts';

const RETAIL: FinishedLogin = {
  how: 'password',
  ask_password_for_change: false,
  profession: 'Retail Investor',
  full_name: 'Asha Rao',
  aadhar_card_status: '',
  pan_card_status: '',
  sebi_certificate_status: '',
  redirect: '',
  pending: '',
  environment: null,
  widgetAccess: null,
  bypass: false,
};
const VERIFIED = { aadhar_card_status: 'Verified', pan_card_status: 'verified', sebi_certificate_status: 'VERIFIED' };
const PLAIN_PARTNER = { byPassLogin: false, afterLoginHome: false, loginModule: '' };
const HOME_PARTNER = { ...PLAIN_PARTNER, afterLoginHome: true };
const BYPASS_PARTNER = { ...PLAIN_PARTNER, byPassLogin: true };
const STEP_1 = '/profile-update?active_step=1';
const STEP_2 = '/profile-update?active_step=2';
const HUB = '/experts-past-recommendations';

/** Rule by rule, then over combinations: the earlier rule wins (S4-AFTER-A01). */
test.each<[string, Partial<FinishedLogin>, string]>([
  [
    'S4-AFTER-01 password change, whatever else holds',
    { ask_password_for_change: true, profession: 'Analyst', full_name: '', redirect: '/x', widgetAccess: 'Locked', environment: BYPASS_PARTNER },
    '/change-password',
  ],
  ['S4-AFTER-02 expert without name', { profession: 'Analyst', full_name: '' }, STEP_1],
  ['S4-AFTER-02 investor without name', { full_name: '' }, HUB],
  ['S4-AFTER-A04 blanks are no name', { profession: 'Analyst', full_name: '  ' }, STEP_1],
  ['S4-AFTER-05 the server’s redirect', { redirect: '/my-dashboard' }, '/my-dashboard'],
  ['S4-AFTER-O01 no redirect given', {}, HUB],
  ['S4-AFTER-06 social login, stored route', { how: 'social', pending: '/pricing' }, '/pricing'],
  ['S4-AFTER-06 social login, no stored route', { how: 'social', redirect: '/x' }, '/x'],
  ['S4-AFTER-A01 social: the stored route comes before a password change', { how: 'social', pending: '/pricing', ask_password_for_change: true }, '/pricing'],
  ['S4-AFTER-A01 other logins leave the stored route to the guard', { how: 'otp', pending: '/pricing', redirect: '/x' }, '/x'],
  ['S4-AFTER-07 flagged partner', { environment: HOME_PARTNER, redirect: '/x' }, '/'],
  ['S4-AFTER-07 any other partner', { environment: PLAIN_PARTNER, redirect: '/x' }, '/x'],
  ['S4-AFTER-09 bypass partner', { environment: BYPASS_PARTNER, redirect: '/x' }, '/auth-bypass'],
  ['S4-AFTER-A02 finished on /auth-bypass', { environment: BYPASS_PARTNER, redirect: '/x', bypass: true }, '/x'],
  ['S2.4-QUERY-05 widget, locked', { widgetAccess: 'Locked', redirect: '/x' }, '/pricing'],
  ['S2.4-QUERY-06 widget, anything else', { widgetAccess: 'Open', redirect: '/x' }, HUB],
  ['S2.4-QUERY-A03 case matters', { widgetAccess: 'locked', redirect: '/x' }, HUB],
  ['S2.4-QUERY-A03 absent', { widgetAccess: null, redirect: '/x' }, '/x'],
  ['S2.4-QUERY-A02 password change before widget', { widgetAccess: 'Locked', ask_password_for_change: true }, '/change-password'],
  ['S2.4-QUERY-A02 name before widget', { widgetAccess: 'Locked', profession: 'Broker', full_name: '' }, STEP_1],
  ['S2.4-QUERY-A02 widget before partner', { widgetAccess: 'Locked', environment: HOME_PARTNER }, '/pricing'],
  ['S4-AFTER-A05 a dealer needs no ekyc', { profession: 'Dealer', redirect: '/x' }, '/x'],
  ['S4-AFTER-A05 a market expert needs no ekyc', { profession: 'Market Expert', redirect: '/x' }, '/x'],
])('%s', (_row, given, to) => {
  expect(afterLogin({ ...RETAIL, ...given })).toEqual({ to, ekyc: false });
});

test.each(['Analyst', 'Financial Advisor', 'Broker'] as const)(
  '%s without one of the three documents goes to step 2 (S4-AFTER-03, S4-AFTER-O02)',
  (profession) => {
    for (const missing of ['aadhar_card_status', 'pan_card_status', 'sebi_certificate_status']) {
      expect(afterLogin({ ...RETAIL, ...VERIFIED, profession, [missing]: 'Pending' })).toEqual({ to: STEP_2, ekyc: true });
    }
    expect(afterLogin({ ...RETAIL, ...VERIFIED, profession, redirect: '/x' })).toEqual({ to: '/x', ekyc: false });
  },
);

test('of the partner table two named sources and one login module lead to / (S4-AFTER-08, S4-AFTER-O03)', () => {
  const home = ENVIRONMENTS.filter((environment) => afterLogin({ ...RETAIL, environment, redirect: '/x' }).to === '/');
  expect(home.filter((one) => one.loginModule === '')).toHaveLength(2);
  expect(new Set(home.map((one) => one.loginModule).filter(Boolean))).toEqual(new Set(['zebu']));
});

test('a password login with a stored route ends there by way of the guard (S4-AFTER-A03, S4-AFTER-A06)', () => {
  const { to } = afterLogin({ ...RETAIL, pending: '/my-posts' });
  const storage = { token: 'A', expireIn: 2, roles: ['All'], userId: 'u', planName: '', pending: '/my-posts', environment: null };
  const decision = decide({ path: to, routeAt: () => ({ guard: 'session' }), storage, from: '/login', now: 1 });
  expect(decision).toMatchObject({ kind: 'redirect', to: '/my-posts' });
});
