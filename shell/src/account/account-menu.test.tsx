import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { PlanData } from '@vimarsh/shared/contract/identity/types.ts';
import { type FakeHostOptions, fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test, vi } from 'vitest';
import { MANIFEST_ROUTES } from '../menu/manifest-routes.testing.ts';
import { menuFor } from '../menu/menu.ts';
import { AccountMenu } from './account-menu.tsx';

const user = {
  id: 'u',
  full_name: 'Zoya Ansari',
  profession: 'Retail Investor',
  picture: '',
  email: '',
  verified: false,
  rank: null,
  is_admin: false,
} as const;
const pro: PlanData = {
  plan_name: 'Pro',
  promotional_plan: false,
  starts_at: '2026-11-01T00:00:00.000Z',
  ends_at: new Date(Date.now() + 41 * 86_400_000).toISOString(),
};

function show(options: FakeHostOptions = {}, signOut = true) {
  const host = fakeHost({ ...options, snapshot: { signedIn: true, user, plan: pro, ...options.snapshot } });
  const { own } = menuFor(host.session.snapshot(), MANIFEST_ROUTES);
  render(<AccountMenu menu={{ own, signOut }} user={host.session.snapshot().user} />, { wrapper: host.Wrapper });
  return host;
}
const button = () => screen.getByRole('button', { name: 'Your account: Zoya Ansari' });

test('is a menu button: it says that it opens a menu and whether it is open, and Esc gives the focus back', async () => {
  show();
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  expect(button()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  expect(await screen.findByRole('menuitem', { name: 'Profile' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
  expect(screen.queryByRole('menu')).toBeNull();
});

test('names the account and its plan, what it may open, theme, language and the way out, in this order', async () => {
  show();
  await userEvent.click(button());
  const menu = await screen.findByRole('menu');
  expect(menu).toHaveTextContent(/^Zoya AnsariPro · 41 days left/);
  expect([...menu.querySelectorAll('[role^=menuitem]')].map((entry) => entry.textContent)).toEqual([
    'Profile',
    'Password',
    'Account',
    'Alerts',
    'As the device',
    'Light',
    'Dark',
    'हिन्दी',
    'Logout',
  ]);
});

test.each([
  ['an investor', {}],
  ['an expert', { user: { ...user, profession: 'Market Expert', verified: true } }],
  ['an admin', { user: { ...user, is_admin: true } }],
  ['somebody without a plan', { plan: null }],
] as const)('the alerts that %s has set are a press away', async (_who, snapshot) => {
  const host = show({ snapshot });
  const asked = vi.fn();
  host.session.listen('notices.asked', asked);
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Alerts' }));
  expect(asked).toHaveBeenCalledWith({ shown: 'alerts' });
});

test('arrows, Home, End and first letters move; Enter follows a place', async () => {
  show();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menu');
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Password' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('menuitem', { name: 'Logout' })).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Account' })).toHaveFocus();
  await userEvent.keyboard('l');
  expect(screen.getByRole('menuitemradio', { name: 'Light' })).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}{Enter}');
  expect(location.pathname).toBe('/my-account');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('the theme is chosen among three, is on the page at once, and the menu stays to show it', async () => {
  show();
  await userEvent.click(button());
  const themes = within(await screen.findByRole('group', { name: 'Theme' }));
  expect(themes.getByRole('menuitemradio', { name: 'As the device' })).toBeChecked();
  await userEvent.click(themes.getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(themes.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await userEvent.click(themes.getByRole('menuitemradio', { name: 'As the device' }));
  expect(localStorage.getItem('vimarsh.theme')).toBeNull();
});

test('Logout signs out; where the partner hides it there is none (S2.5-MENU-11, S2.5-MENU-14)', async () => {
  const host = show();
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  expect(host.signedOut).toHaveLength(1);
});
test('without a way out it has none', async () => {
  show({}, false);
  await userEvent.click(button());
  await screen.findByRole('menu');
  expect(screen.queryByRole('menuitem', { name: 'Logout' })).toBeNull();
});

test('stands without a profile, too: the way out is in it', async () => {
  show({ snapshot: { user: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Your account' }));
  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeVisible();
});
