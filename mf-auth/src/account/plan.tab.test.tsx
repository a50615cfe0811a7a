import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { cancelPlan, readInvoice, readPlanAccount, saveBilling, stopRenewal } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanAccount } from '@vimarsh/shared/contract/plans/types.ts';
import { updateProfile } from '@vimarsh/shared/contract/profile/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { afterEach, expect, test, vi } from 'vitest';
import { profileOf } from '../profile/profile.testing.ts';
import { Page } from './my-account.page.tsx';
import { NO_PURCHASES } from './purchases.testing.ts';

const INVESTOR = { id: 'u1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;
const BOUGHT: PlanAccount['plans'][number] = {
  ...{ order_id: 'o1', plan: 'Premium', days: 30, starts_at: '2026-11-01T06:00:00.000Z', ends_at: '2026-12-01T06:00:00.000Z' },
  ...{ total_paise: 499_00, credit_paise: 0, refund_paise: 332_67, unused_days: 20, pan_missing: false, paused_days: 0 },
};
function open(path: string, answers: CannedAnswer[], snapshot: Partial<Snapshot> = {}) {
  const host = fakeHost({ path, answers, snapshot: { signedIn: true, user: INVESTOR, ...snapshot } });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a plan shows what would come back before anybody asks, and two presses end it', async () => {
  const { host, user } = open('/my-account?tab=plan', [
    reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT] }),
    reply(cancelPlan, { refund_paise: 332_67, credit_note: 'VC/26-27/000001' }),
  ]);
  expect(await screen.findByText('If you cancelled now, ₹332.67 would come back, for 20 of 30 days.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel Premium' }));
  expect(host.calls.some(({ route }) => route === cancelPlan)).toBe(false);
  host.answer(reply(readPlanAccount, NO_PURCHASES));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End it and get ₹332.67 back' }));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: 'Premium has ended. ₹332.67 goes back the way you paid.' }));
  expect(host.calls.find(({ route }) => route === cancelPlan)!.input.body).toEqual({ order_id: 'o1', refund_paise: 332_67 });
  // The page is shorter now: what took the plan's place is brought into sight, also for a screen reader.
  const free = await screen.findByRole('heading', { name: 'Free account' });
  await waitFor(() => expect(free.closest('section')).toHaveFocus());
});

test('beside the plan stands what the account has now and what not, by its rights', async () => {
  open('/my-account?tab=plan', [reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT] })], {
    plan: { plan_name: 'Premium', promotional_plan: false, starts_at: BOUGHT.starts_at, ends_at: '2099-12-01T06:00:00.000Z' },
  });
  const gets = await screen.findByRole('list', { name: 'What you have now: you get' });
  expect(gets).toHaveTextContent('Live medium-term and long-term calls');
  expect(screen.getByRole('list', { name: 'What you have now: you don’t get' })).toHaveTextContent('Live intraday calls');
  cleanup();
  open('/my-account?tab=plan', [reply(readPlanAccount, NO_PURCHASES)]);
  expect(await screen.findByRole('list', { name: 'What you have now: you don’t get' })).toHaveTextContent('Live short-term calls');
});

