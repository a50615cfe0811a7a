import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { anOptionCall, anOptionPage } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { readCampaign } from '@vimarsh/shared/contract/campaign/routes.ts';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { readClock, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { countNotices } from '@vimarsh/shared/contract/notices/routes.ts';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { SCREEN_TITLE } from '@vimarsh/shared/ui/page/screen-title.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MANIFEST_ROUTES } from '../menu/manifest-routes.testing.ts';
import { Frame } from './frame.tsx';

const routes = MANIFEST_ROUTES.filter(({ path }) => path !== '/vimarsh-compliance' && path !== '/vimarsh-compliance-experts');
const releases = { id: 't', preview: [], modules: { m: { name: 'm', manifest: { routes } } as unknown as PageRelease }, fallbacks: {} };
const clock = reply(readClock, aClock({ now: '2026-11-20T09:02:05.000Z' }));
const stock = {
  symbol: 'INFY',
  name: 'Infosys',
  exchange: 'NSE',
  kind: 'equity',
  isin: '',
  sector: 'IT',
  cap: 'large',
  tick: 0.1,
  lot_size: 400,
  fno: true,
  status: 'active',
} as const;
const expert = { id: 'e', full_name: 'Ananya Rao-Kulkarni', profession: 'Analyst', picture: '', email: '', verified: true, rank: 3, is_admin: false } as const;
const investor = { ...expert, profession: 'Retail Investor', verified: false, rank: null } as const;

/** Width of the window in px, for `matchMedia('(min-width: …)')`. */
function wide(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addEventListener() {},
    removeEventListener() {},
  }));
}
beforeEach(() => wide(1440));

async function show(options: FakeHostOptions & { page?: Partial<PageData> } = {}) {
  const { answers = [clock, reply(searchInstruments, [stock])], ...more } = options;
  const host = fakeHost({
    ...more,
    answers: [
      reply(listExperts, []),
      reply(listOptionCalls, anOptionPage([])),
      ...answers,
      reply(readCampaign, []),
      reply(countNotices, { unread: 0, latest: 0 }),
    ],
    page: { releases, ...options.page },
  });
  render(
    <>
      <Frame />
      <main id="outlet" tabIndex={-1} />
    </>,
    { wrapper: host.Wrapper },
  );
  await act(async () => {});
  return host;
}

/** The block loads after the frame. */
const profileBlock = () =>
  waitFor(() => {
    const block = document.querySelector<HTMLElement>('[data-profile]');
    expect(block).not.toBeNull();
    return block!;
  });

/** The menu loads after the frame. */
const openAccount = async () => userEvent.click(await screen.findByRole('button', { name: /^Your account/ }));

