import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { aQuote, aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { readInstrument, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import type { PageRelease } from '@vimarsh/shared/contract/release/types.ts';
import {
  createWatchlist,
  deleteWatchlist,
  importWatchlist,
  readContractFigures,
  readStockFigures,
  readWatchlists,
  renameWatchlist,
  setWatchlist,
} from '@vimarsh/shared/contract/watchlists/routes.ts';
import { MOST_ITEMS, type WatchItem, type Watchlist, type Watchlists } from '@vimarsh/shared/contract/watchlists/types.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { INVESTOR } from '../testing/people.ts';
import { Page } from './equity-watchlist.page.tsx';
import { Page as OptionsPage } from './options-watchlist.page.tsx';

const stock = (symbol: string): WatchItem => ({ code: symbol, symbol, name: `${symbol} Limited`, state: 'active', contract: null });
const contract = (strike: number, days_left: number): WatchItem => ({
  ...{ code: `NIFTY 2026-11-24 ${strike} CE`, symbol: 'NIFTY', name: 'NIFTY 50', state: 'active' as const },
  contract: { expiry: '2026-11-24', strike, type: 'CE', days_left },
});
const aList = (change: Partial<Watchlist> = {}): Watchlist => ({
  ...{ id: 'list_1', name: 'Banks', version: 1, locked: false, archived: [] },
  items: [stock('TCS'), stock('INFY'), stock('SBIN')],
  ...change,
});
/** A site with a screen of plans, so that a lock that names them shows it. */
const WITH_PLANS = {
  releases: {
    ...{ id: 't', preview: [], fallbacks: {} },
    modules: {
      m: { name: 'm', manifest: { routes: [{ path: '/pricing/:method?', title: 'Plans', guard: 'open', layout: 'frame' }] } } as unknown as PageRelease,
    },
  },
};
const all = (lists: readonly Watchlist[], change: Partial<Watchlists> = {}): Watchlists => ({
  segment: 'equity',
  lists: [...lists],
  room: { lists: 2, items: 10 },
  starter: null,
  ...change,
});

function open({ lists = [aList()], change = {} as Partial<Watchlists>, path = '/equity-watchlist', answers = [] as CannedAnswer[], Screen = Page } = {}) {
  /** What the server has; a change answers the next version. */
  let held = lists[0] ?? aList();
  const host = fakeHost({
    path,
    page: WITH_PLANS,
    snapshot: INVESTOR,
    answers: [
      reply(readWatchlists, all(lists, change)),
      reply(readStockFigures, [
        { code: 'TCS', sentiment: { score: 71, zone: 'Bullish' }, calls: { buy: 2, sell: 1, hold: 0 }, year: { low: 2500, high: 3500 }, volume_times: 1.4 },
      ]),
      reply(readContractFigures, []),
      reply(listCalls, aPage([])),
      reply(readInstrument, aStock()),
      reply(searchInstruments, [aStock({ symbol: 'ITC', name: 'ITC Limited' }), aStock({ symbol: 'TCS' })]),
      reply(setWatchlist, ({ body: { items, archive } }) => {
        const known = [...(lists[0] ?? aList()).items, stock('ITC')];
        held = {
          ...held,
          version: held.version + 1,
          items: items.map((code) => known.find((each) => each.code === code)!),
          archived: archive === 'drop' ? [] : held.archived,
        };
        return held;
      }),
      ...answers,
    ],
  });
  render(<Screen />, { wrapper: host.Wrapper });
  const sent = (route: unknown) =>
    host.calls.filter((call) => call.route === route).map(({ input }) => input as { params: object; body: Record<string, unknown> });
  return { host, sent, user: aUser() };
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Banks', hidden: true }))
    .getAllByRole('listitem', { hidden: true })
    .map((row) => row.dataset.code);
/** Chooses what is done with the whole list, in its menu. */
async function choose(user: ReturnType<typeof aUser>, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'What you can do with this list' }));
  await user.click(screen.getByRole('button', { name }));
}
const ready = () => screen.findByRole('list', { name: 'Banks' });