test('a plan whose end is on its way can’t be kept any more: the dialog stays until the answer', async () => {
  const answered = Promise.withResolvers<{ refund_paise: number; credit_note: string }>();
  const { user } = open('/my-account?tab=plan', [reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT] }), reply(cancelPlan, () => answered.promise)]);
  await user.click(await screen.findByRole('button', { name: 'Cancel Premium' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'End it and get ₹332.67 back' }));
  expect(dialog.getByRole('button', { name: 'End it and get ₹332.67 back' })).toHaveAttribute('aria-busy', 'true');
  expect(dialog.getByRole('button', { name: 'Keep Premium' })).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  answered.resolve({ refund_paise: 332_67, credit_note: 'VC/26-27/000001' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a plan that waits for a PAN says how long, and takes it there', async () => {
  const { host, user } = open('/my-account?tab=plan', [
    reply(readPlanAccount, { ...NO_PURCHASES, plans: [{ ...BOUGHT, pan_missing: true, paused_days: 3, unused_days: 30, refund_paise: 499_00 }] }),
    reply(updateProfile, profileOf('Retail Investor')),
  ]);
  expect(await screen.findByRole('heading', { name: 'Give your PAN to open what you paid for' })).toBeVisible();
  expect(screen.getByText('Days that you wait are not charged, seven at most, and your plan ends that many days later.')).toBeVisible();
  expect(screen.getByText('So far you have waited 3 days.')).toBeVisible();
  await user.type(screen.getByLabelText('PAN'), 'ABCDE1234F');
  host.answer(reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT] }));
  await user.click(screen.getByRole('button', { name: 'Open my calls' }));
  await waitFor(() => expect(screen.queryByLabelText('PAN')).toBeNull());
  expect(host.calls.find(({ route }) => route === updateProfile)!.input.body).toEqual({ pan_card_number: 'ABCDE1234F' });
});

test('on the day of the payment no day is over that a plan has waited for its PAN', async () => {
  open('/my-account?tab=plan', [reply(readPlanAccount, { ...NO_PURCHASES, plans: [{ ...BOUGHT, pan_missing: true }] })]);
  expect(await screen.findByText(/^Days that you wait are not charged/)).toBeVisible();
  expect(screen.queryByText(/So far you have waited/)).toBeNull();
});

test('after an upgrade more may come back than was paid for the plan: both parts of it are named', async () => {
  open('/my-account?tab=plan', [
    reply(readPlanAccount, {
      ...NO_PURCHASES,
      plans: [{ ...BOUGHT, plan: 'Pro', total_paise: 999_00, credit_paise: 499_00, refund_paise: 965_70, unused_days: 29 }],
    }),
  ]);
  expect(await screen.findByText('You paid ₹500.00 of it; ₹499.00 was left of your former plan. Both count for what comes back.')).toBeVisible();
  expect(screen.getByText('If you cancelled now, ₹965.70 would come back, for 29 of 30 days.')).toBeVisible();
});

test('what goes back for a cancelled plan stands in the account until it is there, and two weeks beyond', async () => {
  const back = (id: string, more: Partial<PlanAccount['refunds'][number]>) =>
    ({ id, plan: 'Premium', amount_paise: 332_67, reason: 'cancelled', state: 'asked', asked_at: '2026-01-05T06:00:00.000Z', by_bank: null, ...more }) as const;
  open('/my-account?tab=plan', [
    reply(readPlanAccount, {
      ...NO_PURCHASES,
      refunds: [
        back('r1', { amount_paise: 1_00, state: 'done', asked_at: new Date(Date.now() - 13 * 86_400_000).toISOString() }),
        back('r2', { amount_paise: 2_00, state: 'done', asked_at: new Date(Date.now() - 15 * 86_400_000).toISOString() }),
        // By two payments: of the plan, and of the lesser one that was taken off its price.
        back('r3', { amount_paise: 2_50 }),
        back('r5', { amount_paise: 50, asked_at: '2026-01-05T06:00:00.002Z' }),
        back('r4', { amount_paise: 4_00, reason: 'late' }),
        back('r8', {
          ...{ plan: 'Pro', amount_paise: 8_00, state: 'by_bank', asked_at: new Date(Date.now() - 86_400_000).toISOString() },
          by_bank: { ends_with: '6789', paid_at: '2026-01-07T06:00:00.000Z', reference: 'N77' },
        }),
        back('r9', { plan: 'Lite', amount_paise: 5_00, reason: 'twice', state: 'failed' }),
        back('r7', { plan: 'Lite', amount_paise: 9_00, state: 'failed' }),
        // Of another plan on the same day: which sum is for which is told.
        back('r6', { plan: 'Publisher', amount_paise: 7_00 }),
      ],
    }),
  ]);
  await screen.findByText(/^₹3\.00/);
  const said = screen.getAllByRole('paragraph').map(({ textContent }) => textContent);
  expect(said).toEqual(
    expect.arrayContaining([
      'You cancelled Premium on 5 Jan 2026. ₹3.00 is on its way back, the way you paid.',
      'You cancelled Publisher on 5 Jan 2026. ₹7.00 is on its way back, the way you paid.',
      expect.stringMatching(/^You cancelled Premium on .* ₹1\.00 was paid back the way you paid\. Your bank may need a few days\.$/),
      'You cancelled Lite on 5 Jan 2026. ₹9.00 could not be paid back the way you paid. The money is still yours. Tell us an account of yours under Bank details.',
      'A payment for Lite goes back. ₹5.00 could not be paid back the way you paid. The money is still yours. Tell us an account of yours under Bank details.',
      expect.stringMatching(/^You cancelled Pro on .* ₹8\.00 was sent to your account ending in 6789 on 7 Jan 2026\. Reference: N77\.$/),
    ]),
  );
  expect(screen.getByRole('link', { name: 'Bank details' })).toHaveAttribute('href', '/my-account?tab=bank');
  expect(screen.queryByText(/₹[24]\.00/)).toBeNull();
  expect(screen.getByRole('heading', { name: 'Free account' })).toBeVisible();
});

