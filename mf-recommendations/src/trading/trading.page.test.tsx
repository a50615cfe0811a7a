import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import {
  cancelOrder,
  checkTicket,
  fillTicket,
  keepDraft,
  listOrders,
  markLookedAt,
  modifyOrder,
  pauseTrading,
  placeOrders,
  readFunds,
  readHoldings,
  readPositions,
  readTradingDesk,
  readTradingOrder,
  reconcileNow,
  reopenBrokerPage,
  setCareLimits,
} from '@vimarsh/shared/contract/trading/routes.ts';
import { ordersTopic } from '@vimarsh/shared/contract/trading/socket.ts';
import type { Order, Position } from '@vimarsh/shared/contract/trading/types.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { SELECTED_ORDER } from '@vimarsh/shared/session/core/client-state.ts';
import { afterEach, expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { INVESTOR } from '../testing/people.ts';
import { Page } from './trading.page.tsx';
import { aCheck, aChecked, aDeskOf, aFilled, aLeg, anOrder, anUnknownOrder, aSubject, aTicket } from './trading.testing.ts';

afterEach(() => localStorage.clear());

const CUSTOMER = {
  ...INVESTOR,
  plan: { plan_name: 'Premium', promotional_plan: false, starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2099-01-01T00:00:00.000Z' },
  environment: { isTradeAvailable: true, optionsTrade: true, brokerId: 9, tier: 'brokerWithPlans' },
} as unknown as Partial<Snapshot>;

const FROM_CALL = {
  ...{ call_id: 'call_1', words: 'Buy TCS by Asha Rao', entry_low: 3000, entry_high: 3000, target: 3150, stop_loss: 2925 },
  entry_passed: false,
};
const book = (...orders: Order[]) => ({ orders, differences: [], reconciled_at: '2026-11-30T05:00:00.000Z' });

interface Opened {
  path?: string;
  snapshot?: Partial<Snapshot>;
  answers?: readonly CannedAnswer[];
}
function open({ path = '/trading', snapshot = CUSTOMER, answers = [] }: Opened = {}) {
  const host = fakeHost({
    path,
    pattern: '/trading/:orders?',
    snapshot,
    answers: [
      reply(readTradingDesk, aDeskOf()),
      reply(fillTicket, aFilled({ from_call: FROM_CALL, ticket: aTicket(aLeg({ call_id: 'call_1' })) })),
      reply(checkTicket, aChecked()),
      reply(keepDraft, aDeskOf()),
      reply(listOrders, book()),
      ...answers,
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  const sent = (route: unknown) => host.calls.filter((call) => call.route === route);
  return { host, user: aUser(), sent };
}

test('the screen opens on its tab TRADE, and the path names another (S1-FEAT-05, S2.1-ROUTE-19, S9-DEF-06)', async () => {
  open();
  expect(await screen.findByRole('tab', { name: 'Trade', selected: true })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Begin a ticket' })).toBeVisible();
  cleanup();
  open({ path: '/trading/orders' });
  expect(await screen.findByRole('tab', { name: 'Orders', selected: true })).toBeVisible();
  expect(await screen.findByText('No orders today')).toBeVisible();
});

test('a ticket begins with a share of the market’s list (S3-STATE-08)', async () => {
  const filled = aFilled({ ticket: aTicket(aLeg({ symbol: 'INFY' })), subjects: [aSubject({ symbol: 'INFY', name: 'Infosys' })] });
  const { host, user, sent } = open({ answers: [reply(searchInstruments, [aStock({ symbol: 'INFY', name: 'Infosys' })]), reply(fillTicket, filled)] });
  await user.type(await screen.findByRole('combobox', { name: 'Share' }), 'inf');
  await user.click(await screen.findByRole('option', { name: /INFY/ }));
  await screen.findByRole('region', { name: 'The ticket' });
  expect(sent(fillTicket)[0]!.input.body).toMatchObject({ symbol: 'INFY', call_id: null });
  expect(host.session.state.get(SELECTED_ORDER)).toMatchObject({ symbol: 'INFY', order_type: 'limit' });
});

test('an unknown part of the screen is its first (S2.1-PARAM-11, S2.1-PARAM-O01)', async () => {
  open({ path: '/trading/whatever' });
  expect(await screen.findByRole('tab', { name: 'Trade', selected: true })).toBeVisible();
});

test('from a call to the confirmation: its levels and the risk in ₹ stand on the ticket, and nothing is sent before the last press', async () => {
  const { user, sent } = open({ path: '/trading?call=call_1', answers: [reply(placeOrders, { orders: [anOrder()], page: null })] });
  const ticket = await screen.findByRole('region', { name: 'The ticket' });
  expect(within(ticket).getByRole('link', { name: 'Buy TCS by Asha Rao' })).toHaveAttribute('href', '/experts-past-recommendations?reco=call_1');
  expect(ticket).toHaveTextContent('Stop ₹2,925.00Entry ₹3,000.00Target ₹3,150.00');
  expect(within(ticket).getByLabelText('Shares')).toHaveValue('10');
  expect(within(ticket).getByLabelText('Order type')).toHaveValue('LIMIT');
  expect(within(ticket).getByLabelText('Exchange')).toHaveValue('BSE');
  expect(screen.getByRole('region', { name: 'What this order means' })).toHaveTextContent(
    'At risk₹791.50Down to the call’s stop-loss of ₹2,925.00, with charges.',
  );
  expect(screen.getByRole('region', { name: 'How it reaches your broker' })).toHaveTextContent('has approved orders by API');
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  const dialog = await screen.findByRole('dialog', { name: 'Place this order?' });
  expect(within(dialog).getByRole('list', { name: 'The order' })).toHaveTextContent(
    'Buy 10 shares · TCSat a limit of ₹3,000.00 · BSE · CNC · delivery · valid today',
  );
  expect(dialog).toHaveTextContent('Sent to Neem Securities, client NS1234. Prices are simulated: nothing is bought or sold.');
  expect(sent(placeOrders)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Place buy order' }));
  expect(await screen.findByRole('heading', { name: 'Your order is with your broker' })).toBeVisible();
  expect(sent(placeOrders)).toHaveLength(1);
  expect(sent(placeOrders)[0]!.input.body).toMatchObject({ ticket: aTicket(aLeg({ call_id: 'call_1' })), agreed: [] });
});

test('a ticket that was left for another page is offered again, and not once its orders are placed (S3-STATE-10, S3-STATE-12, S3-STATE-13, S3-ORDER-02)', async () => {
  const { host, user } = open({ path: '/trading?call=call_1', answers: [reply(placeOrders, { orders: [anOrder()], page: null })] });
  await screen.findByRole('region', { name: 'The ticket' });
  expect(host.session.state.get(SELECTED_ORDER)).toMatchObject({ symbol: 'TCS', segment: 'equity', order_type: 'limit', address: '/trading?call=call_1' });
  act(() => navigate('/trading'));
  const back = await screen.findByRole('link', { name: 'Back to the ticket for TCS' });
  expect(back).toHaveAttribute('href', '/trading?call=call_1');
  await user.click(back);
  await user.click(await screen.findByRole('button', { name: 'Review order' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Place buy order' }));
  await screen.findByRole('heading', { name: 'Your order is with your broker' });
  expect(host.session.state.get(SELECTED_ORDER)).toBeNull();
});

test('an entry that has passed is said, asked about, and sent only with the tick', async () => {
  const passed = aCheck({ remarks: [{ code: 'ENTRY_PASSED', weight: 'ask', leg: 0, field: 'price', text: 'The entry window has passed.', proposal: null }] });
  const { user, sent } = open({
    path: '/trading?call=call_1',
    answers: [
      reply(fillTicket, aFilled({ from_call: { ...FROM_CALL, entry_passed: true }, check: passed })),
      reply(checkTicket, aChecked(passed)),
      reply(placeOrders, { orders: [anOrder()], page: null }),
    ],
  });
  expect(await screen.findByText('Entry passed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  const tick = await screen.findByRole('checkbox', { name: 'The entry window has passed.' });
  await waitFor(() => expect(tick).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(tick);
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  await user.click(await screen.findByRole('button', { name: 'Place buy order' }));
  await waitFor(() => expect(sent(placeOrders)[0]?.input.body).toMatchObject({ agreed: ['ENTRY_PASSED'] }));
});

test('what stands against a field is at that field, with what would be right', async () => {
  const lot = aCheck({
    estimate: null,
    remarks: [{ code: 'TICK', weight: 'stop', leg: 0, field: 'price', text: 'Prices move in steps of ₹0.10: ₹3,000.10 is the nearest.', proposal: 3000.1 }],
  });
  const { user } = open({ path: '/trading?symbol=TCS', answers: [reply(fillTicket, aFilled({ check: lot })), reply(checkTicket, aChecked(lot))] });
  const price = await screen.findByLabelText('Limit price (₹)');
  expect(price).toHaveAccessibleDescription('Prices move in steps of ₹0.10: ₹3,000.10 is the nearest.');
  await user.click(screen.getByRole('button', { name: 'Use ₹3,000.10' }));
  expect(price).toHaveValue('3000.10');
});

test('an answer of the broker that did not come freezes the ticket until the book tells; it is never called rejected', async () => {
  const { host, user } = open({
    path: '/trading?symbol=TCS',
    answers: [reply(placeOrders, { orders: [anUnknownOrder()], page: null }), reply(listOrders, book(anUnknownOrder()))],
  });
  const heard = vi.spyOn(host.session.line, 'subscribe');
  await user.click(await screen.findByRole('button', { name: 'Review order' }));
  await user.click(await screen.findByRole('button', { name: 'Place buy order' }));
  const after = await screen.findByRole('region', { name: 'What became of it' });
  expect(within(after).getByRole('heading')).toHaveTextContent('Nobody can say yet what became of it');
  expect(after).toHaveTextContent('Not known');
  expect(after).not.toHaveTextContent(/reject|refus|fail/i);
  expect(screen.queryByRole('button', { name: 'New ticket' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'The ticket' })).toBeNull();
  host.answer(reply(listOrders, book(anOrder({ state: 'partial', filled: 4, average: 2999.5 }))));
  const rooms = heard.mock.calls.filter(([topic]) => topic.topic === 'room' && topic.of === ordersTopic && topic.room === INVESTOR.user!.id);
  expect(rooms.length).toBeGreaterThan(0);
  act(() => rooms.at(-1)![1]({ event: 'order:changed', payload: { room: '', id: 'ord_1', version: 4, state: 'partial' } } as never));
  expect(await within(after).findByText('4 of 10 filled')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'New ticket' })).toBeVisible();
});

test('our own answer that was lost: the next page is frozen on the same wish, and asks with the same key', async () => {
  const { user, sent } = open({ path: '/trading?symbol=TCS', answers: [refuse(placeOrders, 'UNREACHABLE', '')] });
  await user.click(await screen.findByRole('button', { name: 'Review order' }));
  await user.click(await screen.findByRole('button', { name: 'Place buy order' }));
  expect(await screen.findByRole('region', { name: 'An answer that did not come' })).toBeVisible();
  const { key } = sent(placeOrders)[0]!.input.body as { key: string };
  cleanup();
  const next = open({ path: '/trading', answers: [reply(placeOrders, { orders: [anOrder()], page: null })] });
  const lost = await screen.findByRole('region', { name: 'An answer that did not come' });
  expect(lost).toHaveTextContent('Buy 10 shares · TCS');
  expect(next.sent(placeOrders)).toEqual([]);
  await next.user.click(within(lost).getByRole('button', { name: 'Ask again' }));
  expect(await screen.findByRole('heading', { name: 'Your order is with your broker' })).toBeVisible();
  expect(next.sent(placeOrders)[0]!.input.body).toMatchObject({ key });
  cleanup();
  open();
  expect(await screen.findByRole('region', { name: 'Begin a ticket' })).toBeVisible();
});

test('a wish that its owner has looked after is left, and forgotten', async () => {
  const { user } = open({ path: '/trading?symbol=TCS', answers: [refuse(placeOrders, 'UNREACHABLE', '')] });
  await user.click(await screen.findByRole('button', { name: 'Review order' }));
  await user.click(await screen.findByRole('button', { name: 'Place buy order' }));
  await user.click(await screen.findByRole('button', { name: 'I have looked: leave it' }));
  expect(await screen.findByRole('region', { name: 'Begin a ticket' })).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.includes('order-wish'))).toEqual([]);
});

test('the session ends in the middle: nothing is sent, and the ticket stays with everything typed', async () => {
  const { host, user } = open({ path: '/trading?symbol=TCS', answers: [refuse(placeOrders, 'BROKER_SESSION', 'Your session with the broker is over.')] });
  const asked = vi.fn();
  host.session.listen('broker-login.asked', asked);
  const shares = await screen.findByLabelText('Shares');
  await user.clear(shares);
  await user.enter(shares, '25');
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  await user.click(await screen.findByRole('button', { name: 'Place buy order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your session with Neem Securities is over');
  expect(screen.getByLabelText('Shares')).toHaveValue('25');
  await user.click(screen.getByRole('button', { name: 'Log in with your broker' }));
  expect(asked).toHaveBeenCalledWith({ to: '/trading' });
});

test('a session that is over is said before the ticket is filled in, and the draft opens again after it', async () => {
  const draft = { ticket: aTicket(aLeg({ quantity: 25 })), why: 'Your session ended.', at: '2026-11-30T05:00:00.000Z' };
  const over = aDeskOf({ session: { state: 'expired', expires_at: null, client_id: 'NS1234' }, draft });
  const { host, user, sent } = open({ answers: [reply(readTradingDesk, over)] });
  expect(await screen.findByText('Your session with Neem Securities is over')).toBeVisible();
  expect(screen.getByText(/Your ticket is kept and opens here again/)).toBeVisible();
  expect(sent(fillTicket)).toEqual([]);
  cleanup();
  host.answer(reply(readTradingDesk, aDeskOf({ draft })));
  render(<Page />, { wrapper: fakeHostOf(host) });
  await user.click(await screen.findByRole('button', { name: 'Go on with it' }));
  expect(await screen.findByLabelText('Shares')).toHaveValue('25');
});

test('a basket that was kept opens with all its lots again, whatever its first leg is', async () => {
  // The store gives the fields of a contract back in an order of its own.
  const at = (strike: number) => ({ expiry: '2026-12-01', strike, type: 'CE' }) as const;
  const leg = (strike: number, quantity: number) => aLeg({ symbol: 'NIFTY', contract: at(strike), exchange: 'NFO', product: 'NRML', quantity });
  const ticket = aTicket(leg(24_000, 130), leg(24_500, 195));
  const subject = (strike: number) => aSubject({ symbol: 'NIFTY', contract: { type: 'CE', strike, expiry: '2026-12-01' }, exchanges: ['NFO'], lot: 65 });
  const { user } = open({
    answers: [
      reply(readTradingDesk, aDeskOf({ draft: { ticket, why: 'Your session ended.', at: '2026-11-30T05:00:00.000Z' } })),
      reply(fillTicket, aFilled({ ticket: aTicket(leg(24_000, 65)), subjects: [subject(24_000)] })),
      reply(checkTicket, { ...aCheck(), subjects: [subject(24_000), subject(24_500)] }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Go on with it' }));
  expect((await screen.findAllByLabelText('Lots')).map((field) => (field as HTMLInputElement).value)).toEqual(['2', '3']);
});

test.each([
  [791_50, false, '₹791.50'],
  [null, true, 'Not limited'],
  [null, false, 'Not known'],
])('a risk of %s paise, without a limit: %s, is said as %s wherever it stands', async (risk_paise, risk_unlimited, text) => {
  const check = aCheck({ estimate: { ...aCheck().estimate!, risk_paise, risk_unlimited } });
  const { user } = open({
    path: '/trading?symbol=TCS',
    answers: [reply(fillTicket, aFilled({ check })), reply(checkTicket, aChecked(check))],
  });
  expect(await screen.findByRole('region', { name: 'What this order means' })).toHaveTextContent(`At risk${text}`);
  expect(screen.getByRole('region', { name: 'The ticket' })).toHaveTextContent(`At risk${text}`);
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(`At risk${text}`);
});

test('what is ordered after the close is said to be valid in the next session', async () => {
  const remark = { code: 'AFTER_MARKET', weight: 'note', leg: 0, field: '', text: 'The market is closed.', proposal: null } as const;
  const check = aCheck({ remarks: [remark] });
  const { user } = open({
    path: '/trading?symbol=TCS',
    answers: [reply(fillTicket, aFilled({ check })), reply(checkTicket, aChecked(check))],
  });
  await user.click(await screen.findByRole('button', { name: 'Review order' }));
  expect(within(await screen.findByRole('dialog')).getByRole('list', { name: 'The order' })).toHaveTextContent('delivery · valid in the next session');
});

const fakeHostOf = (host: ReturnType<typeof fakeHost>) => host.Wrapper;

test('each reason why nothing can be traded has its way on (S4-MISC-06)', async () => {
  const asked = vi.fn();
  const first = open({ answers: [refuse(readTradingDesk, 'BROKER_UNKNOWN', 'Unknown broker')] });
  first.host.session.listen('broker-login.asked', asked);
  await first.user.click(await screen.findByRole('button', { name: 'Choose your broker' }));
  expect(asked).toHaveBeenLastCalledWith({ to: '/trading' });
  cleanup();
  const lite = open({ snapshot: { ...CUSTOMER, plan: { ...CUSTOMER.plan!, plan_name: 'Lite' } } });
  lite.host.session.listen('paid-feature.asked', asked);
  await lite.user.click(await screen.findByRole('button', { name: 'See what has it' }));
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ what: 'Orders through your broker', plan: 'Premium' }));
  cleanup();
  open({ answers: [reply(readTradingDesk, aDeskOf({ paused_until: '2026-11-30T18:30:00.000Z' }))] });
  expect(await screen.findByText('You have paused trading today')).toBeVisible();
});

test('a basket shows each leg, which of them was refused and what to do about it', async () => {
  const contract = (strike: number) => ({ type: 'CE', strike, expiry: '2026-12-01' }) as const;
  const legs = [24_000, 24_200].map((strike, at) =>
    aLeg({ symbol: 'NIFTY', contract: contract(strike), exchange: 'NFO', product: 'NRML', quantity: 75, price: 100, side: at === 0 ? 'buy' : 'sell' }),
  );
  const orders = [
    anOrder({ ticket: legs[0]!, state: 'complete', filled: 75 }),
    anOrder({
      id: 'ord_2',
      ticket: legs[1]!,
      state: 'rejected',
      reason: { code: 'FUNDS', text: 'Not enough funds.', fix: 'Add money at your broker, or sell fewer lots.', broker_text: 'RMS: margin exceeds' },
    }),
  ];
  const subjects = legs.map(({ contract }) => aSubject({ symbol: 'NIFTY', contract, lot: 75, exchanges: ['NFO'] }));
  const { user } = open({
    path: '/trading?call=opt_1',
    answers: [
      reply(fillTicket, aFilled({ ticket: aTicket(...legs), subjects, check: aCheck({ slices: [[75], [75]] }) })),
      reply(checkTicket, aChecked({ slices: [[75], [75]] })),
      reply(placeOrders, { orders, page: null }),
      reply(listOrders, book(...orders)),
    ],
  });
  expect(await screen.findByRole('group', { name: /Leg 2 of 2/ })).toBeVisible();
  expect(screen.getAllByLabelText('Lots').map((field) => (field as HTMLInputElement).value)).toEqual(['1', '1']);
  await user.click(screen.getByRole('button', { name: 'Review orders' }));
  await user.click(await screen.findByRole('button', { name: 'Place 2 orders' }));
  const after = await screen.findByRole('region', { name: 'What became of it' });
  expect(after).toHaveTextContent('One order did not go through; the others stand.');
  const rows = within(within(after).getByRole('list', { name: 'Orders placed' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Filled');
  expect(rows[1]).toHaveTextContent('Rejected');
  expect(rows[1]).toHaveTextContent('Not enough funds. Add money at your broker, or sell fewer lots.');
});

const ON_PAGE = aDeskOf({ way: 'broker_page', way_why: 'Neem Securities asks its clients to confirm each order on its own page.' });
const PAGE = { url: 'https://neem.example/basket', fields: [{ name: 'data', value: '[1]' }] };
const atBroker = (change: Partial<Order> = {}): Order =>
  anOrder({ state: 'at_broker', way: 'broker_page', broker_order_id: '', state_text: 'Waits for you.', may: { modify: false, cancel: false }, ...change });
/** Forms that the page has posted. */
const posted = () => vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});

test('S2.1-ROUTE-19: on the broker’s page: why so, that nothing is placed before, and on to it in this tab with the order filled in', async () => {
  const submit = posted();
  const { user, sent } = open({
    path: '/trading?symbol=TCS',
    answers: [reply(readTradingDesk, ON_PAGE), reply(placeOrders, { orders: [atBroker()], page: PAGE }), reply(listOrders, book(atBroker()))],
  });
  await user.click(await screen.findByRole('button', { name: 'Review order' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('You confirm at Neem Securities; nothing is placed before.');
  expect([sent(placeOrders), submit.mock.calls]).toEqual([[], []]);
  await user.click(within(dialog).getByRole('button', { name: 'Go on to Neem Securities' }));
  const form = (await screen.findByRole('button', { name: 'Go on to Neem Securities' })).closest('form')!;
  expect([form.action, form.method, form.target, new FormData(form).get('data')]).toEqual(['https://neem.example/basket', 'post', '', '[1]']);
  await waitFor(() => expect(submit.mock.instances).toEqual([form]));
  submit.mockRestore();
});

test('S2.1-ROUTE-19: back from the broker’s page: the book is read, and says confirmed, not confirmed yet, or nobody knows; never what the address says', async () => {
  const path = '/trading/orders?back=done&basket=bas_1';
  const answers = (order: Order, at: string | null) => [
    reply(readTradingDesk, ON_PAGE),
    reply(listOrders, book(order)),
    reply(reconcileNow, { ...book(order), reconciled_at: at }),
  ];
  const later = '2026-11-30T05:01:00.000Z';
  const none = open({ path, answers: answers(atBroker(), later) });
  expect(await screen.findByText('Not confirmed at Neem Securities yet')).toBeVisible();
  expect(none.sent(reconcileNow)).toHaveLength(1);
  expect(none.sent(reopenBrokerPage)).toEqual([]);
  cleanup();
  const unread = open({ path, answers: answers(atBroker(), '2026-11-30T05:00:00.000Z') });
  expect(await screen.findByText('Nobody can say yet whether you confirmed it')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Go on to Neem Securities' })).toBeNull();
  await unread.user.click(screen.getByRole('button', { name: 'Read the book again' }));
  await waitFor(() => expect(unread.sent(reconcileNow)).toHaveLength(2));
  cleanup();
  const done = open({ path, answers: answers(anOrder({ state: 'open', way: 'broker_page' }), later) });
  await waitFor(() => expect(done.sent(reconcileNow)).toHaveLength(1));
  expect(screen.queryByText('Not confirmed at Neem Securities yet')).toBeNull();
  expect(within(await screen.findByRole('list', { name: 'Open orders' })).getByRole('listitem')).toHaveTextContent('Open');
});

test('S2.1-ROUTE-19: an order that waits at the broker leads on to its page once the book lacks it, and to no second page where the book can’t be read', async () => {
  const submit = posted();
  const path = '/trading/orders?order=ord_1';
  const answers = [reply(readTradingDesk, ON_PAGE), reply(listOrders, book(atBroker())), reply(readTradingOrder, DETAIL(atBroker()))];
  const first = open({ path, answers: [...answers, reply(reopenBrokerPage, { orders: [atBroker()], page: null })] });
  const drawer = await screen.findByRole('dialog', { name: 'Buy 10 TCS' });
  await first.user.click(await within(drawer).findByRole('button', { name: 'Go on to Neem Securities' }));
  expect(await within(drawer).findByText(/nobody can say whether you confirmed this/)).toBeVisible();
  expect(submit).not.toHaveBeenCalled();
  first.host.answer(reply(reopenBrokerPage, { orders: [atBroker()], page: PAGE }));
  await first.user.click(within(drawer).getByRole('button', { name: 'Go on to Neem Securities' }));
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
  submit.mockRestore();
  cleanup();
  const open_ = anOrder({ way: 'broker_page', may: { modify: false, cancel: false } });
  open({ path, answers: [reply(readTradingDesk, ON_PAGE), reply(listOrders, book(open_)), reply(readTradingOrder, DETAIL(open_))] });
  const lives = await screen.findByRole('dialog', { name: 'Buy 10 TCS' });
  expect(await within(lives).findByText('Change or cancel it at Neem Securities, where you confirmed it.')).toBeVisible();
  expect(within(lives).queryByRole('button', { name: 'Cancel order' })).toBeNull();
});

test('orders as they are: OPEN PENDING, part filled, unknown in words, and where the broker’s book differs', async () => {
  const difference = {
    ...{ kind: 'fills', order_id: 'ord_2', broker_order_id: '2', symbol: 'INFY', ours: '4', theirs: '6' },
    ...{ text: 'The broker has two more filled.', since: '2026-11-30T05:00:00.000Z' },
  };
  const orders = [
    anOrder({ id: 'ord_1', state: 'pending', state_text: 'The broker has it; the exchange has not confirmed it.' }),
    anOrder({ id: 'ord_2', state: 'partial', filled: 4, average: 2999.5 }),
    anUnknownOrder({ id: 'ord_3' }),
    anOrder({ id: 'ord_4', state: 'complete', filled: 10, average: 3000 }),
  ];
  open({ path: '/trading/orders', answers: [reply(listOrders, { orders, differences: [difference], reconciled_at: null })] });
  const live = within(await screen.findByRole('list', { name: 'Open orders' })).getAllByRole('listitem');
  expect(live[0]).toHaveTextContent('OPEN PENDING');
  expect(live[0]).toHaveTextContent('the exchange has not confirmed it');
  expect(live[1]).toHaveTextContent('Part filled');
  expect(live[1]).toHaveTextContent('4 of 10 filled · ₹2,999.50');
  expect(live[2]).toHaveTextContent('Not known');
  expect(within(screen.getByRole('list', { name: 'Ended orders' })).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('The broker has two more filled.')).toBeVisible();
  expect(screen.getByText('Ours: 4')).toBeVisible();
});

const DETAIL = (order: Order) => ({
  order,
  steps: [
    { at: '2026-11-30T05:00:00.000Z', by: 'owner' as const, kind: 'confirmed', text: 'Confirmed: buy 10 TCS.' },
    { at: '2026-11-30T05:00:01.000Z', by: 'answer' as const, kind: 'accepted', text: 'Taken by the broker.' },
  ],
});

test('an order is modified on the version that was seen, and the broker has to confirm it', async () => {
  const partial = anOrder({ state: 'partial', filled: 4 });
  const { user, sent } = open({
    path: '/trading/orders?order=ord_1',
    answers: [reply(listOrders, book(partial)), reply(readTradingOrder, DETAIL(partial)), reply(modifyOrder, partial)],
  });
  const drawer = await screen.findByRole('dialog', { name: 'Buy 10 TCS' });
  expect(await within(drawer).findByText('4 of 10 filled')).toBeVisible();
  expect(within(drawer).getByRole('list', { name: 'What happened' })).toHaveTextContent('Confirmed: buy 10 TCS.');
  await user.click(within(drawer).getByRole('button', { name: 'Modify' }));
  const shares = within(drawer).getByLabelText('Shares in all');
  await user.clear(shares);
  await user.enter(shares, '4');
  await user.click(within(drawer).getByRole('button', { name: 'Ask for this change' }));
  expect(shares).toHaveAccessibleDescription('4 are filled: enter more, or cancel the rest');
  expect(sent(modifyOrder)).toEqual([]);
  await user.clear(shares);
  await user.enter(shares, '8');
  await user.click(within(drawer).getByRole('button', { name: 'Ask for this change' }));
  await waitFor(() => expect(sent(modifyOrder)[0]?.input.body).toMatchObject({ version: 3, quantity: 8, price: 3000, trigger: null }));
});

test('a cancel is asked for, and the notice comes when the broker says so: "Order is cancelled" (S8-ERR-25, S8-ERR-O03)', async () => {
  const partial = anOrder({ state: 'partial', filled: 4 });
  const asked = anOrder({
    ...partial,
    version: 4,
    change: { kind: 'cancel', state: 'sent', quantity: null, price: null, trigger: null, text: '', at: '2026-11-30T05:01:00.000Z' },
    may: { modify: false, cancel: false },
  });
  const { host, user, sent } = open({
    path: '/trading/orders?order=ord_1',
    answers: [reply(listOrders, book(partial)), reply(readTradingOrder, DETAIL(partial)), reply(cancelOrder, asked)],
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel the rest' }));
  const sure = await screen.findByRole('dialog', { name: 'Cancel the other 6?' });
  host.answer(reply(readTradingOrder, DETAIL(asked)), reply(listOrders, book(asked)));
  await user.click(within(sure).getByRole('button', { name: 'Cancel the rest' }));
  await waitFor(() => expect(sent(cancelOrder)[0]?.input.body).toEqual({ version: 3 }));
  expect(await screen.findAllByText('Cancel asked. Neem Securities has not confirmed it yet.')).not.toEqual([]);
  expect(host.notices).toEqual([]);
  const over = anOrder({ ...asked, state: 'cancelled', version: 5 });
  host.answer(reply(readTradingOrder, DETAIL(over)), reply(listOrders, book(over)));
  await waitFor(() => expect(host.notices).toEqual([{ kind: 'info', title: 'Info', text: 'Order is cancelled', ms: 2000 }]));
});

test('an order handed over says what to look for, and is told that its owner has looked', async () => {
  const lost = anUnknownOrder({ handed_over_at: '2026-11-30T05:01:05.000Z' });
  const { user, sent } = open({
    path: '/trading/orders?order=ord_1',
    answers: [
      reply(readTradingDesk, aDeskOf({ unknown: ['ord_1'] })),
      reply(listOrders, book(lost)),
      reply(readTradingOrder, DETAIL(lost)),
      reply(markLookedAt, anUnknownOrder({ looked_at: '2026-11-30T05:03:00.000Z' })),
    ],
  });
  const drawer = await screen.findByRole('dialog', { name: 'Buy 10 TCS' });
  expect(await within(drawer).findByText(/Look in the order book of Neem Securities for: Buy 10/)).toBeVisible();
  expect(drawer).not.toHaveTextContent(/rejected/i);
  await user.click(within(drawer).getByRole('button', { name: 'I have looked' }));
  await waitFor(() => expect(sent(markLookedAt)[0]?.input.body).toEqual({ version: 3 }));
});

test('before that it says what is being done and by when', async () => {
  open({ path: '/trading/orders?order=ord_1', answers: [reply(listOrders, book(anUnknownOrder())), reply(readTradingOrder, DETAIL(anUnknownOrder()))] });
  const drawer = await screen.findByRole('dialog', { name: 'Buy 10 TCS' });
  expect(await within(drawer).findByText('By 10:31:05 IST it is found, or we ask you to look.')).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: 'I have looked' })).toBeNull();
});

test('a position says which call it is from and what following it made', async () => {
  const position: Position = {
    symbol: 'TCS',
    contract: null,
    exchange: 'BSE',
    product: 'CNC',
    quantity: 8,
    average: 2999.5,
    ltp: 3010,
    realised_paise: 0,
    open_paise: 105_00,
    from: [
      { call_id: 'call_1', words: 'Buy TCS by Asha Rao', quantity: 4, made_paise: 42_00, made_net_paise: 30_50 },
      { call_id: null, words: '', quantity: 6, made_paise: 63_00, made_net_paise: 51_00 },
    ],
    elsewhere: -2,
  };
  const told = { value: [position], at: '2026-11-30T05:00:00.000Z', refused: '', left_out: 20 };
  open({ path: '/trading/positions', answers: [reply(readPositions, told)] });
  const from = within(await screen.findByRole('list', { name: 'Where TCS is from' })).getAllByRole('listitem');
  expect(from[0]).toHaveTextContent('4 from the call Buy TCS by Asha Raomade ▲up +₹30.50 after charges (₹42.00 before)');
  expect(from[1]).toHaveTextContent('6 of your own choice');
  expect(from[2]).toHaveTextContent('−2 traded elsewhere, or by your broker');
  expect(screen.getByText('Only the first are shown: 20 more stand at your broker.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sell' })).toHaveAttribute('href', '/trading?symbol=TCS&side=sell');
});

test('holdings and funds as the broker told them, and why where it does not', async () => {
  const holding = { symbol: 'INFY', name: 'Infosys', exchange: 'BSE', quantity: 20, unsettled: 5, average: 1500, ltp: 1490.5 } as const;
  open({ path: '/trading/holdings', answers: [reply(readHoldings, { value: [holding], at: '2026-11-30T05:00:00.000Z', refused: '', left_out: 0 })] });
  expect(await screen.findByRole('list', { name: 'Holdings' })).toHaveTextContent('Not settled yet5');
  expect(screen.getByRole('list', { name: 'Holdings' })).toHaveTextContent('−₹190.00');
  cleanup();
  open({ path: '/trading/funds', answers: [reply(readFunds, { value: null, at: null, left_out: 0, refused: 'Your session with the broker is over.' })] });
  expect(await screen.findByText('Your session with the broker is over.')).toBeVisible();
});

test('own limits are set, and trading is paused for the day by a second press', async () => {
  const { user, sent } = open({ answers: [reply(setCareLimits, aDeskOf()), reply(pauseTrading, aDeskOf())] });
  await user.click(await screen.findByRole('button', { name: 'Change limits' }));
  const orders = await screen.findByLabelText('Orders a day');
  await user.clear(orders);
  await user.enter(orders, '501');
  await user.click(screen.getByRole('button', { name: 'Save limits' }));
  expect(orders).toHaveAccessibleDescription('Enter at most 500 orders');
  await user.clear(orders);
  await user.click(screen.getByRole('button', { name: 'Save limits' }));
  await waitFor(() => expect(sent(setCareLimits)[0]?.input.body).toEqual({ orders: null, rupees: 500_000 }));
  await user.click(screen.getByRole('button', { name: 'Pause trading today' }));
  const sure = await screen.findByRole('dialog', { name: 'Pause trading today?' });
  expect(sent(pauseTrading)).toEqual([]);
  await user.click(within(sure).getByRole('button', { name: 'Pause trading today' }));
  await waitFor(() => expect(sent(pauseTrading)).toHaveLength(1));
});