test('a stock stands with its live price, the day’s change and what is known beside it, and leads to its page (S1-SCOPE-08, S2.1-ROUTE-15)', async () => {
  const { host } = open();
  await ready();
  act(() => host.quote(aQuote()));
  const row = screen.getByRole('link', { name: 'TCS' }).closest('li')!;
  expect(screen.getByRole('link', { name: 'TCS' })).toHaveAttribute('href', '/stocks/TCS');
  for (const text of ['₹3,040.00', '2,990.00 – 3,050.00', '2,500.00 – 3,500.00', '1.4', '71 · Bullish'])
    expect(within(row).getByText(text)).toBeInTheDocument();
  expect(row).toHaveTextContent('+1.33%');
  expect(within(row).getByRole('link', { name: '2 Buy · 1 Sell' })).toHaveAttribute('href', '/experts-past-recommendations/TCS?term=all');
});

const held = aCall({ id: 'call_1', stock: 'TCS', stop_loss: 2900, target_price: 3150 });
const LINE = { user_id: 'exp_01', of: 'shares' as const, n: 100, gained: 57, lost: 43, too_few: false, average: -0.2, averaged: 100, chance: null };
const LINES = { allowed: true, mode: 'demo' as const, disclaimer: '', as_of: '2026-11-20T06:00:00.000Z', lines: [LINE] };

test('below a stock stands the open call on it: what it has made after costs, what is left and whether it can be entered, and what its author’s calls made', async () => {
  const { host } = open({ answers: [reply(listCalls, aPage([held])), reply(readAuthorLines, LINES)] });
  await ready();
  act(() => host.quote(aQuote({ symbol: 'TCS', ltp: 3020 })));
  const row = screen.getByRole('link', { name: 'TCS' }).closest('li')!;
  const call = within(row).getByRole('link', { name: /^Buy TCS, Short term, by Ananya Rao-Kulkarni/ });
  expect(call).toHaveAttribute('href', '/experts-past-recommendations?reco=call_1');
  expect(row).toHaveTextContent('+0.42%after costs');
  expect(row).toHaveTextContent('4.30% to target');
  expect(row).toHaveTextContent('3.97% to stop');
  expect(row).toHaveTextContent(/\d% above entry|within entry/);
  expect(within(row).getByText('Ananya Rao-Kulkarni')).toBeVisible();
  expect(await within(row).findByText(/^57 of 100 gained, avg −0.20%/)).toBeVisible();
  const asked = host.calls.filter(({ route }) => route === listCalls).map(({ input }) => (input as { query: object }).query);
  expect(asked, 'once for the whole list').toEqual([{ view: 'live', stocks: 'INFY,SBIN,TCS', limit: '50' }]);
  expect(screen.getByRole('link', { name: 'INFY' }).closest('li')!.querySelector('[data-open-call]')).toBeNull();
});

test('of several calls on a stock the first that the list of calls has stands, and how many there are; no row is drawn before it is known how high it is', async () => {
  let answer: (page: ReturnType<typeof aPage>) => void = () => undefined;
  open({ answers: [reply(listCalls, () => new Promise((resolve) => (answer = resolve)))] });
  await screen.findByText('Loading the list');
  expect(screen.queryByRole('list', { name: 'Banks' })).toBeNull();
  await act(async () => answer(aPage([held, aCall({ id: 'call_2', stock: 'TCS', call_type: 'Sell' })])));
  const row = within(await ready())
    .getByRole('link', { name: 'TCS' })
    .closest('li')!;
  expect(row.querySelectorAll('[data-open-call]')).toHaveLength(1);
  expect(within(row).getByText('2 Buy · 1 Sell', { selector: '[aria-hidden]' })).toBeInTheDocument();
});

test('calls that can’t be had leave the list as it is', async () => {
  open({ answers: [refuse(listCalls, 'INTERNAL', 'Not now.')] });
  await ready();
  expect(rows()).toEqual(['TCS', 'INFY', 'SBIN']);
  expect(document.querySelector('[data-open-call]')).toBeNull();
});

test('a press on a row unfolds what a phone has no room for, and another folds it', async () => {
  const { user } = open();
  await ready();
  const row = screen.getByRole('link', { name: 'TCS' }).closest('li')!;
  const press = within(row).getByRole('button', { name: 'More about TCS' });
  expect(press).toHaveAttribute('aria-expanded', 'false');
  expect(row).toHaveAttribute('data-folded');
  await user.click(press);
  expect(press).toHaveAttribute('aria-expanded', 'true');
  expect(row).not.toHaveAttribute('data-folded');
  await user.click(press);
  expect(row).toHaveAttribute('data-folded');
});

