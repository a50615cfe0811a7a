import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { makeReferralCode, readReferrals } from '@vimarsh/shared/contract/referrals/routes.ts';
import type { OwnReferrals } from '@vimarsh/shared/contract/referrals/types.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { earnAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from '../my-account.page.tsx';

const INVESTOR = { id: 'u1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;
const EARN = earnAddress();
const NONE: OwnReferrals = { days: 7, most_a_year: 5, code: '', credited_in_year: 0, joined_by_code: null, people: [], given: [] };
const LINK = 'http://localhost:3000/login?referral=CDFGHJKM';

function open(path: string, answers: CannedAnswer[], snapshot: Partial<Snapshot> = {}) {
  const host = fakeHost({ path, answers, snapshot: { signedIn: true, user: INVESTOR, ...snapshot } });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
const tab = () => screen.queryByRole('tab', { name: /Earn from/ });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the submenu of earning is EARN_FROM_VIMARSH: its tab stands last, and the address names it (S9-DEF-11, S9-DEF-A01)', async () => {
  const { user } = open('/my-account?tab=security', [reply(readReferrals, { own: NONE })]);
  await user.click(await screen.findByRole('tab', { name: 'Earn from Vimarsh' }));
  expect(DEFAULTS.efsSubmenu).toBe('EARN_FROM_VIMARSH');
  expect(location.search).toBe('?tab=EARN_FROM_VIMARSH');
  expect(screen.getAllByRole('tab').at(-1)).toHaveTextContent('Earn from Vimarsh');
  expect(await screen.findByRole('heading', { name: 'Earn from Vimarsh' })).toBeVisible();
  expect(screen.getByText('Nobody has signed up with your link yet.')).toBeVisible();
});

test('where nothing runs there is no tab, and who comes by an address reads so', async () => {
  const { host } = open('/my-account?tab=security', [reply(readReferrals, { own: null })]);
  await waitFor(() => expect(host.calls.some(({ route }) => route === readReferrals)).toBe(true));
  expect(tab()).toBeNull();
  cleanup();
  open(EARN, [reply(readReferrals, { own: null })]);
  expect(await screen.findByText('Nothing runs here at the moment.')).toBeVisible();
});

test.each([
  ['an expert', { user: { ...INVESTOR, profession: 'Analyst' as const } }],
  ['an admin', { user: { ...INVESTOR, is_admin: true } }],
  ['a customer of a broker without plans', { environment: { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' as const } }],
])('%s has no tab and asks for nothing, whatever the address says', async (_who, snapshot) => {
  const { host } = open(EARN, [], snapshot);
  expect(await screen.findByRole('tab', { selected: true })).not.toHaveTextContent('Earn');
  expect(tab()).toBeNull();
  expect(host.calls.some(({ route }) => route === readReferrals)).toBe(false);
});

test('a link is made when it is asked for; it is copied, and said to be only then', async () => {
  const { host, user } = open(EARN, [reply(readReferrals, { own: NONE }), reply(makeReferralCode, { code: 'CDFGHJKM' })]);
  const make = await screen.findByRole('button', { name: 'Make my link' });
  expect(host.calls.some(({ route }) => route === makeReferralCode)).toBe(false);
  host.answer(reply(readReferrals, { own: { ...NONE, code: 'CDFGHJKM' } }));
  await user.click(make);
  expect(await screen.findByLabelText('Your link')).toHaveValue(LINK);
  expect(screen.getByText('Your code is CDFGHJKM.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(LINK);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText('Selected: copy it with the keyboard.')).toBeVisible();
});

test('it is shared where the device can, and who closes the sheet reads of no failure', async () => {
  open(EARN, [reply(readReferrals, { own: { ...NONE, code: 'CDFGHJKM' } })]);
  await screen.findByLabelText('Your link');
  expect(screen.queryByRole('button', { name: 'Share it' })).toBeNull();
  cleanup();
  const share = vi.fn(async () => Promise.reject(new DOMException('closed', 'AbortError')));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { host, user } = open(EARN, [reply(readReferrals, { own: { ...NONE, code: 'CDFGHJKM' } })]);
  await user.click(await screen.findByRole('button', { name: 'Share it' }));
  expect(share).toHaveBeenCalledWith({ title: 'Vimarsh', url: LINK });
  expect(host.notices).toEqual([]);
  Reflect.deleteProperty(navigator, 'share');
});

test('of people it says a day and how far they are, of days on which plan, for what and until when', async () => {
  open(EARN, [
    reply(readReferrals, {
      own: {
        ...NONE,
        code: 'CDFGHJKM',
        credited_in_year: 1,
        joined_by_code: 'credited',
        people: [
          { state: 'joined', joined_on: '2026-11-20' },
          { state: 'qualified', joined_on: '2026-11-12' },
          { state: 'credited', joined_on: '2026-11-02' },
          { state: 'void', joined_on: '2026-11-02' },
        ],
        given: [
          { side: 'referrer', plan: 'Lite', days: 7, given_at: '2026-11-20T20:45:00.000Z', ends_at: '2026-11-27T20:45:00.000Z' },
          { side: 'referee', plan: 'Premium', days: 7, given_at: '2026-10-20T20:45:00.000Z', ends_at: '2026-10-27T20:45:00.000Z' },
        ],
      },
    }),
  ]);
  const people = within(await screen.findByRole('list', { name: 'People you brought' })).getAllByRole('listitem');
  expect(people.map(({ textContent }) => textContent)).toEqual([
    'Joined on 20 Nov 2026Waits for a paid plan and a PAN',
    'Joined on 12 Nov 2026On its way: 7 days after plan and PAN at the earliest',
    'Joined on 2 Nov 2026Days added',
    'Joined on 2 Nov 2026Does not count',
  ]);
  expect(screen.getByText('1 of 5 have brought you days in the last 365 days.')).toBeVisible();
  const given = within(screen.getByRole('list', { name: 'Days you were given' })).getAllByRole('listitem');
  expect(given.map(({ textContent }) => textContent)).toEqual([
    '7 days on LiteFor somebody you brought21 Nov 2026 to 28 Nov 2026',
    '7 days on PremiumFor your sign-up with a code21 Oct 2026 to 28 Oct 2026',
  ]);
  expect(screen.getByText('You signed up with a code, and your days were added.')).toBeVisible();
});

test('what could not be loaded says so and offers another try', async () => {
  open(EARN, [refuse(readReferrals, 'INTERNAL', 'Something failed on our side.')]);
  expect(await screen.findByText('Could not load your code.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