describe('an address without a page', () => {
  const open = async (options: FakeHostOptions = {}) => {
    await show({ path: '/', page: { missing: '/no-such-page' }, ...options });
    return within(screen.getByRole('banner')).findByRole('alert');
  };

  test('is named in the head once, with ways on', async () => {
    const note = await open({ snapshot: { signedIn: true, user: expert } });
    expect(note).toHaveTextContent('There is no page at /no-such-page');
    expect(within(note).getByRole('link', { name: 'Go to your home page' })).toHaveAttribute('href', '/experts-past-recommendations');
    await userEvent.click(within(note).getByRole('button', { name: 'Search stocks and pages' }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(note).getByRole('button', { name: 'Close' }));
    expect(within(screen.getByRole('banner')).queryByRole('alert')).toBeNull();
  });

  test('the next screen does not say it, and neither does coming back', async () => {
    const note = await open();
    act(() => navigate('/login'));
    act(() => navigate('/'));
    expect(note).not.toBeInTheDocument();
    expect(within(screen.getByRole('banner')).queryByRole('alert')).toBeNull();
  });

  test('a visitor is at the home page already', async () => {
    expect(within(await open()).queryByRole('link')).toBeNull();
  });
});

describe('side navigation', () => {
  test('names the stock an address is about, at the place of all of them', async () => {
    await show({ path: '/stocks/INFY' });
    expect(screen.getByRole('banner')).toHaveTextContent('INFY · Stocks');
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Stocks');
  });

  test.each([
    ['an investor', investor, 'Calls I follow'],
    ['an expert', expert, 'My calls'],
  ])('names the list of followed or own calls for %s alike in menu and top line', async (_, user, name) => {
    await show({ path: '/past-recommendations', snapshot: { signedIn: true, user } });
    expect(screen.getByRole('banner')).toHaveTextContent(name);
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent(name);
  });

  test('a screen that knows its title better than its address gives it to the top line, until another screen comes', async () => {
    const host = await show({ path: '/expert-dashboard', snapshot: { signedIn: true, user: expert } });
    act(() => host.session.state.set(SCREEN_TITLE, { path: '/expert-dashboard', title: 'Meera Iyer' }));
    expect(screen.getByRole('banner')).toHaveTextContent('Meera Iyer');
    act(() => navigate('/performers'));
    expect(screen.getByRole('banner')).not.toHaveTextContent('Meera Iyer');
  });

  test('marks the active place and names the screen', async () => {
    await show({ path: '/market-sentiment' });
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Market sentiment');
    expect(screen.getByRole('banner')).toHaveTextContent('Market sentiment');
  });

  test('shows initial, name, profession, rank and the badge of a verified expert (S2.5-PROFILE-02, S2.5-PROFILE-03, S2.5-PROFILE-04, S2.5-PROFILE-06, S6-PERM-05)', async () => {
    await show({ path: '/past-recommendations', snapshot: { signedIn: true, user: expert } });
    const block = await profileBlock();
    expect(block).toHaveTextContent(/^AAnanya Rao-KulkarniAnalyst · Rank 3 by score$/);
    await userEvent.hover(await within(block).findByRole('img', { name: 'Verified SEBI registered Expert' }));
    expect(screen.getByRole('tooltip')).toHaveTextContent(/^Verified SEBI registered Expert$/);
  });

  test('an admin is called that, and not by the profession that stands in for one', async () => {
    await show({
      path: '/past-recommendations',
      snapshot: { signedIn: true, user: { ...expert, profession: 'Market Expert', verified: false, rank: null, is_admin: true } },
    });
    expect(await profileBlock()).toHaveTextContent(/^AAnanya Rao-KulkarniAdmin$/);
  });

  test('a saved profile is received once, on any screen, and the block shows it (S4-SAVE-05)', async () => {
    const host = await show({ path: '/past-recommendations', snapshot: { signedIn: true, user: expert } });
    await profileBlock();
    const refresh = vi.spyOn(host.session, 'refreshProfile').mockImplementation(async () => host.become({ user: { ...expert, full_name: 'Ananya Kulkarni' } }));
    await act(async () => void host.session.emit('profile.updated', { user_id: 'e' }));
    expect(await profileBlock()).toHaveTextContent('Ananya KulkarniAnalyst');
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('on the rail the picture says whose it is', async () => {
    wide(1000);
    await show({ path: '/past-recommendations', snapshot: { signedIn: true, user: expert } });
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect(await within(nav).findByRole('img', { name: 'Ananya Rao-Kulkarni' })).toBeInTheDocument();
  });

  test('shows the picture (S2.5-PROFILE-01)', async () => {
    await show({ path: '/past-recommendations', snapshot: { signedIn: true, user: { ...expert, picture: '/media/ananya.webp' } } });
    expect((await profileBlock()).querySelector('img')).toHaveAttribute('src', '/media/ananya.webp');
  });

  test('Home exists and leads to the calls (S2.5-MENU-01)', async () => {
    await show({ path: '/market-sentiment', snapshot: { signedIn: true, user: expert } });
    await userEvent.click(screen.getByRole('link', { name: 'Home' }));
    expect(location.pathname).toBe('/experts-past-recommendations');
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  });

  test.each<[string, Parameters<typeof show>[0], boolean]>([
    ['inside the app (S2.5-MENU-12)', { snapshot: { user: { ...expert, source: 'paytm' } } }, false],
    ['with bypass login (S2.5-MENU-13)', { page: { environment: { ...ENVIRONMENTS[0]!, byPassLogin: true, hideLogout: false } } }, false],
    ['where the partner hides it (S2.5-MENU-14)', { page: { environment: { ...ENVIRONMENTS[0]!, byPassLogin: false, hideLogout: true } } }, false],
    ['on another partner’s host', { page: { environment: { ...ENVIRONMENTS[0]!, byPassLogin: false, hideLogout: false } } }, true],
  ])('Logout %s', async (_, options, shown) => {
    await show({ path: '/past-recommendations', ...options, snapshot: { signedIn: true, user: expert, ...options?.snapshot } });
    await openAccount();
    expect(screen.queryAllByRole('menuitem', { name: 'Logout' })).toHaveLength(shown ? 1 : 0);
  });

  test('no badge for the unverified, none for investors; no rank without one (S2.5-PROFILE-05, S2.5-PROFILE-O01, S6-PERM-05)', async () => {
    const host = await show({ path: '/past-recommendations', snapshot: { signedIn: true, user: { ...expert, verified: false, rank: null } } });
    expect(await profileBlock()).not.toHaveTextContent('Rank');
    expect(screen.queryByRole('img', { name: /Verified/ })).toBeNull();
    act(() => host.become({ user: { ...expert, profession: 'Retail Investor' } }));
    expect(screen.queryByRole('img', { name: /Verified/ })).toBeNull();
    expect(document.querySelector('[data-profile]')).not.toHaveTextContent('Rank');
  });

  test('Logout signs out (S2.5-MENU-11)', async () => {
    const host = await show({ path: '/past-recommendations', snapshot: { signedIn: true, user: expert } });
    await openAccount();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(host.signedOut).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Your account/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  test('the partner’s logo and name are at the top', async () => {
    const environment = ENVIRONMENTS[0]!;
    await show({ page: { environment } });
    expect(screen.getByRole('img', { name: environment.utm_source })).toHaveAttribute('src', environment.logo);
    expect(screen.queryByText('Vimarsh')).toBeNull();
  });

  test('places stand in lists that bear the names of their groups, on the rail too', async () => {
    for (const width of [1300, 1000]) {
      wide(width);
      await show({ path: '/past-recommendations', snapshot: { signedIn: true, user: expert } });
      const nav = screen.getByRole('navigation', { name: 'Main' });
      const lists = within(nav)
        .getAllByRole('list')
        .map((list) => document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent ?? '');
      expect(lists).toEqual(['', 'Calls', 'Publishing', 'Insights', 'Following', 'Account and help']);
      expect(within(within(nav).getByRole('list', { name: 'Publishing' })).getAllByRole('link')).toHaveLength(5);
      cleanup();
    }
  });

  test('from 880 px the labels are for screen readers only', async () => {
    wide(1000);
    await show();
    expect(screen.getByRole('link', { name: 'Market sentiment' })).toHaveAttribute('title', 'Market sentiment');
  });
});

describe('on the phone', () => {
  beforeEach(() => wide(360));

  test('at most four places are at the bottom, the rest behind More, with Logout and theme', async () => {
    await show({ path: '/', snapshot: { signedIn: true, user: expert } });
    const bar = screen.getByRole('navigation', { name: 'Main' });
    expect(
      within(bar)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Home', 'My calls', 'Publish', 'Markets']);
    await userEvent.click(within(bar).getByRole('button', { name: 'More' }));
    const sheet = await screen.findByRole('dialog', { name: 'More' });
    // What a module adds later stands among them.
    const BEHIND = [
      'Profile',
      'Password',
      'Account',
      'Option calls',
      'My option calls',
      'Calls by category',
      'Publish options',
      'My analytics',
      'Market sentiment',
      'Stocks',
      'Options',
      'My dashboard',
      'Experts',
      'Watchlist',
      'Options watchlist',
      'FAQs',
    ];
    const shown = within(sheet)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(shown.filter((label) => BEHIND.includes(label))).toEqual(BEHIND);
    const calls = within(within(sheet).getByRole('list', { name: 'Calls' }));
    for (const name of BEHIND.slice(3, 6)) expect(calls.getByRole('link', { name })).toBeInTheDocument();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Theme: as the device' }));
    expect(document.documentElement.dataset.theme).toBe('light');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Theme: light' }));
    expect([document.documentElement.dataset.theme, localStorage.getItem('vimarsh.theme')]).toEqual(['dark', 'dark']);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Theme: dark' }));
    expect(localStorage.getItem('vimarsh.theme')).toBeNull();
    expect(within(sheet).getByRole('button', { name: 'Logout' })).toBeInTheDocument();
    expect(sheet).toHaveTextContent('Free account');
  });

  test('the words of the law end every screen behind one press, and the language stands beside it', async () => {
    await show({ path: '/', snapshot: { signedIn: true, user: expert } });
    const foot = within(await screen.findByRole('navigation', { name: 'About this site' }));
    const summary = foot.getByText('Terms, rights and pages of this site');
    expect(summary.closest('details')).not.toHaveAttribute('open');
    expect(foot.getAllByRole('link', { hidden: true }).every((link) => link.closest('details') !== null)).toBe(true);
    expect(foot.getByRole('button', { name: 'हिन्दी' }).closest('details')).toBeNull();
    await userEvent.click(summary);
    expect(summary.closest('details')).toHaveAttribute('open');
  });

  test('everything of the account has its one place there: none in the head, the language in the foot', async () => {
    await show({ path: '/', snapshot: { signedIn: true, user: expert } });
    expect(await screen.findByRole('button', { name: 'हिन्दी' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('dialog', { name: 'More' });
    for (const [role, name] of [
      ['button', 'Logout'],
      ['button', 'हिन्दी'],
      ['button', /^Theme/],
    ] as const)
      expect(screen.getAllByRole(role, { name, hidden: true })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Your account/, hidden: true })).toBeNull();
  });
});

describe('top line', () => {
  test('shows the market’s phase', async () => {
    await show();
    expect(await screen.findByText('Open · closes 15:30')).toBeInTheDocument();
    expect(screen.getByText('14:32:05 IST')).toBeInTheDocument();
  });

  test('says in words beside the phase when prices are not up to date, and takes it back when they are', async () => {
    const host = await show({ answers: [reply(readClock, aClock({ stale: true }))] });
    expect(await screen.findByText('Open · closes 15:30 · prices not up to date')).toBeInTheDocument();
    expect(screen.getByText('Prices not up to date')).toBeInTheDocument();
    host.answer(clock);
    await act(async () => void dispatchEvent(new Event('online')));
    expect(await screen.findByText('Open · closes 15:30')).toBeInTheDocument();
  });

  test('uses the clock that came with the page and requests none for now', async () => {
    const data = { ...(await clock.answer({} as never)).data!, label: 'Closed · opens Mon 23 Nov 09:15' };
    const host = await show({ page: { first: { 'GET /market/v1/clock': { status: true, data, at: performance.timeOrigin } } } });
    expect(screen.getByText('Closed · opens Mon 23 Nov 09:15')).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(host.calls.filter(({ route }) => route === readClock)).toEqual([]);
  });

  test('a cached page shows no time and requests the clock', async () => {
    const data = { ...(await clock.answer({} as never)).data!, label: 'Closed · opens Mon 23 Nov 09:15' };
    await show({ page: { first: { 'GET /market/v1/clock': { status: true, data, at: performance.timeOrigin - 3_600_000 } } } });
    expect(screen.queryByText('Closed · opens Mon 23 Nov 09:15')).toBeNull();
    expect(await screen.findByText('Open · closes 15:30')).toBeInTheDocument();
  });

  test('back from a bare screen the clock that came with the page is no longer shown: the phase may have changed since', async () => {
    const data = { ...(await clock.answer({} as never)).data!, label: 'Closed · opens Mon 23 Nov 09:15' };
    const now = vi.spyOn(performance, 'now').mockReturnValue(600_000);
    await show({ page: { first: { 'GET /market/v1/clock': { status: true, data, at: performance.timeOrigin } } } });
    expect(screen.queryByText('Closed · opens Mon 23 Nov 09:15')).toBeNull();
    expect(await screen.findByText('Open · closes 15:30')).toBeInTheDocument();
    now.mockRestore();
  });

  test('says in the head that the connection is away and since when, and takes it back when it returns', async () => {
    const host = await show();
    expect(await screen.findByText(/14:32:0\d IST/)).toBeInTheDocument();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void dispatchEvent(new Event('offline')));
    const head = screen.getByRole('banner');
    expect(within(head).getByRole('status')).toHaveTextContent(/^Offline · as of 14:32$/);
    const asked = host.calls.length;
    online.mockRestore();
    await act(async () => void dispatchEvent(new Event('online')));
    expect(head).not.toHaveTextContent('Offline');
    expect(host.calls.length).toBeGreaterThan(asked);
  });

  test('without a clock it still says that the connection is away', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show({ answers: [refuse(readClock, 'UNREACHABLE', 'x')] });
    expect(within(screen.getByRole('banner')).getByRole('status')).toHaveTextContent(/^Offline · last loaded$/);
    vi.restoreAllMocks();
  });

  test('keeps its space when the clock can’t be read', async () => {
    const host = await show({ answers: [refuse(readClock, 'UNREACHABLE', 'x')] });
    expect(screen.getByRole('banner')).toBeInTheDocument();
    expect(host.notices).toEqual([]);
  });

  test('the way past it to the content is the page’s own: it brings no second one', async () => {
    await show();
    expect(screen.queryByRole('link', { name: /^skip/i })).toBeNull();
  });
});

describe('search', () => {
  test.each(['/', '{Control>}k{/Control}'])('%s opens it; Enter goes to the stock', async (keys) => {
    await show({ path: '/market-sentiment', snapshot: { signedIn: true, user: expert } });
    await userEvent.keyboard(keys);
    const box = await screen.findByRole('combobox', { name: 'Stock or page' });
    expect(box).toHaveFocus();
    await userEvent.keyboard('inf');
    expect(await screen.findByRole('option', { name: 'INFY Infosys' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    expect(location.pathname).toBe('/stocks/INFY');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('finds pages by title; visitors get open ones only', async () => {
    const host = await show({ path: '/', answers: [clock, reply(searchInstruments, [])] });
    await userEvent.keyboard('/');
    await screen.findByRole('option', { name: 'FAQs Page' });
    expect(screen.queryByRole('option', { name: /My calls/ })).toBeNull();
    act(() => host.become({ signedIn: true, user: expert }));
    expect(screen.getByRole('option', { name: /My calls/ })).toBeInTheDocument();
    await userEvent.keyboard('terms{Enter}');
    expect(location.pathname).toBe('/retail-side/terms-condition');
  });

  test('what was chosen stays chosen when stocks arrive above it; Enter opens nothing else', async () => {
    let answer = (): void => undefined;
    await show({
      path: '/',
      answers: [clock, reply(searchInstruments, () => new Promise<(typeof stock)[]>((resolve) => (answer = () => resolve([stock]))))],
    });
    await userEvent.keyboard('/');
    const faqs = await screen.findByRole('option', { name: 'FAQs Page' });
    const before = screen.getAllByRole('option').indexOf(faqs);
    await userEvent.keyboard('{ArrowDown}'.repeat(before));
    expect(faqs).toHaveAttribute('aria-selected', 'true');
    await act(async () => answer());
    expect(screen.getByRole('option', { name: 'INFY Infosys' })).toBeInTheDocument();
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('FAQs');
    await userEvent.keyboard('{Enter}');
    expect(location.pathname).toBe('/retail-side/faq');
  });

  test('finds live option calls by symbol and by strategy, of those the server gives; a visitor asks for none (product A.1)', async () => {
    const asked: object[] = [];
    const answers = [
      clock,
      reply(searchInstruments, [{ ...stock, symbol: 'NIFTY', name: 'Nifty 50' }]),
      reply(listOptionCalls, ({ query }) => {
        asked.push(query!);
        return anOptionPage([anOptionCall()]);
      }),
    ];
    const host = await show({ path: '/', answers });
    await userEvent.keyboard('/');
    await userEvent.keyboard('nifty');
    await screen.findByRole('option', { name: 'NIFTY Nifty 50' });
    expect(asked).toEqual([]);
    act(() => host.become({ signedIn: true, user: expert }));
    const row = await screen.findByRole('option', { name: 'Bull call spread NIFTY · Ananya Rao-Kulkarni · expires 1 Dec 2026' });
    expect(asked).toEqual([{ view: 'live', limit: '3', stock: 'NIFTY' }]);
    expect(within(screen.getByRole('group', { name: 'Live option calls' })).getByRole('option')).toBe(row);
    await userEvent.clear(screen.getByRole('combobox', { name: 'Stock or page' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Stock or page' }), 'bull call');
    await userEvent.click(await screen.findByRole('option', { name: /^Bull call spread/ }));
    expect(asked.at(-1)).toEqual({ view: 'live', limit: '3', strategy: 'BULL_CALL' });
    expect(location.pathname + location.search).toBe('/expert-past-strategy-options?reco=opt_1');
  });

  test('says right under the field that nothing was found, and what to try', async () => {
    await show({ answers: [clock, reply(searchInstruments, [])] });
    await userEvent.keyboard('/');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Stock or page' }), 'zzzz');
    const note = await screen.findByText('Nothing called “zzzz”. Try a symbol (INFY), a company, an expert or a page (Contact).');
    expect(note.compareDocumentPosition(screen.getByRole('listbox', { name: 'Results' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.clear(screen.getByRole('combobox', { name: 'Stock or page' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Stock or page' }), 'faq');
    expect(await screen.findByText('1 result')).toBeInTheDocument();
  });

  test('says when stocks could not be searched, and still finds pages', async () => {
    const host = await show({ answers: [clock, refuse(searchInstruments, 'UNREACHABLE', 'down')] });
    await userEvent.keyboard('/');
    expect(await screen.findByText(/could not be searched/)).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'FAQs Page' })).toBeInTheDocument();
    expect(host.notices).toEqual([]);
  });

  test('a slash typed into a field opens nothing', async () => {
    await show();
    render(<input aria-label="Note" />);
    await userEvent.type(screen.getByLabelText('Note'), 'a/b');
    expect(screen.getByLabelText('Note')).toHaveValue('a/b');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('bare pages have only notices', async () => {
  const host = await show({ path: '/login' });
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('banner')).toBeNull();
  act(() => host.session.notify({ kind: 'info', title: 'Info', text: 'Hello', ms: 3000 }));
  expect(screen.getByText('Hello')).toBeInTheDocument();
});