test('a range is one line of label, bar and prices, with the same parts before it is known as after', async () => {
  const { host } = open({ answers: [reply(readStockFigures, [])] });
  await ready();
  const row = within(screen.getByRole('link', { name: 'TCS' }).closest('li')!);
  const parts = () => [...row.getByText('Day', { exact: true }).parentElement!.children].map(({ textContent }) => textContent);
  const bar = () => row.getByText('Day', { exact: true }).nextElementSibling!;
  expect(parts()).toEqual(['Day', '', '–']);
  expect(bar()).toHaveAttribute('data-bar', 'none');
  act(() => host.quote(aQuote()));
  expect(parts()).toEqual(['Day', '', '2,990.00 – 3,050.00']);
  expect(bar().firstElementChild).toHaveStyle({ left: `${(50 / 60) * 100}%` });
});

test('a row shows what its owner is told of, opens the alerts on its stock, and shows at once what was set there', async () => {
  const figures = (code: string, words: string) => ({
    ...{ code, sentiment: null, calls: { buy: 0, sell: 0, hold: 0 }, year: null, volume_times: null },
    alert: { words, on: true },
  });
  const { host, user } = open({ answers: [reply(readStockFigures, [figures('TCS', 'Alert: ₹3,100.00 or above and 1 more')])] });
  await ready();
  const row = (symbol: string) => screen.getByRole('link', { name: symbol }).closest('li')!;
  expect(await within(row('TCS')).findByText('Alert: ₹3,100.00 or above and 1 more · TCS Limited')).toBeVisible();
  expect(within(row('INFY')).getByText('INFY Limited')).toBeVisible();
  const asked = vi.fn();
  const end = host.session.listen('alert.asked', asked);
  await user.click(within(row('INFY')).getByRole('button', { name: 'Alerts for INFY' }));
  expect(asked).toHaveBeenCalledExactlyOnceWith({ symbol: 'INFY' });
  host.answer(reply(readStockFigures, [figures('INFY', 'Alert: ₹1,600.00 or above')]));
  act(() => void host.session.emit('alerts.changed', {}));
  expect(await within(row('INFY')).findByText('Alert: ₹1,600.00 or above · INFY Limited')).toBeVisible();
  expect(within(row('TCS')).getByText('TCS Limited')).toBeVisible();
  end();
  await user.click(within(row('TCS')).getByRole('button', { name: 'Alerts for TCS' }));
  expect(
    host.notices.map(({ title }) => title),
    'where nobody opens them',
  ).toEqual(['Your alerts could not be opened']);
});

test('the keyboard orders: arrows, Home and End move the row, the place is announced, and the focus stays with it', async () => {
  const { sent, user } = open();
  await ready();
  const handle = () => screen.getByRole('button', { name: 'Move TCS' });
  handle().focus();
  expect(handle()).toHaveAccessibleDescription('The arrow keys move it up and down.');
  await user.keyboard('{ArrowUp}');
  expect(rows()).toEqual(['TCS', 'INFY', 'SBIN']);
  await user.keyboard('{ArrowDown}');
  expect(rows()).toEqual(['INFY', 'TCS', 'SBIN']);
  expect(screen.getByText('TCS is at place 2 of 3.')).toBeInTheDocument();
  expect(handle()).toHaveFocus();
  await user.keyboard('{End}');
  expect(rows()).toEqual(['INFY', 'SBIN', 'TCS']);
  await user.keyboard('{Home}');
  expect(rows()).toEqual(['TCS', 'INFY', 'SBIN']);
  expect(handle()).toHaveFocus();
  await waitFor(() => expect(sent(setWatchlist).at(-1)!.body).toMatchObject({ items: ['TCS', 'INFY', 'SBIN'] }));
  // Each is sent on the version that the one before made.
  expect(sent(setWatchlist).map(({ body }) => body.version)).toEqual(sent(setWatchlist).map((_, at) => at + 1));
});