test('a plan that was given stands by itself, and beside a lesser one that was bought', async () => {
  const given = [{ plan: 'Premium' as const, ends_at: '2026-12-05T06:00:00.000Z' }];
  for (const plans of [[], [{ ...BOUGHT, plan: 'Lite' as const }]]) {
    open('/my-account?tab=plan', [reply(readPlanAccount, { ...NO_PURCHASES, plans, given })]);
    expect(await screen.findByText(/^Your plan was given to you and runs until 5 Dec 2026\./)).toBeVisible();
    expect(screen.queryAllByRole('heading', { name: 'Lite' })).toHaveLength(plans.length);
    expect(screen.queryByRole('heading', { name: 'Free account' })).toBeNull();
    cleanup();
  }
});

test('who was given a plan and bought another reads that the given one is open until the PAN is there', async () => {
  const answers = [reply(readPlanAccount, { ...NO_PURCHASES, plans: [{ ...BOUGHT, pan_missing: true }] })];
  const plan = { plan_name: 'Premium', promotional_plan: false, starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-05T06:00:00.000Z' } as const;
  open('/my-account?tab=plan', answers, { plan: { ...plan, kyc_gate: { open: 'Premium' } } });
  expect(await screen.findByText('Until then the live calls of Premium stay open, which was given to you.')).toBeVisible();
  cleanup();
  open('/my-account?tab=plan', answers, { plan: { ...plan, kyc_gate: { open: null } } });
  expect(await screen.findByText(/^Days that you wait are not charged/)).toBeVisible();
  expect(screen.queryByText(/stay open, which was given to you/)).toBeNull();
});

const RENEWAL: PlanAccount['renewals'][number] = {
  ...{ order_id: 'o1', plan: 'Premium', days: 30, method: 'upi', most_paise: 499_00, active: true, ends_at: '2026-12-01T06:00:00.000Z' },
  ...{ next: { pay_paise: 449_00, charge_at: '2026-11-30T06:00:00.000Z' }, page: '/__pay/mandates/m1', stopped: '' },
};

test('a plan that renews says what is taken and when; two presses stop it, and it says what then happens', async () => {
  const { host, user } = open('/my-account?tab=plan', [
    reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT], renewals: [RENEWAL] }),
    reply(stopRenewal, { ends_at: '2026-12-01T06:00:00.000Z' }),
  ]);
  expect(await screen.findByRole('heading', { name: 'Renewal of Premium' })).toBeVisible();
  expect(screen.getByText('Premium renews by itself every 30 days: at most ₹499.00 with GST is taken each time, by UPI.')).toBeVisible();
  expect(screen.getByText('Next, ₹449.00 is taken from 30 Nov 2026, 11:30 IST on.')).toBeVisible();
  expect(screen.queryByText(/It ends by itself/)).toBeNull();
  expect(screen.getByRole('link', { name: 'The mandate at your bank' })).toHaveAttribute('href', '/__pay/mandates/m1');
  await user.click(screen.getByRole('button', { name: 'Stop renewal' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Nothing is taken from you again. Premium stays until 1 Dec 2026 and then ends.')).toBeVisible();
  expect(host.calls.some(({ route }) => route === stopRenewal)).toBe(false);
  host.answer(reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT], renewals: [{ ...RENEWAL, next: null, page: '', stopped: 'you' }] }));
  await user.click(dialog.getByRole('button', { name: 'Stop it now' }));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: 'Premium renews no more, and ends on 1 Dec 2026.' }));
  expect(host.calls.find(({ route }) => route === stopRenewal)!.input.body).toEqual({ order_id: 'o1' });
  expect(await screen.findByText('You stopped it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop renewal' })).toBeNull();
  expect(screen.getByText(/It ends by itself: nothing is taken from you again/)).toBeVisible();
});

