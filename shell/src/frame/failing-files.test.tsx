import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readCampaign } from '@vimarsh/shared/contract/campaign/routes.ts';
import { readClock, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { countNotices } from '@vimarsh/shared/contract/notices/routes.ts';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MANIFEST_ROUTES } from '../menu/manifest-routes.testing.ts';
import { Frame } from './frame.tsx';

/** While `down`, no file of the frame's lazy parts can be loaded; `after` holds that of the brokers back. */
const files = vi.hoisted(() => ({ down: true, after: null as Promise<void> | null }));
const fetched = vi.hoisted(() => <T extends object>(real: T): T => {
  const unavailable = (name: string) => ({
    enumerable: true,
    get: () => {
      if (files.down) throw new Error('Loading chunk failed');
      const given = real[name as keyof T];
      return files.after && name === 'BrokerDialog' ? files.after.then(() => given) : given;
    },
  });
  return Object.defineProperties({}, Object.fromEntries(Object.keys(real).map((name) => [name, unavailable(name)]))) as T;
});
vi.mock('../search/search-dialog.tsx', async (original) => fetched(await original<object>()));
vi.mock('./more-sheet.tsx', async (original) => fetched(await original<object>()));
vi.mock('../account/account-menu.tsx', async (original) => fetched(await original<object>()));
vi.mock('./profile-block.tsx', async (original) => fetched(await original<object>()));
vi.mock('../broker/broker.dialog.tsx', async (original) => fetched(await original<object>()));

const releases = { id: 't', preview: [], modules: { m: { name: 'm', manifest: { routes: MANIFEST_ROUTES } } as unknown as PageRelease }, fallbacks: {} };
const user = { id: 'u', full_name: 'Ananya Rao', profession: 'Analyst', picture: '', email: '', verified: false, rank: 3, is_admin: false } as const;

/** The frame on a window of that width in px, beside a page with a filled field. */
async function show(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addEventListener() {},
    removeEventListener() {},
  }));
  const host = fakeHost({
    path: '/profile-update',
    page: { releases },
    snapshot: { signedIn: true, user },
    answers: [
      refuse(readClock, 'INTERNAL', 'no'),
      reply(searchInstruments, []),
      reply(readCampaign, []),
      reply(countNotices, { unread: 0, latest: 0 }),
      reply(brokerList, []),
    ],
  });
  render(
    <>
      <Frame />
      <main id="outlet" tabIndex={-1}>
        <input aria-label="PAN" defaultValue="ABCDE1234F" />
      </main>
    </>,
    { wrapper: host.Wrapper },
  );
  await act(async () => {});
  return host;
}

// Loaded first, so that the waiting below is for the failure and not for the compiler.
beforeAll(() =>
  Promise.all([
    import('../search/search-dialog.tsx'),
    import('./more-sheet.tsx'),
    import('./profile-block.tsx'),
    import('../account/account-menu.tsx'),
    import('../broker/broker.dialog.tsx'),
  ]),
);
beforeEach(() => {
  files.down = true;
  files.after = null;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

test('Ctrl-K without its file shows a notice, leaves the form alone, and opens once the file is there', async () => {
  const host = await show(1440);
  await userEvent.keyboard('{Control>}k{/Control}');
  await vi.waitFor(() =>
    expect(host.notices).toEqual([{ kind: 'error', title: 'Search could not be opened', text: 'Check your connection and try again.', ms: 3000 }]),
  );
  expect(screen.getByRole('textbox', { name: 'PAN' })).toHaveValue('ABCDE1234F');
  // The search closes a moment after its notice.
  await act(async () => {});
  files.down = false;
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox', { name: 'Stock or page' })).toHaveFocus();
  expect(host.notices).toHaveLength(1);
});

test('More without its file shows a notice, and opens once the file is there', async () => {
  const host = await show(360);
  const more = screen.getByRole('button', { name: 'More' });
  await userEvent.click(more);
  await vi.waitFor(() => expect(host.notices).toMatchObject([{ title: 'More could not be opened' }]));
  await vi.waitFor(() => expect(more).toHaveAttribute('aria-expanded', 'false'));
  files.down = false;
  await userEvent.click(more);
  expect(await screen.findByRole('dialog', { name: 'More' })).toBeVisible();
});

test('the broker choice without its file shows a notice', async () => {
  const host = await show(1440);
  act(() => void host.session.emit('broker-login.asked', { to: '/data-categorisation' }));
  await vi.waitFor(() => expect(host.notices).toMatchObject([{ title: 'The choice of a broker could not be opened' }]));
});

test('the profile in the navigation says in its place that it failed to load, and loads on a retry', async () => {
  await show(1440);
  const nav = screen.getByRole('navigation', { name: 'Main' });
  const again = await within(nav).findByRole('button', { name: 'Your profile could not be shown. Try again' });
  files.down = false;
  await userEvent.click(again);
  expect(await within(nav).findByText('Ananya Rao')).toBeVisible();
});

test('the account in the head says in its place that it failed to load, and loads on a press', async () => {
  await show(1440);
  const head = screen.getByRole('banner');
  const again = await within(head).findByRole('button', { name: 'Your account could not be shown. Try again' });
  files.down = false;
  await userEvent.click(again);
  await userEvent.click(await within(head).findByRole('button', { name: 'Your account: Ananya Rao' }));
  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeVisible();
});

test('a window whose code is only slow is not called failed: words say that it comes, and it opens when it does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  files.down = false;
  let come = (): void => undefined;
  files.after = new Promise((resolve) => (come = resolve));
  const host = await show(1440);
  act(() => void host.session.emit('broker-login.asked', { to: '/data-categorisation' }));
  await act(() => vi.advanceTimersByTimeAsync(8_200));
  expect(host.notices).toMatchObject([{ kind: 'info', title: 'The choice of a broker: this takes longer than it should' }]);
  come();
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(host.notices).toHaveLength(1);
  vi.useRealTimers();
});