test('a press on the handle opens two buttons that move the row, for who neither drags nor types', async () => {
  const { user } = open();
  await ready();
  await user.click(screen.getByRole('button', { name: 'Move TCS' }));
  expect(screen.getByRole('button', { name: 'Move TCS up' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Move TCS down' }));
  await user.click(screen.getByRole('button', { name: 'Move TCS down' }));
  expect(rows()).toEqual(['INFY', 'SBIN', 'TCS']);
  expect(screen.getByRole('button', { name: 'Move TCS down' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Move TCS' })).toHaveFocus();
});

test('a row is dragged by its handle; Esc lets go without a change', async () => {
  const { sent } = open();
  const list = await ready();
  for (const [at, row] of [...list.children].entries())
    row.getBoundingClientRect = () => ({ top: at * 50, height: 50, bottom: at * 50 + 50, left: 0, right: 300, width: 300, x: 0, y: at * 50 }) as DOMRect;
  const pointer = (type: string, clientY: number) => Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientY }), { pointerId: 1 });
  const pull = (from: string, y: number) => {
    fireEvent(screen.getByRole('button', { name: `Move ${from}` }), pointer('pointerdown', 10));
    fireEvent(window, pointer('pointermove', y));
    return () => fireEvent(window, pointer('pointerup', y));
  };
  const drop = pull('TCS', 130);
  expect(list.children[0]).toHaveAttribute('data-dragged');
  drop();
  expect(rows()).toEqual(['INFY', 'SBIN', 'TCS']);
  await waitFor(() => expect(sent(setWatchlist)).toHaveLength(1));
  const late = pull('INFY', 130);
  fireEvent.keyDown(window, { key: 'Escape' });
  late();
  expect(rows()).toEqual(['INFY', 'SBIN', 'TCS']);
  expect(sent(setWatchlist)).toHaveLength(1);
});

test('what was removed comes back to its place', async () => {
  const { sent, user } = open();
  await ready();
  await user.click(screen.getByRole('button', { name: 'Remove INFY' }));
  expect(rows()).toEqual(['TCS', 'SBIN']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(rows()).toEqual(['TCS', 'INFY', 'SBIN']);
  await waitFor(() => expect(sent(setWatchlist).at(-1)!.body).toEqual({ version: 2, items: ['TCS', 'INFY', 'SBIN'], archive: 'keep' }));
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('a row that could not be removed is not said to be gone', async () => {
  const { user } = open({ answers: [refuse(setWatchlist, 'UNREACHABLE', 'We can’t reach the server.')] });
  await ready();
  await user.click(screen.getByRole('button', { name: 'Remove INFY' }));
  await waitFor(() => expect(rows()).toContain('INFY'));
  await waitFor(() => expect(screen.queryByText('INFY was removed.')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test.each(['UNREACHABLE', 'RETRY', 'INTERNAL'])(
  'a stock whose adding was not judged (%s) is said so where it stays, and asked for again by one press',
  async (code) => {
    const { host, sent, user } = open({ answers: [refuse(setWatchlist, code, 'Not now.')] });
    await ready();
    await user.type(screen.getByRole('combobox', { name: 'Add a stock' }), 'itc');
    await user.click(await screen.findByRole('option', { name: /ITC/ }));
    expect(await screen.findByText(/^We don’t know whether your last change was saved\./)).toBeVisible();
    expect(rows()).toEqual(['TCS', 'INFY', 'SBIN']);
    host.answer(reply(setWatchlist, aList({ version: 2, items: [stock('TCS'), stock('INFY'), stock('SBIN'), stock('ITC')] })));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toEqual(['TCS', 'INFY', 'SBIN', 'ITC']));
    expect(sent(setWatchlist)[1]!.body).toMatchObject({ version: 1, items: ['TCS', 'INFY', 'SBIN', 'ITC'] });
    expect(screen.queryByText(/^We don’t know/)).toBeNull();
  },
);

test('an order that is not answered for long is said to wait, and what is kept meanwhile', async () => {
  let answer: (list: Watchlist) => void = () => undefined;
  const { sent } = open({ answers: [reply(setWatchlist, () => new Promise<Watchlist>((resolve) => (answer = resolve)))] });
  await ready();
  vi.useFakeTimers();
  try {
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move TCS' }), { key: 'End' });
    await act(() => vi.advanceTimersByTimeAsync(7900));
    expect(screen.queryByText(/^Still waiting/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Still waiting for an answer. Until it comes, this list is kept as it was before; nothing of that is lost.')).toBeVisible();
    expect(sent(setWatchlist)).toHaveLength(1);
    await act(async () => answer(aList({ version: 2, items: [stock('INFY'), stock('SBIN'), stock('TCS')] })));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.queryByText(/^Still waiting/)).toBeNull();
    expect(rows()).toEqual(['INFY', 'SBIN', 'TCS']);
  } finally {
    vi.useRealTimers();
  }
});

test('an order that another tab was faster with is taken back, told, and the list is asked for again', async () => {
  const { host, sent, user } = open({ answers: [refuse(setWatchlist, 'WATCHLIST_CHANGED', 'This list was changed in another tab or on another device.')] });
  await ready();
  host.answer(reply(readWatchlists, all([aList({ version: 5, items: [stock('SBIN'), stock('TCS')] })])));
  await user.click(screen.getByRole('button', { name: 'Remove INFY' }));
  await waitFor(() => expect(rows()).toEqual(['SBIN', 'TCS']));
  expect(host.notices.at(-1)!.text).toContain('another tab');
  expect(sent(setWatchlist)).toHaveLength(1);
});

test('a stock is found by name and added at the end; one that is there is not added twice', async () => {
  const { host, sent, user } = open();
  await ready();
  await user.type(screen.getByRole('combobox', { name: 'Add a stock' }), 'itc');
  await user.click(await screen.findByRole('option', { name: /ITC/ }));
  expect(rows()).toEqual(['TCS', 'INFY', 'SBIN', 'ITC']);
  await waitFor(() => expect(sent(setWatchlist)[0]!.body).toMatchObject({ version: 1, items: ['TCS', 'INFY', 'SBIN', 'ITC'] }));
  await user.type(screen.getByRole('combobox', { name: 'Add a stock' }), 'tcs');
  await user.click(await screen.findByRole('option', { name: /TCS/ }));
  expect(host.notices.at(-1)!.title).toBe('TCS is in this list already.');
  expect(sent(setWatchlist)).toHaveLength(1);
});

test('a new person begins with the largest companies, or with an empty list of a name', async () => {
  const starter = { name: 'Large companies', items: [stock('RELIANCE'), stock('TCS')] };
  const made = aList({ name: 'Large companies', items: starter.items });
  const { host, sent, user } = open({ lists: [], change: { starter }, answers: [reply(createWatchlist, made)] });
  expect(await screen.findByText(/2 largest companies.*RELIANCE, TCS/)).toBeInTheDocument();
  host.answer(reply(readWatchlists, all([made])));
  await user.click(screen.getByRole('button', { name: 'Begin with these' }));
  expect(await screen.findByRole('list', { name: 'Large companies' })).toBeInTheDocument();
  expect(sent(createWatchlist)[0]!.body).toEqual({ segment: 'equity', name: 'Large companies', items: ['RELIANCE', 'TCS'] });
  expect(location.search).toBe('?list=list_1');
});

test('a list that was made although its answer was lost stands among the others once its name is refused as taken', async () => {
  const made = aList({ id: 'list_2', name: 'Metals' });
  const { host, user } = open({ answers: [refuse(createWatchlist, 'UNREACHABLE', 'We can’t reach the server.')] });
  await ready();
  await choose(user, 'New list');
  const dialog = await screen.findByRole('dialog', { name: 'New list' });
  await user.type(within(dialog).getByLabelText('Name of the list'), 'Metals');
  host.answer(reply(readWatchlists, all([aList(), made])));
  await user.click(within(dialog).getByRole('button', { name: 'Make list' }));
  await within(dialog).findByText('We can’t reach the server.');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('tab', { name: /Metals/ })).toBeInTheDocument();
});

test('a name that is taken is refused at its field, and nothing that was typed is lost', async () => {
  const { host, sent, user } = open({ answers: [refuse(renameWatchlist, 'WATCHLIST_NAME', 'You already have a list with this name. Choose another one.')] });
  await ready();
  await choose(user, 'Rename');
  const dialog = await screen.findByRole('dialog', { name: 'Rename the list' });
  const field = within(dialog).getByLabelText('Name of the list');
  await user.clear(field);
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
  expect(within(dialog).getByText('Field is required')).toBeInTheDocument();
  await user.type(field, 'Metals');
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
  expect(await within(dialog).findByText(/already have a list/)).toBeInTheDocument();
  expect(field).toHaveValue('Metals');
  host.answer(reply(renameWatchlist, aList({ name: 'Metals', version: 2 })));
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('tab', { name: /Metals/ })).toBeInTheDocument();
  expect(sent(renameWatchlist)).toHaveLength(2);
});

test('a list is deleted only after a question', async () => {
  const second = aList({ id: 'list_2', name: 'Tech' });
  const { host, sent, user } = open({ lists: [aList(), second], answers: [reply(deleteWatchlist, { id: 'list_1' })] });
  await ready();
  await choose(user, 'Delete list');
  const dialog = await screen.findByRole('dialog', { name: 'Delete Banks?' });
  expect(sent(deleteWatchlist)).toHaveLength(0);
  host.answer(reply(readWatchlists, all([second])));
  await user.click(within(dialog).getByRole('button', { name: 'Delete list' }));
  expect(await screen.findByRole('list', { name: 'Tech' })).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: /Banks/ })).not.toBeInTheDocument();
});

test('a file is shown row by row before anything of it comes in', async () => {
  const preview = [
    { line: 2, written: 'ITC', code: 'ITC', what: 'in' as const },
    { line: 3, written: '=1+1', code: '', what: 'formula' as const },
    { line: 4, written: 'TCS', code: 'TCS', what: 'there' as const },
  ];
  const after = aList({ version: 2, items: [...aList().items, stock('ITC')] });
  const { host, sent, user } = open({ answers: [refuse(importWatchlist, 'WATCHLIST_FILE', 'This file is empty. Nothing was added.')] });
  await ready();
  await choose(user, 'Add a CSV file');
  const dialog = await screen.findByRole('dialog', { name: 'Add a file to Banks' });
  // The page behind is closed to the pointer at once, and the dialog open to it a moment later.
  await waitFor(() => expect(dialog).toHaveStyle({ pointerEvents: 'auto' }));
  await user.upload(within(dialog).getByLabelText('CSV file'), new File([''], 'list.csv', { type: 'text/csv' }));
  expect(await within(dialog).findByText('This file is empty. Nothing was added.')).toBeInTheDocument();
  await waitFor(() => expect(within(dialog).getByLabelText('CSV file')).toBeEnabled());
  host.answer(reply(importWatchlist, { rows: preview, list: aList() }));
  await user.upload(within(dialog).getByLabelText('CSV file'), new File(['Symbol\nITC\n=1+1\nTCS'], 'list.csv', { type: 'text/csv' }));
  expect(await within(dialog).findByText('1 row comes in. 2 rows stay out.')).toBeInTheDocument();
  expect(within(dialog).getByRole('row', { name: '=1+1 3 A formula, not a symbol' })).toBeInTheDocument();
  expect(rows()).toHaveLength(3);
  host.answer(reply(importWatchlist, { rows: preview, list: after }));
  await user.click(within(dialog).getByRole('button', { name: 'Add 1 row' }));
  await waitFor(() => expect(rows()).toEqual(['TCS', 'INFY', 'SBIN', 'ITC']));
  expect(sent(importWatchlist).map(({ body }) => (body as unknown as FormData).get('keep'))).toEqual(['no', 'no', 'yes']);
});

test('a list goes out as a file that this screen reads again', async () => {
  const { user } = open();
  await ready();
  const made: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await choose(user, 'Save as CSV');
  expect(click.mock.contexts[0]).toHaveProperty('download', 'watchlist-banks.csv');
  expect(await made[0]!.text()).toBe('"Symbol","Name"\r\n"TCS","TCS Limited"\r\n"INFY","INFY Limited"\r\n"SBIN","SBIN Limited"\r\n');
  click.mockRestore();
});

test('a list over the plan’s is read-only and says how it opens again; nothing of it is gone', async () => {
  const { user } = open({
    lists: [aList({ id: 'list_0', name: 'First' }), aList({ locked: true })],
    change: { room: { lists: 1, items: 10 } },
    path: '/equity-watchlist?list=list_1',
  });
  await ready();
  expect(screen.getByText(/You can change 1 list, and this is one more\..*delete another one to change it/)).toBeInTheDocument();
  expect(rows()).toEqual(['TCS', 'INFY', 'SBIN']);
  for (const name of ['Move TCS', 'Remove TCS']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'What you can do with this list' }));
  for (const name of ['Rename', 'Add a CSV file', 'New list']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  for (const name of ['Save as CSV', 'Delete list']) expect(screen.getByRole('button', { name })).toBeEnabled();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('a full list takes no more; one over its size asks before a removal that can’t be taken back', async () => {
  const { user } = open({ change: { room: { lists: 1, items: 2 } } });
  await ready();
  expect(screen.getByText('This list holds 3, and you can keep 2 in each. You can order and remove, not add.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove TCS' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Remove TCS?' })).getByRole('button', { name: 'Remove' }));
  expect(rows()).toEqual(['INFY', 'SBIN']);
  expect(await screen.findByText('This list is full: 2 of 2.')).toBeInTheDocument();
});

test.each([
  ['one that a larger plan gives more room', { lists: 5, items: 3 }, 1],
  ['none where no plan gives more', { lists: 10, items: MOST_ITEMS }, 0],
])('a full list leads to the plans: %s', async (_, room, links) => {
  const items = Array.from({ length: room.items }, (_each, n) => stock(`S${n}`));
  open({ lists: [aList({ items })], change: { room } });
  expect(await screen.findByText(`This list is full: ${room.items} of ${room.items}.`)).toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: 'Check plans' })).toHaveLength(links);
});

test('a list that could not be loaded says so and is asked for again', async () => {
  const { host, user } = open({ answers: [refuse(readWatchlists, 'RETRY', 'We are busy for a moment. Nothing was lost; try again.')] });
  expect(await screen.findByText('Could not load your lists.')).toBeInTheDocument();
  host.answer(reply(readWatchlists, all([aList()])));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await ready();
});

test('contracts stand with premium, open interest and days left; expired ones are kept apart with their day (S2.1-ROUTE-16)', async () => {
  const figures = {
    last: 120.5,
    change_pct: -4.2,
    oi: 75_000,
    oi_change: -1500,
    iv: 12.34,
    delta: 0.51,
    build_up: '',
    spot: 26_000,
    distance_pct: 0.77,
    as_of: '',
  };
  const list = aList({ items: [contract(26_200, 4)], archived: [contract(25_800, 0)] });
  const { sent, user } = open({
    lists: [list],
    change: { segment: 'options' },
    path: '/options-watchlist',
    Screen: OptionsPage,
    answers: [reply(readContractFigures, [{ code: 'NIFTY 2026-11-24 26200 CE', ...figures, alert: { words: 'Alert: 26,100.00 or above', on: true } }])],
  });
  const row = within(await ready()).getByRole('listitem');
  expect(row).toHaveTextContent('NIFTY 26,200 call');
  expect(await within(row).findByText('75,000 (−1,500)')).toBeInTheDocument();
  expect(row).toHaveTextContent('24 Nov 2026 · Alert: 26,100.00 or above');
  expect(within(row).getByRole('button', { name: 'Alerts for NIFTY 26,200 call, 24 Nov 2026' })).toBeVisible();
  for (const text of ['₹120.50', 'Calendar days left 4', '12.34', '0.51', '+0.77%']) expect(row).toHaveTextContent(text);
  await user.click(screen.getByText('1 expired contract'));
  expect(within(screen.getByRole('list', { name: 'Expired contracts' })).getByRole('listitem')).toHaveTextContent('NIFTY 25,800 callExpired on 24 Nov 2026');
  await user.click(screen.getByRole('button', { name: 'Clear expired contracts' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(screen.queryByText('1 expired contract')).not.toBeInTheDocument());
  expect(sent(setWatchlist)[0]!.body).toMatchObject({ archive: 'drop', items: ['NIFTY 2026-11-24 26200 CE'] });
});

test('without the plan for it, lists of contracts are locked; the lock says what they are and in which plan', async () => {
  open({
    lists: [],
    change: { segment: 'options', room: { lists: 0, items: 0 } },
    path: '/options-watchlist',
    Screen: OptionsPage,
  });
  expect(await screen.findByText('Follow single option contracts, in Pro')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See Pro' })).toHaveAttribute('href', '/pricing');
  expect(screen.queryByRole('button', { name: 'Make an empty list' })).not.toBeInTheDocument();
});
