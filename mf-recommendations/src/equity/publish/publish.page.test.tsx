import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { aDetail, anExpert, aReceipt } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { checkCall, listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { readCandles, readClock, readInstrument, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { publishCall } from '@vimarsh/shared/contract/receipt/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import '../../testing/patience.ts';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { aQuote, aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { EXPERT, INVESTOR } from '../../testing/people.ts';
import { Page } from './publish.page.tsx';

const rule = (id: string, label: string, ok = true, message = '') => ({ id, ok, level: 'block' as const, label, message });
const green = {
  rules: [rule('EQ-RR', 'Reward at least the risk'), rule('EQ-SIDE', 'Target and stop-loss on the right sides')],
  publishable: true,
  potential_return: 5,
  risk_reward: 2,
  recipients: 42,
};
const red = {
  ...green,
  publishable: false,
  rules: [rule('EQ-STOP-DISTANCE', 'Stop-loss at a sensible distance', false, 'The stop-loss is 12.00% away; at most 10% is allowed for this term.')],
};

function open({
  path = '/upload-recommendation/TCS',
  snapshot = EXPERT,
  answers = [] as CannedAnswer[],
}: {
  path?: string;
  snapshot?: Partial<Snapshot>;
  answers?: CannedAnswer[];
} = {}) {
  const host = fakeHost({
    path,
    pattern: '/upload-recommendation/:stock_name?',
    snapshot,
    answers: [
      reply(searchInstruments, [aStock()]),
      reply(readInstrument, aStock()),
      reply(readClock, aClock()),
      reply(readCandles, []),
      reply(listExperts, [anExpert()]),
      reply(checkCall, green),
      reply(publishCall, { ...aDetail({ id: 'call_new', hash: 'c'.repeat(64) }), receipt: aReceipt({ call_id: 'call_new' }) }),
      ...answers,
    ],
  });
  const view = render(<Page />, { wrapper: host.Wrapper });
  const sent = (route: unknown) => host.calls.filter((call) => call.route === route);
  return { host, sent, view, user: aUser() };
}
async function fillLevels(user: User) {
  await user.enter(await screen.findByLabelText('Entry (₹)'), '3000');
  await user.enter(screen.getByLabelText('Stop-loss (₹)'), '2925');
  await user.enter(screen.getByLabelText('Target (₹)'), '3150');
}
async function toPreview(user: User) {
  await fillLevels(user);
  await user.click(screen.getByRole('button', { name: 'Continue to rationale' }));
  await user.enter(screen.getByLabelText('Thesis'), 'Order book grows.');
  await user.click(screen.getByRole('button', { name: 'Continue to preview' }));
}

beforeEach(() => localStorage.clear());

test('the stock of the path is in the form (S2.1-PARAM-02)', async () => {
  open();
  expect(await screen.findByRole('combobox', { name: 'Stock' })).toHaveValue('TCS');
  expect(await screen.findByText('Band ₹2,700.00–3,300.00')).toBeInTheDocument();
});
test('levels on the wrong sides are said at their field, and what is judged by them waits', async () => {
  const says = 'For a Buy the stop-loss must be below the entry (₹3,000.00).';
  const sides = { ...rule('EQ-SIDE', 'Target and stop-loss on the right sides', false, says), at: [{ field: 'stop_loss', message: says }] };
  const rules = [sides, { ...rule('EQ-RR', 'Reward at least the risk', false), waits: true }];
  const { user } = open({ answers: [reply(checkCall, { ...green, publishable: false, rules })] });
  await fillLevels(user);
  expect(await screen.findByText(`Publishing rules · 0 of 2 met`)).toBeVisible();
  expect(screen.getByLabelText('Stop-loss (₹)')).toHaveAccessibleDescription(says);
  expect(screen.getByText('Reward at least the risk').closest('li')).toHaveTextContent(/^Waiting: .*Judged once/);
});
test('an unknown stock is reported at its field', async () => {
  open({ path: '/upload-recommendation/NOPE', answers: [refuse(readInstrument, 'UNKNOWN_SYMBOL', 'We don’t know this stock.')] });
  expect(await screen.findByText('We don’t know this stock.')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Stock' })).toHaveAttribute('aria-invalid', 'true');
});

describe('who may publish', () => {
  test.each([
    ['an investor', INVESTOR, 'Publishing is for SEBI-registered experts', 'See experts’ calls', '/experts-past-recommendations'],
    [
      'an expert who is not verified',
      { ...EXPERT, user: { ...EXPERT.user!, verified: false } },
      'Publishing opens when your registration is verified',
      'Go to your documents',
      '/profile-update?active_step=2',
    ],
  ])('%s sees why not, and the next step', (_, snapshot, reason, step, to) => {
    open({ snapshot });
    expect(screen.getByText(reason)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: step })).toHaveAttribute('href', to);
    expect(screen.queryByLabelText('Target (₹)')).not.toBeInTheDocument();
  });
  test('without the Publisher plan the draft can be written, and one press leads to the plans; with it nothing is said', async () => {
    const { host } = open({ snapshot: { ...EXPERT, publisherPlan: null } });
    expect(await screen.findByLabelText('Target (₹)')).toBeInTheDocument();
    expect(screen.getByText('Publishing a new call needs a Publisher plan')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the Publisher plan' })).toHaveAttribute('href', '/pricing');
    // Another tab has just paid.
    act(() => host.become({ publisherPlan: EXPERT.publisherPlan! }));
    expect(screen.queryByText('Publishing a new call needs a Publisher plan')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Target (₹)')).toBeInTheDocument();
  });
  test('one that has ended is none; where a broker pays, its grant is asked for and no plan is named', () => {
    const ended = { ...EXPERT.publisherPlan!, ends_at: '2026-01-02T00:00:00.000Z' };
    open({ snapshot: { ...EXPERT, publisherPlan: ended, environment: { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' } } });
    expect(screen.getByText('Publishing a new call needs a grant of your partner')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'See the Publisher plan' })).not.toBeInTheDocument();
  });
  test.each(['Market Expert', 'Analyst', 'Financial Advisor', 'Broker', 'Dealer'] as const)('a verified %s gets the form', async (profession) => {
    open({ snapshot: { ...EXPERT, user: { ...EXPERT.user!, profession } } });
    expect(await screen.findByLabelText('Target (₹)')).toBeInTheDocument();
  });
});

test('levels: arrow keys move by a tick, leaving the field snaps to it, figures follow, rules turn from outline to filled', async () => {
  const { user } = open();
  expect(await screen.findByText('Still missing for the rules')).toBeInTheDocument();
  await fillLevels(user);
  const stop = screen.getByLabelText('Stop-loss (₹)');
  await user.click(stop);
  await user.keyboard('{ArrowUp}');
  expect(stop).toHaveValue('2925.10');
  await user.clear(stop);
  await user.type(stop, '2925.04');
  await user.tab();
  expect(stop).toHaveValue('2925.00');
  expect(screen.getByText('+5.00%', { selector: 'dd button, dd *' })).toBeInTheDocument();
  expect(screen.getByText('2.50%')).toBeInTheDocument();
  expect(await screen.findByText('Publishing rules · 2 of 2 met')).toBeInTheDocument();
  expect(screen.getByText('Reward at least the risk').closest('li')).toHaveAttribute('data-state', 'ok');
});

test('at market: whoever chose it before the first price came gets that price, and keeps it until another stock is taken', async () => {
  const infy = aStock({ symbol: 'INFY', name: 'Infosys', tick: 0.05 });
  const { host, sent, user } = open({
    answers: [reply(readInstrument, ({ params }) => (params.symbol === 'INFY' ? infy : aStock())), reply(searchInstruments, [infy])],
  });
  await screen.findByText('Band ₹2,700.00–3,300.00');
  await user.click(screen.getByRole('radio', { name: 'At market' }));
  const seen = screen.getByLabelText('Price you see (₹)');
  expect(seen).toHaveValue('');
  await user.enter(screen.getByLabelText('Stop-loss (₹)'), '2925');
  await user.enter(screen.getByLabelText('Target (₹)'), '3150');
  expect(sent(checkCall)).toHaveLength(0);
  act(() => host.quote(aQuote({ ltp: 3000.04 })));
  expect(seen).toHaveValue('3000.00');
  expect(await screen.findByText('Publishing rules · 2 of 2 met')).toBeInTheDocument();
  act(() => host.quote(aQuote({ ltp: 3010 })));
  expect(seen).toHaveValue('3000.00');

  const stock = screen.getByRole('combobox', { name: 'Stock' });
  await user.clear(stock);
  await user.type(stock, 'INFY');
  await user.click(await screen.findByRole('option', { name: /INFY/ }));
  await waitFor(() => expect(seen).toHaveValue(''));
  await screen.findByText('Infosys');
  act(() => host.quote(aQuote({ symbol: 'INFY', ltp: 1500 })));
  expect(seen).toHaveValue('1500.00');
});

test('a broken rule keeps the preview closed and is shown at its field', async () => {
  const { user } = open({ answers: [reply(checkCall, red)] });
  await toPreview(user);
  const stop = await screen.findByLabelText('Stop-loss (₹)');
  expect(stop).toHaveAttribute('aria-invalid', 'true');
  await waitFor(() => expect(document.activeElement).toBe(stop));
  expect(screen.queryByRole('button', { name: 'Publish call' })).not.toBeInTheDocument();
});

test('each declared conflict is confirmed on its own before the call is published, and anew the next time', async () => {
  const { sent, user } = open();
  await fillLevels(user);
  await user.click(screen.getByRole('button', { name: 'Continue to rationale' }));
  const holds = 'Author or relatives hold this stock';
  const officer = 'Officer, director or employee of the company';
  await user.click(screen.getByLabelText(holds));
  await user.click(screen.getByLabelText(officer));
  await user.click(screen.getByRole('button', { name: 'Continue to preview' }));
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Publish call' }));
    return within(await screen.findByRole('dialog', { name: 'Publish this call?' }));
  };
  let dialog = await ask();
  expect(dialog.getAllByRole('checkbox')).toHaveLength(2);
  await user.click(dialog.getByLabelText(holds));
  await user.click(dialog.getByRole('button', { name: 'Publish call' }));
  expect(sent(publishCall)).toHaveLength(0);
  expect(dialog.getByLabelText(officer)).toHaveAccessibleDescription('Confirm it, or go back and take it out of your disclosures.');
  await user.click(dialog.getByRole('button', { name: 'Back to the preview' }));
  dialog = await ask();
  expect(dialog.getByLabelText(holds)).not.toBeChecked();
  await user.click(dialog.getByLabelText(holds));
  await user.click(dialog.getByLabelText(officer));
  await user.click(dialog.getByRole('button', { name: 'Publish call' }));
  await waitFor(() => expect(sent(publishCall)).toHaveLength(1));
});

test('publish: the preview is the subscriber’s view, a confirmation says it can’t be undone, the hash is shown', async () => {
  const { host, sent, user } = open();
  const published: unknown[] = [];
  host.session.listen('call.published', (payload) => published.push(payload));
  await toPreview(user);
  const preview = await screen.findByRole('article', { name: 'Preview of the call' });
  expect(within(preview).getByText('Ananya Rao-Kulkarni')).toBeInTheDocument();
  expect(within(preview).getByText('Order book grows.')).toBeInTheDocument();
  expect(screen.getByText(/This is what 42 subscribers will see/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Publish call' }));
  const dialog = await screen.findByRole('dialog', { name: 'Publish this call?' });
  expect(sent(publishCall)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Publish call' }));
  expect(await screen.findByText('c'.repeat(64))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the call' })).toHaveAttribute('href', '/past-recommendations?reco=call_new');
  expect(sent(publishCall)).toHaveLength(1);
  expect(published).toEqual([{ id: 'call_new' }]);
  expect(localStorage).toHaveLength(0);
});

test('a refusal shows the rules at their fields and loses nothing that was typed', async () => {
  const refusal = refuse(publishCall, 'PUBLISH_RULE', 'You already have an open call on TCS.', {
    problems: [{ path: 'EQ-DUPLICATE', message: 'You already have an open call on TCS.' }],
  });
  const { user } = open({ answers: [refusal] });
  await toPreview(user);
  await user.click(await screen.findByRole('button', { name: 'Publish call' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish call' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You already have an open call on TCS.');
  expect(screen.getByRole('combobox', { name: 'Stock' })).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByLabelText('Target (₹)')).toHaveValue('3150.00');
});

test('a call that is not answered for long is said to wait, and what stands meanwhile', async () => {
  const { user } = open({ answers: [reply(publishCall, () => new Promise<never>(() => undefined))] });
  await toPreview(user);
  await user.click(await screen.findByRole('button', { name: 'Publish call' }));
  vi.useFakeTimers();
  try {
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish call' }));
    await act(() => vi.advanceTimersByTimeAsync(8000));
    expect(screen.getByText(/^Still waiting for an answer\. Your draft is safe\. .* can’t be published twice\.$/)).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test('a lost answer is reported, and the second attempt carries the same intent', async () => {
  const { host, sent, user } = open({ answers: [refuse(publishCall, 'UNREACHABLE', '')] });
  await toPreview(user);
  const publish = async () => {
    await user.click(await screen.findByRole('button', { name: 'Publish call' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish call' }));
  };
  await publish();
  expect(await screen.findByRole('alert')).toHaveTextContent('the same call can’t be published twice');
  host.answer(reply(publishCall, { ...aDetail(), receipt: aReceipt() }));
  await publish();
  expect(await screen.findByText('Your call on TCS is on record')).toBeInTheDocument();
  const cids = sent(publishCall).map(({ input }) => (input.body as { cid: string }).cid);
  expect(new Set(cids).size).toBe(1);
});

test.each([
  [{ stale: true }, 'Prices are not up to date, so nothing can be published now. Your draft is safe.', 'shortTerm'],
  [
    { phase: 'closed' as const, label: 'Closed · opens Mon 23 Nov 09:15' },
    'The market is not open (Closed · opens Mon 23 Nov 09:15). An intraday call needs live prices.',
    'intraday',
  ],
])('%o: publishing waits and says why', async (clock, reason, term) => {
  const { user } = open({ answers: [reply(readClock, aClock(clock))] });
  if (term === 'intraday') await user.click(await screen.findByRole('radio', { name: 'Intraday' }));
  expect(await screen.findByText(reason)).toBeInTheDocument();
  await toPreview(user);
  expect(await screen.findByRole('button', { name: 'Publish call' })).toBeDisabled();
});

describe('draft', () => {
  test('is saved while typing and survives a reload', async () => {
    const { user, view } = open();
    await user.type(await screen.findByLabelText('Target (₹)'), '3150');
    expect(await screen.findByText(/^Draft saved /)).toBeInTheDocument();
    view.unmount();
    open({ path: '/upload-recommendation' });
    expect(await screen.findByLabelText('Target (₹)')).toHaveValue('3150');
    expect(screen.getByRole('combobox', { name: 'Stock' })).toHaveValue('TCS');
  });
  test('an intraday draft of another day is of today when it is opened again: its day can’t be typed', async () => {
    const day = () => screen.findByLabelText('Valid till');
    const { user, view } = open({ answers: [reply(readClock, aClock({ now: '2026-11-19T06:00:00.000Z' }))] });
    await user.click(await screen.findByRole('radio', { name: 'Intraday' }));
    await waitFor(async () => expect(await day()).toHaveValue('2026-11-19'));
    await screen.findByText(/^Draft saved /);
    view.unmount();
    open();
    await waitFor(async () => expect(await day()).toHaveValue('2026-11-20'));
    expect(await day()).toHaveAttribute('readonly');
  });
  test('another stock in the path offers the old draft instead of dropping it', async () => {
    const { user, view } = open();
    await fillLevels(user);
    await screen.findByText(/^Draft saved /);
    view.unmount();
    const again = open({ path: '/upload-recommendation/INFY', answers: [reply(readInstrument, ({ params }) => aStock({ symbol: params.symbol }))] });
    expect(screen.getByRole('combobox', { name: 'Stock' })).toHaveValue('INFY');
    await again.user.click(screen.getByRole('button', { name: 'Continue that draft' }));
    expect(screen.getByRole('combobox', { name: 'Stock' })).toHaveValue('TCS');
    expect(screen.getByLabelText('Target (₹)')).toHaveValue('3150');
  });
  test('another user of the device does not see it', async () => {
    const { user, view } = open();
    await fillLevels(user);
    await screen.findByText(/^Draft saved /);
    view.unmount();
    open({ path: '/upload-recommendation', snapshot: { ...EXPERT, user: { ...EXPERT.user!, id: 'exp_02' } } });
    expect(await screen.findByLabelText('Target (₹)')).toHaveValue('');
  });
});

test('correcting one field leaves the focus in it, however many others are wrong', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '2 Rationale' }));
  await user.click(screen.getByRole('button', { name: 'Continue to preview' }));
  const stop = await screen.findByLabelText('Stop-loss (₹)');
  await waitFor(() => expect(stop).toHaveAttribute('aria-invalid', 'true'));
  await user.type(stop, '2925');
  expect(stop).toHaveValue('2925');
});

test('words typed in the moment a session ends by itself are in the draft, and the form says that somebody is at it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '2 Rationale' }));
  await user.enter(screen.getByLabelText('Thesis'), 'Order book grows.');
  const ends = new Event('vimarsh:session-ends', { cancelable: true });
  act(() => void dispatchEvent(ends));
  expect(JSON.stringify({ ...localStorage })).toContain('Order book grows.');
  expect(ends.defaultPrevented).toBe(true);
});

test('words typed in the moment of leaving are in the draft; after signing out nothing is written any more', async () => {
  const { user, view } = open();
  await user.click(await screen.findByRole('button', { name: '2 Rationale' }));
  await user.enter(screen.getByLabelText('Thesis'), 'Order book grows.');
  view.unmount();
  expect(JSON.stringify({ ...localStorage })).toContain('Order book grows.');

  localStorage.clear();
  const second = open();
  await second.user.click(await screen.findByRole('button', { name: '2 Rationale' }));
  await second.user.enter(screen.getByLabelText('Thesis'), 'Order book grows.');
  await act(() => second.host.session.signOut());
  second.view.unmount();
  expect(JSON.stringify({ ...localStorage })).not.toContain('Order book grows.');
});
