import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { orderPlan, readOrder, readPlanAccount, readPlanQuotes } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanOrder, PlanQuote } from '@vimarsh/shared/contract/plans/types.ts';
import { EXPERT_TERMS_VERSION } from '@vimarsh/shared/domain/money/expert-terms.ts';
import { splitGst } from '@vimarsh/shared/domain/money/gst.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { FirstCallSteps } from '@vimarsh/shared/ui/calls/first-call-steps.tsx';
import { afterEach, expect, test } from 'vitest';
import { PlanTab } from '../account/plan.tab.tsx';
import { NO_PURCHASES } from '../account/purchases.testing.ts';
import { Page } from './pricing.page.tsx';

const EXPERT = { id: 'e1', full_name: 'Ananya', profession: 'Analyst', picture: '', email: '', verified: true, rank: null, is_admin: false } as const;
const PLAN = { plan_name: 'Publisher', promotional_plan: false, starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2099-01-01T00:00:00.000Z' } as const;
const quote = (days: number, price_paise: number, more: Partial<PlanQuote> = {}): PlanQuote => {
  const { taxable, gst } = splitGst(price_paise);
  return {
    ...{ plan: 'Publisher', days, price_paise, taxable_paise: taxable, gst_paise: gst, discount_paise: 0, credit_paise: 0, pay_paise: price_paise },
    ...{ refused: '', renews_by: [], starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-12-20T06:00:00.000Z' },
    ...more,
  };
};
const quotes = (can_buy = true, list = [quote(30, 1_499_00), quote(365, 14_999_00)]) =>
  reply(readPlanQuotes, {
    ...{
      quotes: list,
      coupon: null,
      place: { state: '29', fixed: false },
      abroad: null,
      can_buy,
      pan_missing: false,
      pan_first: false,
      methods: ['upi', 'card', 'netbanking'],
      open: null,
    },
    ...{ fees_paise: 0, fees_by_pan: true, fee_cap_paise: 1_51_000_00 },
  });
const order = (more: Partial<PlanOrder> = {}): PlanOrder => ({
  ...{ id: 'o1', plan: 'Publisher', days: 30, price_paise: 1_499_00, coupon: '', discount_paise: 0, credit_paise: 0, pay_paise: 1_499_00, method: 'card' },
  ...{ state: 'open', refused: false, ended: '', renews: false, pan_missing: false, starts_at: null, ends_at: null },
  ...{ created_at: '2026-11-20T06:00:00.000Z', pay_until: '2026-11-20T06:30:00.000Z', payable: { page: '/__pay/o1', upi: null } },
  ...more,
});
const account = reply(readPlanAccount, NO_PURCHASES);

function open(path: string, answers: CannedAnswer[], snapshot: Partial<Snapshot> = {}, Screen: () => React.ReactNode = Page) {
  const host = fakeHost({ path, pattern: '/pricing/:method?', answers, snapshot: { signedIn: true, user: EXPERT, ...snapshot } });
  render(<Screen />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
const unverified = { user: { ...EXPERT, verified: false } };
const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
afterEach(cleanup);

test('an expert reads what publishing costs, what it gives and what it does not, and no word of fees for research', async () => {
  open('/pricing', [quotes()]);
  expect(await screen.findByRole('link', { name: 'Get Publisher, ₹1,499 for 30 days' })).toHaveAttribute('href', '/pricing/upi?plan=Publisher&days=30');
  expect(screen.getByRole('link', { name: 'Get Publisher, ₹14,999 for 365 days' })).toBeVisible();
  expect(listed('Publisher: you get').slice(0, 2)).toEqual(['Publish new calls on shares', 'Publish new option calls']);
  expect(listed('Publisher: you don’t get')).toContain('Other experts’ live calls');
  expect(listed('Without the plan: you don’t get').slice(0, 2)).toEqual(['Publish new calls on shares', 'Publish new option calls']);
  expect(screen.getByRole('heading', { name: 'Without the plan Yours' })).toBeVisible();
  expect(screen.queryByText(/The law limits fees/)).toBeNull();
  for (const name of ['Lite', 'Premium', 'Pro']) expect(screen.queryByRole('heading', { name })).toBeNull();
});

test('who has the plan sees it marked, and why no more days can be added', async () => {
  const stacked = [
    quote(30, 1_499_00, { starts_at: '2099-01-01T00:00:00.000Z' }),
    quote(365, 14_999_00, { starts_at: '2099-01-01T00:00:00.000Z', refused: 'PLAN_ADVANCE' }),
  ];
  open('/pricing', [quotes(true, stacked)], { publisherPlan: PLAN });
  expect(await screen.findByRole('heading', { name: 'Publisher Yours' })).toBeVisible();
  expect(screen.getByText(/^It would be added from/)).toBeVisible();
  expect(screen.getByText('Publisher for 365 days can be added from 1 Jan 2099.')).toBeVisible();
});

test('one whose documents are not verified sees the price and the way to them; nothing can be bought', async () => {
  open('/pricing', [quotes(false)], unverified);
  expect(await screen.findByText('You can buy the Publisher plan once your documents are verified. Nothing is charged before.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your documents' })).toHaveAttribute('href', '/profile-update?active_step=2');
  expect(screen.queryByRole('link', { name: /for 30 days/ })).toBeNull();
});

test('an administrator reads that their account buys nothing, and no word of papers', async () => {
  open('/pricing', [quotes(false)], { user: { ...EXPERT, is_admin: true } });
  expect(await screen.findByText('An administrator’s account buys no plan. These are the prices that experts see.')).toBeVisible();
  expect(screen.queryByText(/once your documents are verified/)).toBeNull();
});

test('the checkout asks for the terms for experts, and the order says so; CeFCoM is no way to pay it', async () => {
  const { host, user } = open('/pricing/card?plan=Publisher&days=30', [quotes(), reply(orderPlan, order())]);
  expect(await screen.findByRole('heading', { name: 'Publisher for 30 days' })).toBeVisible();
  expect(screen.queryByText('Most important terms')).toBeNull();
  expect(screen.queryByRole('tab', { name: 'CeFCoM' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Read the terms for experts in a new tab' })).toHaveAttribute('href', '/advisors/expert-side/terms-condition');
  await user.click(screen.getByRole('button', { name: 'Pay ₹1,499.00' }));
  expect(screen.getByText('Agree to the terms before you pay')).toBeVisible();
  await user.click(screen.getByLabelText(`I have read the terms for experts, version ${EXPERT_TERMS_VERSION}, and agree to them`));
  await user.click(screen.getByRole('button', { name: 'Pay ₹1,499.00' }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/pricing/status?order=o1'));
  const { body } = host.calls.find(({ route }) => route === orderPlan)!.input;
  expect(body).toMatchObject({ plan: 'Publisher', days: 30, pay_paise: 1_499_00, method: 'card', terms_version: EXPERT_TERMS_VERSION });
  expect(body).not.toHaveProperty('mitc_version');
});

test('once it is paid the way leads to a call of one’s own', async () => {
  const paid = order({ state: 'paid', payable: null, starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-12-20T06:00:00.000Z' });
  open('/pricing/status?order=o1', [reply(readOrder, paid)]);
  expect(await screen.findByText('₹1,499.00 is paid. Publisher runs from 20 Nov 2026 to 20 Dec 2026, and you may publish calls.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Publish a call' })).toHaveAttribute('href', '/upload-recommendation');
  expect(screen.queryByRole('link', { name: 'See the calls' })).toBeNull();
});

test.each([
  ['none', {}, 'You have no Publisher plan, so you publish no new call. Your open calls stay, and you can still tighten, exit and explain them.'],
  ['one that has ended', { publisherPlan: { ...PLAN, ends_at: '2026-01-02T00:00:00.000Z' } }, /^You have no Publisher plan/],
  ['one that was given', { publisherPlan: PLAN }, /^Your plan was given to you and runs until 1 Jan 2099\./],
] as const)('the account of an expert says of their plan: %s', async (_what, snapshot, said) => {
  open('/my-account?tab=plan', [account], snapshot, PlanTab);
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the Publisher plan' })).toHaveAttribute('href', '/pricing');
});

test('the steps to the first call name the plan with its state, and lead to the next', () => {
  const steps = () => listed('Steps to your first call');
  const [documents, plan, call] = ['Your documents are verified', 'You have a Publisher plan', 'You publish your first call'];
  open('/profile-update', [], unverified, FirstCallSteps);
  // What the plan costs can be looked up before the papers are through.
  expect(steps()).toEqual([`${documents}Not yetGo to your documents`, `${plan}Not yetSee the Publisher plan`, `${call}Not yet`]);
  cleanup();
  // Given by a partner before the papers were through.
  open('/profile-update', [], { ...unverified, publisherPlan: PLAN }, FirstCallSteps);
  expect(steps()).toEqual([`${documents}Not yetGo to your documents`, `${plan}Done`, `${call}Not yet`]);
  cleanup();
  open('/profile-update', [], {}, FirstCallSteps);
  expect(steps()).toEqual([`${documents}Done`, `${plan}Not yetSee the Publisher plan`, `${call}Not yet`]);
  expect(screen.getByRole('link', { name: 'See the Publisher plan' })).toHaveAttribute('href', '/pricing');
  cleanup();
  // Where a broker pays, its grant is all there is, and the plan has no name.
  open('/profile-update', [], { environment: { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' } }, FirstCallSteps);
  expect(steps()).toEqual([`${documents}Done`, 'Your partner lets you publish hereNot yet', `${call}Not yet`]);
  for (const snapshot of [{ publisherPlan: PLAN }, { user: { ...EXPERT, profession: 'Retail Investor' as const } }]) {
    cleanup();
    open('/profile-update', [], snapshot, FirstCallSteps);
    expect(screen.queryByRole('list')).toBeNull();
  }
});