test.each([
  ['the bank has not answered', { active: false, next: null, page: '' }, 'Your bank has not yet said yes. Until it does, nothing is taken and nothing renews.'],
  [
    'nothing is announced yet',
    { next: null },
    'We write to you three days before the plan ends, and at least 24 hours before it is taken: how much, and when.',
  ],
  ['the price rose', { next: null, page: '', stopped: 'price' as const }, 'The price is higher than you agreed to.'],
  ['the payment was refused', { next: null, page: '', stopped: 'refused' as const }, 'Your bank refused the payment.'],
])('where %s, a renewal says so', async (_what, more, said) => {
  open('/my-account?tab=plan', [reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT], renewals: [{ ...RENEWAL, ...more }] })]);
  expect(await screen.findByText(said)).toBeVisible();
});

test('invoices and credit notes stand with their parts, refunds with their state', async () => {
  const bill = { plan: 'Premium', days: 30, issued_at: '2026-11-20T06:00:00.000Z' } as const;
  open('/my-account?tab=billing', [
    reply(readPlanAccount, {
      ...NO_PURCHASES,
      invoices: [
        { ...bill, number: 'VC/26-27/000001', kind: 'credit_note', about: 'VR/26-27/000001', taxable_paise: 281_92, gst_paise: 50_75, total_paise: 332_67 },
        { ...bill, number: 'VR/26-27/000001', kind: 'invoice', about: '', taxable_paise: 422_88, gst_paise: 76_12, total_paise: 499_00 },
      ],
      refunds: [{ id: 'r1', plan: 'Premium', amount_paise: 332_67, reason: 'cancelled', state: 'asked', asked_at: '2026-11-20T06:00:00.000Z', by_bank: null }],
    }),
  ]);
  const [note, invoice] = within(await screen.findByRole('list', { name: 'Invoices' })).getAllByRole('listitem');
  expect(note).toHaveTextContent('Credit note VC/26-27/000001 to VR/26-27/000001');
  expect(note).toHaveTextContent('−₹332.67');
  expect(invoice).toHaveTextContent('₹422.88 and GST of ₹76.12');
  expect(within(screen.getByRole('list', { name: 'Refunds' })).getByRole('listitem')).toHaveTextContent('On its way');
  expect(screen.queryByRole('link', { name: 'Bank details' })).toBeNull();
  cleanup();
  const failed = {
    id: 'r1',
    plan: 'Premium',
    amount_paise: 332_67,
    reason: 'late',
    state: 'failed',
    asked_at: '2026-11-20T06:00:00.000Z',
    by_bank: null,
  } as const;
  open('/my-account?tab=billing', [reply(readPlanAccount, { ...NO_PURCHASES, refunds: [failed] })]);
  expect(await screen.findByText('Could not be paid back')).toBeVisible();
  expect(screen.getByText(/^₹332\.67 could not be paid back the way you paid\. The money is still yours\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Bank details' })).toHaveAttribute('href', '/my-account?tab=bank');
  cleanup();
  open('/my-account?tab=billing', [reply(readPlanAccount, { ...NO_PURCHASES, refunds: [failed], refund_account: '4321' })]);
  expect(await screen.findByText(/We pay it to your account ending in 4321 within 7 working days\./)).toBeVisible();
});

test('details for invoices that are typed and not saved are there again after a reload, for who typed them alone', async () => {
  const first = open('/my-account?tab=billing', [reply(readPlanAccount, NO_PURCHASES)]);
  await first.user.type(await screen.findByLabelText('Name'), 'Asha N');
  await act(async () => void dispatchEvent(new Event('pagehide')));
  cleanup();
  open('/my-account?tab=billing', [reply(readPlanAccount, NO_PURCHASES)], { user: { ...INVESTOR, id: 'u2' } });
  expect(await screen.findByLabelText('Name')).toHaveValue('');
  cleanup();
  const details = { name: 'Asha N', address: '', state: '29', country: '', gstin: '' } as const;
  const { user } = open('/my-account?tab=billing', [reply(readPlanAccount, NO_PURCHASES), reply(saveBilling, details)]);
  expect(await screen.findByLabelText('Name')).toHaveValue('Asha N');
  await user.selectOptions(screen.getByLabelText('State or territory'), 'Karnataka');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(localStorage.getItem('vimarsh.billing-draft.u1')).toBeNull());
});

test('details for invoices are checked before they are sent, the first wrong field gets the focus, and they stand once they are saved (S3-STATE-04)', async () => {
  const details = { name: 'Asha Nair', address: '7 Lake Road, Bengaluru 560042', state: '29', country: '', gstin: '29AAGCB7383J1Z4' } as const;
  const { host, user } = open('/my-account?tab=billing', [reply(readPlanAccount, NO_PURCHASES), reply(saveBilling, details)]);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByText('Field is required')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), 'Asha Nair');
  expect(screen.queryByText('Field is required')).toBeNull();
  await user.selectOptions(screen.getByLabelText('State or territory'), 'Kerala');
  await user.type(screen.getByLabelText('Address'), '7 Lake Road, Bengaluru 560042');
  await user.type(screen.getByLabelText('GST number'), '29aagcb 7383j1z4');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('A GST number begins with the code of its state')).toBeVisible();
  expect(screen.getByLabelText('GST number')).toHaveFocus();
  expect(host.calls.some(({ route }) => route === saveBilling)).toBe(false);
  await user.selectOptions(screen.getByLabelText('State or territory'), 'Karnataka');
  await user.type(screen.getByLabelText('GST number'), ' ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: 'Your next invoice has these details.' }));
  expect(host.calls.find(({ route }) => route === saveBilling)!.input.body).toEqual(details);
  expect(screen.getByLabelText('GST number')).toHaveValue('29AAGCB7383J1Z4');
});

