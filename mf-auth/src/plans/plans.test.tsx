import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { orderPlan, readOrder, readPlanQuotes } from '@vimarsh/shared/contract/plans/routes.ts';
import { type GivenCoupon, type InvoicePlace, PAY_METHODS, type PayMethod, type PlanOrder, type PlanQuote } from '@vimarsh/shared/contract/plans/types.ts';
import { updateProfile } from '@vimarsh/shared/contract/profile/routes.ts';
import { splitGst } from '@vimarsh/shared/domain/money/gst.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { afterEach, expect, test, vi } from 'vitest';
import { profileOf } from '../profile/profile.testing.ts';
import { payableFor } from './order-status.tsx';
import { Page } from './pricing.page.tsx';

const INVESTOR = { id: 'u1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;
const quote = (plan: PlanQuote['plan'], days: number, price_paise: number, more: Partial<PlanQuote> = {}): PlanQuote => {
  const { taxable, gst } = splitGst(price_paise);
  return {
    ...{
      plan,
      days,
      price_paise,
      taxable_paise: taxable,
      gst_paise: gst,
      discount_paise: 0,
      credit_paise: 0,
      pay_paise: price_paise,
      refused: '',
      renews_by: [],
    },
    ...{ starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-12-20T06:00:00.000Z' },
    ...more,
  };
};
const QUOTES = [quote('Lite', 30, 199_00), quote('Premium', 7, 299_00), quote('Premium', 30, 499_00), quote('Pro', 30, 999_00)];
const quotes = (
  list = QUOTES,
  can_buy = true,
  open: PlanOrder | null = null,
  coupon: GivenCoupon | null = null,
  place: InvoicePlace = { state: '29', fixed: false },
  methods: readonly PayMethod[] = PAY_METHODS,
  pan_missing = false,
  pan_first = false,
  abroad: 'igst' | 'lut' | null = null,
) =>
  reply(readPlanQuotes, {
    ...{ quotes: list, coupon, place, abroad, methods: [...methods], can_buy, pan_missing, pan_first, open },
    ...{ fees_paise: 422_88, fees_by_pan: false, fee_cap_paise: 1_51_000_00 },
  });
const order = (more: Partial<PlanOrder> = {}): PlanOrder => ({
  ...{
    id: 'o1',
    plan: 'Premium',
    days: 30,
    price_paise: 499_00,
    coupon: '',
    discount_paise: 0,
    credit_paise: 0,
    pay_paise: 499_00,
    method: 'upi',
    state: 'open',
    refused: false,
    ended: '',
    renews: false,
    starts_at: null,
    ends_at: null,
    pan_missing: false,
  },
  ...{ created_at: '2026-11-20T06:00:00.000Z', pay_until: '2026-11-20T06:30:00.000Z' },
  payable: { page: '/__pay/o1', upi: { intent: 'upi://pay?am=499.00', handle: 'vimarsh@validdemo', squares: ['101', '010', '111'] } },
  ...more,
});

function open(path: string, answers: CannedAnswer[], snapshot: Partial<Snapshot> = {}) {
  const host = fakeHost({ path, pattern: '/pricing/:method?', answers, snapshot: { signedIn: true, user: INVESTOR, ...snapshot } });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
  cleanup();
});

test('each plan says what it costs, what it gives and what it does not (S2.1-ROUTE-18, S9-LIM-03, S9-LIM-04)', async () => {
  open('/pricing', [quotes()]);
  expect(await screen.findByRole('link', { name: 'Get Premium, ₹499 for 30 days' })).toHaveAttribute('href', '/pricing/upi?plan=Premium&days=30');
  expect(screen.getByRole('link', { name: 'Get Premium, ₹299 for 7 days' })).toBeVisible();
  const gets = (plan: string) => within(screen.getByRole('list', { name: `${plan}: you get` }));
  const lacks = (plan: string) => within(screen.getByRole('list', { name: `${plan}: you don’t get` }));
  expect(gets('Lite').getByText('Live short-term calls')).toBeVisible();
  expect(lacks('Lite').getByText('Live medium-term and long-term calls')).toBeVisible();
  expect(lacks('Free account').getByText('Live short-term calls')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Pro: you don’t get' })).toBeNull();
  expect(screen.getByText(/No plan can promise a profit/)).toBeVisible();
  expect(screen.getByText('You paid ₹422.88 without GST in the last twelve months. The law limits fees of a family to ₹1,51,000 a year.')).toBeVisible();
});

test('questions about paying begin with those about plans (S9-DEF-08, S9-DEF-O01)', async () => {
  const { user } = open('/pricing', [quotes()]);
  expect(await screen.findByRole('tab', { name: 'Plans', selected: true })).toBeVisible();
  expect(
    within(screen.getByRole('tablist', { name: 'Questions about paying' }))
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Plans', 'Payments', 'Refunds and invoices']);
  expect(screen.getByText('When does a plan begin?')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Refunds and invoices' }));
  expect(screen.getByText('How is a refund computed?')).toBeVisible();
});

test('plans that do not come are said to take long, with another try', async () => {
  vi.useFakeTimers();
  const { host } = open('/pricing', [reply(readPlanQuotes, () => new Promise(() => undefined) as never)]);
  await act(() => vi.advanceTimersByTimeAsync(8100));
  expect(screen.getByText('This takes longer than it should.')).toBeVisible();
  host.answer(quotes());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('link', { name: 'Get Premium, ₹499 for 30 days' })).toBeVisible();
});

test('an unknown step of the address shows the plans (S2.1-PARAM-10)', async () => {
  open('/pricing/abc', [quotes()]);
  expect(await screen.findByRole('link', { name: 'Get Premium, ₹499 for 30 days' })).toBeVisible();
});

test('what can’t be bought has its price and its reason, and nothing to press', async () => {
  open('/pricing', [
    quotes(QUOTES.map((each) => (each.plan === 'Pro' ? { ...each, credit_paise: 332_67, pay_paise: 666_33 } : { ...each, refused: 'PLAN_HELD' as const }))),
  ]);
  expect(await screen.findByRole('link', { name: 'Get Pro, ₹999 for 30 days' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: /for \d+ days/ })).toHaveLength(1);
  expect(screen.getAllByText('Your plan gives you all of this already.')).toHaveLength(2);
  expect(screen.getByText('₹332.67 is left of your plan and comes off the price.')).toBeVisible();
});

test('a customer of a broker without plans sees no price, and nothing is asked', async () => {
  const { host } = open('/pricing', [], { environment: { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' } });
  expect(await screen.findByText('Your broker pays for your access')).toBeVisible();
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['See the calls', HOME_WHEN_SIGNED_IN],
    ['My account', '/my-account'],
  ]);
  expect(host.calls).toEqual([]);
});

test('an order that waits can be gone on with', async () => {
  open('/pricing', [quotes(QUOTES, true, order())]);
  expect(await screen.findByRole('link', { name: 'Go on with the payment' })).toHaveAttribute('href', '/pricing/status?order=o1');
});

test('before paying: the sum with GST, the way to pay and the terms; the order says what was shown', async () => {
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [quotes(), reply(orderPlan, order())]);
  expect(await screen.findByRole('heading', { name: 'Premium for 30 days' })).toBeVisible();
  for (const sum of ['₹422.88', '₹76.12', '₹499.00']) expect(screen.getByText(sum)).toBeVisible();
  expect(screen.getByText(/There is no promise of profit/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  expect(screen.getByText('Agree to the terms before you pay')).toBeVisible();
  expect(host.calls.some(({ route }) => route === orderPlan)).toBe(false);
  await user.click(screen.getByLabelText(/I have read these terms/));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/pricing/status?order=o1'));
  expect(host.calls.find(({ route }) => route === orderPlan)!.input.body).toEqual({
    ...{ plan: 'Premium', days: 30, pay_paise: 499_00, method: 'upi', mitc_version: '1', place: '29', key: expect.stringMatching(/^[\w-]{36}$/) },
  });
});

test('only ways to pay that are open are offered; an address that names another shows the first of them', async () => {
  const place = { state: '29', fixed: false } as const;
  open('/pricing/cefcom?plan=Premium&days=30', [quotes(QUOTES, true, null, null, place, ['card', 'netbanking'])]);
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Card', 'Netbanking']);
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Card');
});

test('who named no state is asked for it before paying; a GST number says it by itself', async () => {
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [quotes(QUOTES, true, null, null, { state: '', fixed: false }), reply(orderPlan, order())]);
  await user.click(await screen.findByLabelText(/I have read these terms/));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  const state = screen.getByLabelText('State or territory, for your invoice');
  expect(state).toHaveAccessibleDescription('Choose your state');
  expect(state).toHaveFocus();
  expect(host.calls.some(({ route }) => route === orderPlan)).toBe(false);
  await user.selectOptions(state, 'Kerala');
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  await waitFor(() => expect(host.calls.find(({ route }) => route === orderPlan)!.input.body).toMatchObject({ place: '32' }));
  cleanup();
  open('/pricing/upi?plan=Premium&days=30', [quotes(QUOTES, true, null, null, { state: '29', fixed: true })]);
  expect(await screen.findByText('Your invoice goes to Karnataka, as your GST number says.')).toBeVisible();
  expect(screen.queryByLabelText('State or territory, for your invoice')).toBeNull();
});

test('a price that changed meanwhile is read again, and nothing is ordered', async () => {
  const { host, user } = open('/pricing/card?plan=Premium&days=30', [quotes(), refuse(orderPlan, 'PRICE_CHANGED', 'The price is not the one you saw.')]);
  await user.click(await screen.findByLabelText(/I have read these terms/));
  host.answer(quotes([quote('Premium', 30, 449_00)]));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  expect(await screen.findByRole('button', { name: 'Pay ₹449.00' })).toBeVisible();
  expect(location.pathname).toBe('/pricing/card');
});

test.each([
  [{}, 'Pay ₹499.00', ['Open my UPI app', 'Go to the payment page', 'Pay another way', 'Choose another plan']],
  [{ refused: true }, 'The payment was refused', ['Open my UPI app', 'Try again', 'Pay another way', 'Choose another plan']],
  [{ payable: null }, 'Pay ₹499.00', ['Pay another way', 'Choose another plan']],
  [{ state: 'expired' }, 'This order can’t be paid any more', ['Check plans']],
  [{ state: 'replaced' }, 'This order can’t be paid any more', ['Check plans']],
  [{ state: 'returned' }, 'Your money goes back', ['Check plans', 'Invoices and refunds']],
] as [Partial<PlanOrder>, string, string[]][])('an order %j says so and what can be done', async (state, title, links) => {
  open('/pricing/status?order=o1', [reply(readOrder, order({ ...state, ...(state.state && { payable: null }) }))]);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  // The way to an app stands there for phones alone.
  expect(screen.getAllByRole('link', { hidden: true }).map(({ textContent }) => textContent)).toEqual(links);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['lut', ['₹499.00', 'GST, none on an export', '₹0.00']],
  ['igst', ['₹422.88', 'GST, 18%', '₹76.12']],
] as const)('outside India the bill says how it is taxed: %s', async (rule, [without, label, tax]) => {
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [
    quotes(QUOTES, true, null, null, { state: '', fixed: false }, PAY_METHODS, false, false, rule),
    reply(orderPlan, order()),
  ]);
  await user.selectOptions(await screen.findByLabelText('State or territory, for your invoice'), 'Outside India');
  const bill = screen.getByText(label).closest('dl')!;
  expect(bill).toHaveTextContent(`Price without GST${without}${label}${tax}`);
  await user.click(screen.getByLabelText(/I have read these terms/));
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(host.calls.find(({ route }) => route === orderPlan)!.input.body).toMatchObject({ place: '96', pay_paise: 499_00 }));
});

test.each([
  ['2026-11-20T06:00:00.000Z', 'It can be paid for 30 more minutes.'],
  ['2026-11-20T06:29:10.000Z', 'It can be paid for 1 more minute.'],
  // A device whose clock is wrong.
  ['2026-11-22T06:00:00.000Z', 'It can be paid until 20 Nov 2026, 12:00 IST.'],
])('at %s an order says how long it can be paid still, whatever the clock of a demo: %s', (now, words) => {
  expect(payableFor('2026-11-20T06:30:00.000Z', Date.parse(now))).toBe(words);
});

test('an order that waits says until when, to the minute, and that another would take its place for nothing', async () => {
  open('/pricing/status?order=o1', [reply(readOrder, order())]);
  expect(await screen.findByText(/It can be paid until 20 Nov 2026, 12:00 IST\.$/)).toBeVisible();
  expect(screen.getByText(/That order takes the place of this one, and nothing is taken for this one\.$/)).toBeVisible();
});

test('one that can’t be paid now does not pretend to be', async () => {
  open('/pricing/status?order=o1', [reply(readOrder, order({ payable: null }))]);
  expect(await screen.findByText(/It can’t be paid here now\. If you have paid, this page tells by itself/)).toBeVisible();
  expect(screen.queryByText(/It can be paid until/)).toBeNull();
});

test('what comes for an order after its time is told on the page that said that nothing was taken', async () => {
  vi.useFakeTimers();
  const { host } = open('/pricing/status?order=o1', [reply(readOrder, order({ state: 'expired', payable: null }))]);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Nobody paid it in time, and nothing was taken.')).toBeVisible();
  host.answer(reply(readOrder, order({ state: 'returned', payable: null })));
  await act(() => vi.advanceTimersByTimeAsync(21_000));
  expect(screen.getByRole('heading', { name: 'Your money goes back' })).toBeVisible();
});

test('an order that is not theirs leads to the plans', async () => {
  open('/pricing/status?order=o1', [refuse(readOrder, 'NOT_FOUND', 'There is no such thing.')]);
  expect(await screen.findByText('This order is not yours, or there is none')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Check plans' })).toHaveAttribute('href', '/pricing');
});

test('who has given no PAN reads before paying that live calls wait for it; who has, reads nothing of it', async () => {
  open('/pricing/upi?plan=Premium&days=30', [quotes(QUOTES, true, null, null, { state: '29', fixed: false }, PAY_METHODS, true)]);
  expect(await screen.findByText(/^After the payment we ask for your PAN, and live calls open with it/)).toBeVisible();
  cleanup();
  open('/pricing/upi?plan=Premium&days=30', [quotes()]);
  expect(await screen.findByRole('button', { name: 'Pay ₹499.00' })).toBeVisible();
  expect(screen.queryByText(/ask for your PAN/)).toBeNull();
});

const RUNS = { payable: null, starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-12-20T06:00:00.000Z' } as const;

test.each([
  ['cancelled', /You ended it, and the fee of the days that were left goes back/],
  ['upgraded', /A greater plan took its place/],
] as const)('an order whose plan was %s does not say that it runs', async (ended, words) => {
  open('/pricing/status?order=o1', [reply(readOrder, order({ state: 'paid', ...RUNS, ended }))]);
  expect(await screen.findByRole('heading', { name: 'Premium has ended' })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByText(/its calls are open/)).toBeNull();
});

test('who left a plan before giving a PAN gives it where they would pay, and pays then: what they chose stays', async () => {
  const first = quotes(QUOTES, true, null, null, undefined, PAY_METHODS, true, true);
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [first, reply(updateProfile, profileOf('Retail Investor')), reply(orderPlan, order())]);
  expect(await screen.findByRole('heading', { name: 'Give your PAN first' })).toBeVisible();
  expect(screen.queryByText(/^After the payment we ask for your PAN/)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /terms/i }));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  expect(screen.getByLabelText('PAN')).toHaveFocus();
  expect(host.calls.some(({ route }) => route === orderPlan)).toBe(false);
  await user.type(screen.getByLabelText('PAN'), 'abcpr1234f');
  host.answer(quotes());
  await user.click(screen.getByRole('button', { name: 'Save my PAN' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Give your PAN first' })).toBeNull());
  expect(screen.getByRole('checkbox', { name: /terms/i })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Pay ₹499.00' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  await waitFor(() => expect(host.calls.some(({ route }) => route === orderPlan)).toBe(true));
});

test('a paid order keeps the plan; who gave a PAN before is asked for nothing (S3-STATE-21, S4-MISC-21)', async () => {
  open('/pricing/status?order=o1', [reply(readOrder, order({ state: 'paid', ...RUNS }))]);
  expect(await screen.findByRole('heading', { name: 'You have Premium' })).toBeVisible();
  expect(screen.getByText('₹499.00 is paid. Premium runs from 20 Nov 2026 to 20 Dec 2026, and its calls are open now.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a paid order asks for the PAN, says what is closed until then, and can be asked again later; taken, its calls are open (S2.6-DLG-18, S4-MISC-22)', async () => {
  const { host, user } = open('/pricing/status?order=o1', [
    reply(readOrder, order({ state: 'paid', ...RUNS, pan_missing: true })),
    refuse(updateProfile, 'BAD_REQUEST', 'Some details are not valid.', {
      problems: [{ path: 'pan_card_number', message: 'This PAN was not accepted. Write your own.' }],
    }),
  ]);
  const dialog = () => screen.findByRole('dialog', { name: 'Give your PAN to open Premium’s calls' });
  expect(within(await dialog()).getByText(/Until your PAN is here live calls stay closed/)).toBeVisible();
  expect(within(await dialog()).getByLabelText('PAN')).toHaveAccessibleDescription('We store it encrypted and show it masked');
  await user.click(within(await dialog()).getByRole('button', { name: 'Later' }));
  expect(screen.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
  expect(screen.getByText(/Give your PAN to open its calls: days that you wait are not charged, seven at most\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Give my PAN' }));
  const field = within(await dialog()).getByLabelText('PAN');
  await user.type(field, 'ABCDE12345{Enter}');
  expect(field).toHaveAccessibleDescription('Write five letters, four digits and a letter');
  expect(host.calls.some(({ route }) => route === updateProfile)).toBe(false);
  await user.clear(field);
  await user.type(field, 'abcde 1234 f{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('This PAN was not accepted. Write your own.'));
  expect(field).toHaveFocus();
  host.answer(reply(updateProfile, profileOf('Retail Investor')));
  host.answer(reply(readOrder, order({ state: 'paid', ...RUNS })));
  await user.click(screen.getByRole('button', { name: 'Open my calls' }));
  expect(await screen.findByRole('heading', { name: 'You have Premium' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(host.calls.filter(({ route }) => route === updateProfile).map(({ input }) => input.body)).toEqual(Array(2).fill({ pan_card_number: 'ABCDE1234F' }));
  expect(host.notices.at(-1)).toMatchObject({ text: 'Your PAN is saved. What you paid for is open.' });
});

test('a coupon: Enter in its field applies it and orders nothing; the bill says what it takes off, and the order carries it', async () => {
  const less = quote('Premium', 30, 399_20, { price_paise: 499_00, discount_paise: 99_80 });
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [quotes(), reply(orderPlan, order())]);
  const field = await screen.findByLabelText('Coupon code');
  await user.click(screen.getByLabelText(/I have read these terms/));
  host.answer(quotes([less], true, null, { code: 'WELCOME20', refused: '' }));
  await user.type(field, ' welcome20 {Enter}');
  expect(await screen.findByRole('button', { name: 'Pay ₹399.20' })).toBeVisible();
  expect(location.search).toBe('?plan=Premium&days=30&coupon=welcome20');
  expect(host.calls.at(-1)!.input.query).toEqual({ coupon: 'welcome20' });
  for (const line of ['List price, with GST', 'Coupon WELCOME20', '−₹99.80']) expect(screen.getByText(line)).toBeVisible();
  expect(host.calls.some(({ route }) => route === orderPlan)).toBe(false);
  // The field has given way to a button, which has the focus; the sum was said.
  expect(screen.getByRole('button', { name: 'Remove coupon WELCOME20' })).toHaveFocus();
  expect(screen.getByText('₹99.80 off')).toHaveAttribute('role', 'status');
  // What was agreed to stays agreed to.
  await user.click(screen.getByRole('button', { name: 'Pay ₹399.20' }));
  await waitFor(() => expect(host.calls.find(({ route }) => route === orderPlan)!.input.body).toMatchObject({ pay_paise: 399_20, coupon: 'WELCOME20' }));
});

test('a reload of the checkout forgets neither state nor consent; another price, or another buyer, is agreed to anew', async () => {
  const path = '/pricing/upi?plan=Premium&days=30';
  const unnamed = (list = QUOTES) => quotes(list, true, null, null, { state: '', fixed: false });
  const { user } = open(path, [unnamed()]);
  await user.click(await screen.findByLabelText(/I have read these terms/));
  await user.selectOptions(screen.getByLabelText('State or territory, for your invoice'), '27');
  cleanup();

  open(path, [unnamed()]);
  expect(await screen.findByLabelText(/I have read these terms/)).toBeChecked();
  expect(screen.getByLabelText('State or territory, for your invoice')).toHaveValue('27');
  cleanup();

  open(path, [unnamed([quote('Premium', 30, 599_00)])]);
  expect(await screen.findByLabelText(/I have read these terms/)).not.toBeChecked();
  expect(screen.getByLabelText('State or territory, for your invoice')).toHaveValue('27');
  cleanup();

  open(path, [unnamed()], { user: { ...INVESTOR, id: 'u2' } });
  expect(await screen.findByLabelText(/I have read these terms/)).not.toBeChecked();
  expect(screen.getByLabelText('State or territory, for your invoice')).toHaveValue('');
});

test('on a phone the UPI app comes first, and its own screen is not offered to be scanned', async () => {
  open('/pricing/status?order=o1', [reply(readOrder, order())]);
  // By its text: what the media query of a mouse hides counts as hidden here.
  expect(await screen.findByText('Open my UPI app')).toHaveAttribute('href', 'upi://pay?am=499.00');
  const folded = screen.getByText('Show the code, to pay from another phone').closest('details')!;
  expect(folded.open).toBe(false);
  expect(within(folded).getByRole('img', { hidden: true, name: 'UPI code for ₹499.00' })).toBeInTheDocument();
});

test.each([
  [{ code: 'NEVER', refused: 'COUPON_UNKNOWN' }, 'This code is not valid here, or not any more.'],
  [{ code: 'OLDONE', refused: 'COUPON_TAKEN' }, 'You have used this code before.'],
  [{ code: 'PROONLY', refused: '' }, 'PROONLY takes nothing off this plan.'],
] as const)('a code that takes nothing off says why: %j', async (given, why) => {
  open(`/pricing/card?plan=Premium&days=30&coupon=${given.code}`, [quotes(QUOTES, true, null, given)]);
  expect(await screen.findByText(why)).toBeVisible();
  // It stands in its field, to be mended.
  expect(screen.getByLabelText('Coupon code')).toHaveValue(given.code);
  expect(screen.getByRole('button', { name: 'Pay ₹499.00' })).toBeVisible();
});

test('a code that can’t be looked up takes nothing away: what was agreed to stands, and it can be tried again', async () => {
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [quotes()]);
  await user.click(await screen.findByLabelText(/I have read these terms/));
  host.answer(refuse(readPlanQuotes, 'RATE', 'Too many tries. Wait a moment.'));
  await user.type(screen.getByLabelText('Coupon code'), 'WELCOME20');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('The code could not be checked. Try again.')).toBeVisible();
  expect(screen.getByLabelText(/I have read these terms/)).toBeChecked();
  // The way to pay keeps what was typed.
  await user.click(screen.getByRole('tab', { name: 'Card' }));
  expect(location.pathname + location.search).toBe('/pricing/card?plan=Premium&days=30&coupon=WELCOME20');
  host.answer(quotes([quote('Premium', 30, 399_20, { price_paise: 499_00, discount_paise: 99_80 })], true, null, { code: 'WELCOME20', refused: '' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByRole('button', { name: 'Pay ₹399.20' })).toBeVisible();
});

test('prices that can’t be read anew leave the checkout as it is: nobody gave a code that could fail', async () => {
  const { host, user } = open('/pricing/card?plan=Premium&days=30', [quotes(), refuse(orderPlan, 'PRICE_CHANGED', 'The price is not the one you saw.')]);
  await user.click(await screen.findByLabelText(/I have read these terms/));
  host.answer(refuse(readPlanQuotes, 'INTERNAL', 'Something failed on our side.'));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  await waitFor(() => expect(host.calls.filter(({ route }) => route === readPlanQuotes)).toHaveLength(2));
  expect(await screen.findByRole('button', { name: 'Pay ₹499.00' })).toBeVisible();
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: 'Something failed on our side.' }));
  expect(screen.queryByText('The code could not be checked. Try again.')).toBeNull();
});

test('a GST number that was written meanwhile names the state, and Pay pays', async () => {
  const none: InvoicePlace = { state: '', fixed: false };
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [quotes(QUOTES, true, null, null, none), refuse(orderPlan, 'RETRY', 'Once more.')]);
  await user.click(await screen.findByLabelText(/I have read these terms/));
  await user.selectOptions(screen.getByLabelText('State or territory, for your invoice'), 'Kerala');
  host.answer(quotes(QUOTES, true, null, null, { state: '29', fixed: true }));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing is charged by this: press again, and the same order opens.');
  expect(await screen.findByText('Your invoice goes to Karnataka, as your GST number says.')).toBeVisible();
  host.answer(reply(orderPlan, order()));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  await waitFor(() =>
    expect(host.calls.filter(({ route }) => route === orderPlan).map(({ input }) => input.body)).toMatchObject([{ place: '32' }, { place: '29' }]),
  );
});

test('a code of the address counts on the table too, goes on to the checkout, and can be taken away there', async () => {
  const less = quote('Premium', 30, 399_20, { price_paise: 499_00, discount_paise: 99_80 });
  const given = { code: 'WELCOME20', refused: '' } as const;
  open('/pricing?coupon=WELCOME20', [quotes([less], true, null, given)]);
  expect(await screen.findByText('Where coupon WELCOME20 counts, it is taken off already.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Get Premium, ₹399.20 for 30 days' })).toHaveAttribute('href', '/pricing/upi?plan=Premium&days=30&coupon=WELCOME20');
  cleanup();
  const { host, user } = open('/pricing/upi?plan=Premium&days=30&coupon=WELCOME20', [quotes([less], true, null, given)]);
  const remove = await screen.findByRole('button', { name: 'Remove coupon WELCOME20' });
  host.answer(quotes());
  await user.click(remove);
  expect(await screen.findByRole('button', { name: 'Pay ₹499.00' })).toBeVisible();
  expect(location.search).toBe('?plan=Premium&days=30');
});

test('a plan renews only for who ticks it: with amount, how often and how to stop; not by a way that carries no mandate', async () => {
  const renews_by: PayMethod[] = ['upi', 'card'];
  const renewing = quotes(QUOTES.map((each) => ({ ...each, renews_by })));
  const { host, user } = open('/pricing/card?plan=Premium&days=30', [renewing, reply(orderPlan, order({ renews: true }))]);
  const box = await screen.findByRole('checkbox', { name: 'Renew Premium by itself every 30 days: at most ₹499.00 with GST each time, by card' });
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(
    /at least 24 hours before.*You stop it in two presses under My account, or at your bank.*A coupon counts for this payment only/,
  );
  expect(screen.getByText(/It ends by itself: nothing is taken from you again/)).toBeVisible();
  await user.click(box);
  expect(screen.getByText(/Then it renews, until you stop it/)).toBeVisible();
  // The terms stand after it, and are what Pay asks for.
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  expect(screen.getByLabelText(/I have read these terms/)).toHaveFocus();
  await user.click(screen.getByLabelText(/I have read these terms/));
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  await waitFor(() =>
    expect(host.calls.find(({ route }) => route === orderPlan)!.input.body).toMatchObject({ method: 'card', pay_paise: 499_00, renew_paise: 499_00 }),
  );
  cleanup();
  open('/pricing/netbanking?plan=Premium&days=30', [renewing]);
  expect(await screen.findByRole('button', { name: 'Pay ₹499.00' })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /^Renew/ })).toBeNull();
  cleanup();
  open('/pricing/status?order=o1', [reply(readOrder, order({ renews: true }))]);
  expect(
    await screen.findByText('On the payment page you are also asked to let the plan renew. You can stop that at any time under My account.'),
  ).toBeVisible();
});

test('unticked, or where nothing renews, no renewal is ordered', async () => {
  const { host, user } = open('/pricing/upi?plan=Premium&days=30', [quotes(), reply(orderPlan, order()), reply(readOrder, order())]);
  await user.click(await screen.findByLabelText(/I have read these terms/));
  expect(screen.queryByRole('checkbox', { name: /^Renew/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pay ₹499.00' }));
  await waitFor(() => expect(host.calls.some(({ route }) => route === orderPlan)).toBe(true));
  expect(host.calls.find(({ route }) => route === orderPlan)!.input.body).not.toHaveProperty('renew_paise');
});
