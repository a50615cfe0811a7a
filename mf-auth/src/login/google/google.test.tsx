import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import { readReferralCode } from '@vimarsh/shared/contract/referrals/routes.ts';
import { beginGoogle, completeGoogle, signInWithSocial } from '@vimarsh/shared/contract/social/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { leaveFor } from '../leave-for.ts';
import { Page } from '../login.page.tsx';

vi.mock('../leave-for.ts', () => ({ leaveFor: vi.fn() }));

const identity = { token: 'tk', username: 'leela@x.co', full_name: 'Leela Menon', first_name: 'Leela', last_name: 'Menon' };
const list = (google_enable: boolean) => reply(brokerList, [], { auth_option: { google_enable, fb_enable: false, credential_enable: true, sign_up: true } });
const confirmed = reply(completeGoogle, identity);
const signedIn = reply(signInWithSocial, { token: 't', redirect_url: '' });

function open(path: string, answers: readonly CannedAnswer[], key = '') {
  const environment = ENVIRONMENTS.find((one) => one.utm_source_str === key) ?? null;
  const host = fakeHost({ path, answers, page: { environment, brand: environment?.utm_source ?? 'vimarsh' } });
  render(<Page />, { wrapper: host.Wrapper });
  return host;
}
afterEach(cleanup);

test('back from Google, the identity is confirmed and sent with exactly the specified fields (S7-SOCIAL-01, S7-SOCIAL-02)', async () => {
  for (const [key, broker_id] of [
    ['', null],
    ['neem', 9],
  ] as const) {
    const host = open('/login?code=G1&state=google.s&scope=openid', [list(true), confirmed, signedIn], key);
    await waitFor(() => expect(host.adopted).toHaveLength(1));
    expect(host.adopted[0]!.how).toBe('social');
    const sent = (route: object) => host.calls.filter((call) => call.route === route).map(({ input }) => input.body);
    expect(sent(completeGoogle)).toEqual([{ url: 'http://localhost:3000/login?code=G1&state=google.s&scope=openid' }]);
    expect(sent(signInWithSocial)).toEqual([{ ...identity, sign_up_source: 'GMAIL', profession: 'RETAIL_INVESTOR', referral_code: '', broker_id }]);
    expect(`${signInWithSocial.method} ${signInWithSocial.path}`).toBe('POST /auth/v1/sign_in_with_social');
    expect(location.search).toBe('');
    cleanup();
  }
});

test('a code of the address is kept while Google’s page is open, and sent after it; the next departure without one forgets it', async () => {
  for (const [path, referral_code] of [
    ['/login?referral=CDFGHJKM', 'CDFGHJKM'],
    ['/login', ''],
  ] as const) {
    const leaving = open(path, [list(true), reply(beginGoogle, { redirect_url: 'https://google.example' }), reply(readReferralCode, { gives: null })]);
    await aUser().click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await waitFor(() => expect(leaveFor).toHaveBeenLastCalledWith('https://google.example'));
    expect(leaving.calls.filter(({ route }) => route === beginGoogle)).toHaveLength(1);
    vi.mocked(leaveFor).mockClear();
    cleanup();
    const host = open('/login?code=G1&state=google.s', [list(true), confirmed, signedIn]);
    await waitFor(() => expect(host.adopted).toHaveLength(1));
    expect(host.calls.find(({ route }) => route === signInWithSocial)!.input.body).toMatchObject({ referral_code });
    cleanup();
  }
});

test('a refusal shows its reason and the login', async () => {
  for (const answers of [
    [list(true), refuse(completeGoogle, 'SOCIAL_REFUSED', 'X')],
    [list(true), confirmed, refuse(signInWithSocial, 'USER_EXISTS', 'X')],
  ]) {
    const host = open('/login?code=G1&state=google.s', answers);
    expect(await screen.findByRole('form', { name: 'Log in' })).toBeVisible();
    expect(host.notices).toMatchObject([{ title: 'Oops! Something went wrong!', text: 'X' }]);
    cleanup();
  }
});