test('a buyer outside India writes the country too, and sends no GST number of a state', async () => {
  const details = { name: 'Samir Fernandes', address: '9 Marina Walk, Dubai', state: '96', country: 'United Arab Emirates', gstin: '' } as const;
  const { host, user } = open('/my-account?tab=billing', [reply(readPlanAccount, NO_PURCHASES), reply(saveBilling, details)]);
  await user.type(await screen.findByLabelText('Name'), details.name);
  expect(screen.queryByLabelText('Country')).toBeNull();
  await user.selectOptions(screen.getByLabelText('State or territory'), 'Outside India');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('An invoice to a buyer outside India needs the address')).toBeVisible();
  await user.type(screen.getByLabelText('Address'), details.address);
  await user.type(screen.getByLabelText('Country'), 'India');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Write the country where you are')).toBeVisible();
  await user.clear(screen.getByLabelText('Country'));
  await user.type(screen.getByLabelText('Country'), details.country);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(host.calls.find(({ route }) => route === saveBilling)!.input.body).toEqual(details));
});

test('details that the server refuses are not said to be saved, and stay as they were typed', async () => {
  const details = { name: 'Asha Nair', address: '', state: '29', country: '', gstin: '' } as const;
  const { host, user } = open('/my-account?tab=billing', [
    reply(readPlanAccount, { ...NO_PURCHASES, billing: details }),
    refuse(saveBilling, 'RETRY', 'Another change was just being made. Try again.'),
  ]);
  await user.type(await screen.findByLabelText('Name'), ' Rao');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(host.calls.some(({ route }) => route === saveBilling)).toBe(true));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(host.notices.map(({ text }) => text)).not.toContain('Your next invoice has these details.');
  expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair Rao');
  expect(screen.getByText('Another change was just being made. Try again.')).toBeVisible();
});

test('an invoice is saved as the PDF that the server made', async () => {
  const bill = { plan: 'Premium', days: 30, issued_at: '2026-11-20T06:00:00.000Z', kind: 'invoice', about: '' } as const;
  const { host, user } = open('/my-account?tab=billing', [
    reply(readPlanAccount, {
      ...NO_PURCHASES,
      invoices: [{ ...bill, number: 'VR/26-27/000001', taxable_paise: 422_88, gst_paise: 76_12, total_paise: 499_00 }],
    }),
    reply(readInvoice, { file: 'VR-26-27-000001.pdf', pdf: btoa('%PDF-1.7 é') }),
  ]);
  const made: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => {} }));
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await user.click(await screen.findByRole('button', { name: 'PDF of VR/26-27/000001' }));
  await waitFor(() => expect(names).toEqual(['VR-26-27-000001.pdf']));
  click.mockRestore();
  expect(host.calls.find(({ route }) => route === readInvoice)!.input.query).toEqual({ number: 'VR/26-27/000001' });
  expect(made[0]!.type).toBe('application/pdf');
  expect(Buffer.from(await made[0]!.arrayBuffer()).toString('latin1')).toBe('%PDF-1.7 é');
});

test('My account opens on the plan; for who buys none, on Security', async () => {
  open('/my-account', [reply(readPlanAccount, NO_PURCHASES)]);
  expect(screen.getByRole('tab', { name: 'Plan', selected: true })).toBeVisible();
  cleanup();
  open('/my-account', [], { user: { ...INVESTOR, profession: 'Analyst' } });
  expect(screen.getByRole('tab', { name: 'Security', selected: true })).toBeVisible();
});

test('whom a broker pays for has neither tab; an expert has the papers of before, and nothing to fill in', async () => {
  open('/my-account?tab=consents', [], { environment: { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' } });
  for (const name of ['Plan', 'Billing', 'Bank details']) expect(screen.queryByRole('tab', { name })).toBeNull();
  cleanup();
  // Given by the broker, which names no plan to them; the mail about one that somebody bought before leads to it all the same.
  const given = {
    environment: { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' as const },
    plan: { plan_name: 'Premium' as const, promotional_plan: false, starts_at: '2026-11-01', ends_at: '2026-12-01' },
  };
  open('/my-account', [reply(readPlanAccount, NO_PURCHASES)], given);
  expect(screen.getByRole('tab', { name: 'Security', selected: true })).toBeVisible();
  for (const name of ['Plan', 'Billing', 'Bank details']) expect(screen.queryByRole('tab', { name })).toBeNull();
  cleanup();
  open('/my-account?tab=plan', [reply(readPlanAccount, { ...NO_PURCHASES, plans: [BOUGHT] })], given);
  expect(await screen.findByRole('button', { name: 'Cancel Premium' })).toBeVisible();
  cleanup();
  open('/my-account?tab=billing', [reply(readPlanAccount, NO_PURCHASES)], { user: { ...INVESTOR, profession: 'Analyst' } });
  expect(await screen.findByText('You have not paid for anything here.')).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Plan' })).toBeNull();
  expect(screen.queryByLabelText('GST number')).toBeNull();
});
