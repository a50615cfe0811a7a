import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { aCall, anExpert, aReceipt } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { checkOptionCall, publishOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import { readOptionQuotes, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { formatFloat } from '@vimarsh/shared/domain/text/formats.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../testing/patience.ts';
import { EXPERT, INVESTOR } from '../../testing/people.ts';
import { drawnLevels } from './draft-structure.ts';
import { emptyForm } from './option-form.ts';
import { Page } from './publish-options.page.tsx';
import { aChain } from './sample-chain.testing.ts';

vi.mock('@vimarsh/shared/domain/text/formats.ts', async (load) => {
  const real = await load<typeof import('@vimarsh/shared/domain/text/formats.ts')>();
  return { ...real, formatFloat: vi.fn(real.formatFloat) };
});
vi.mock('./draft-structure.ts', async (load) => {
  const real = await load<typeof import('./draft-structure.ts')>();
  return { ...real, drawnLevels: vi.fn(real.drawnLevels) };
});

const FIGURES = {
  strategy: 'IRON_CONDOR' as const,
  net_premium: -60,
  max_profit: 3900,
  max_loss: -2600,
  breakevens: [23_840, 24_160],
  pop: 0.4,
  margin_est: 2600,
  defined_risk: true,
};
const rule = (id: string, label: string, ok = true, message = '') => ({ id, ok, level: 'block' as const, label, message });
const green = { rules: [rule('OPT-LEGS', 'One to four legs')], publishable: true, figures: FIGURES, recipients: 42 };
const published = () => ({
  ...FIGURES,
  id: 'call_new',
  expert: aCall().expert,
  segment: 'options' as const,
  underlying: 'NIFTY',
  underlying_name: 'NIFTY 50',
  underlying_type: 'indices' as const,
  outlook: 'neutral' as const,
  legs: [{ side: 'buy' as const, type: 'PE' as const, strike: 23_800, expiry: '2026-12-01', lots: 1, mid: 40, entry: null, exit: null }],
  lot_size: 65,
  expiry: '2026-12-01',
  level_basis: 'pnl' as const,
  target: 2000,
  stop_loss: -1500,
  initial_stop_loss: -1500,
  net_limit: null,
  status: 'awaiting_entry' as const,
  stale: null,
  published_at: '2026-11-20T06:00:00.000Z',
  valid_till: '2026-12-01',
  entry_at: null,
  exit_at: null,
  exit_reason: null,
  ended_at: null,
  pnl: null,
  headline_pnl: null,
  slippage: null,
  risk: 2600,
  return_on_risk: null,
  on_margin: false,
  settlement: null,
  hash: 'c'.repeat(64),
  caution: '',
  rationale: { thesis: 'Calm.', trigger: '', risks: '', kill_criteria: '', method: 'technical' as const, sources: [], ai_used: 'none' as const },
  disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
  events: [],
  following: false,
  receipt: aReceipt({ call_id: 'call_new' }),
});

function open({ snapshot = EXPERT, answers = [] as CannedAnswer[] }: { snapshot?: Partial<Snapshot>; answers?: CannedAnswer[] } = {}) {
  const host = fakeHost({
    path: '/publish-recommendation-options',
    pattern: '/publish-recommendation-options',
    snapshot,
    answers: [
      reply(readClock, aClock()),
      reply(listExperts, [anExpert()]),
      reply(readOptionUnderlyings, [{ symbol: 'NIFTY', name: 'NIFTY 50', kind: 'index' }]),
      reply(readOptionQuotes, aChain()),
      reply(checkOptionCall, green),
      reply(publishOptionCall, published()),
      ...answers,
    ],
  });
  const drawn = vi.fn();
  const page = (
    <Profiler id="page" onRender={drawn}>
      <Page />
    </Profiler>
  );
  const view = render(page, { wrapper: host.Wrapper });
  return { host, view, drawn, sent: (route: unknown) => host.calls.filter((call) => call.route === route), user: aUser() };
}
async function pickCondor(user: User) {
  await user.click(await screen.findByRole('combobox', { name: 'Underlying' }));
  await user.click(await screen.findByRole('option', { name: /NIFTY/ }));
  for (const name of ['Buy 23,800 put', 'Sell 23,900 put', 'Sell 24,100 call', 'Buy 24,200 call'])
    await user.click(await screen.findByRole('button', { name }));
}
async function fillLevels(user: User) {
  await pickCondor(user);
  await user.enter(screen.getByLabelText('Target: profit of (₹)'), '2000');
  await user.enter(screen.getByLabelText('Stop-loss: loss of (₹)'), '1500');
}
async function toPreview(user: User) {
  await fillLevels(user);
  await user.click(screen.getByRole('button', { name: 'Continue to rationale' }));
  await user.enter(screen.getByLabelText('Thesis'), 'Calm.');
  await user.click(screen.getByRole('button', { name: 'Continue to preview' }));
}
async function publish(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Publish call' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish call' }));
}

beforeEach(() => localStorage.clear());
afterEach(() => void vi.useRealTimers());

test.each([
  ['an investor', INVESTOR, 'Publishing is for SEBI-registered experts'],
  ['an expert who is not verified', { ...EXPERT, user: { ...EXPERT.user!, verified: false } }, 'Publishing opens when your registration is verified'],
])('%s sees why not (S2.1-ROUTE-20)', (_, snapshot, reason) => {
  open({ snapshot });
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Underlying' })).not.toBeInTheDocument();
});

test('without the Publisher plan the draft can be written, and one press leads to the plans', async () => {
  open({ snapshot: { ...EXPERT, publisherPlan: null } });
  expect(await screen.findByRole('combobox', { name: 'Underlying' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the Publisher plan' })).toHaveAttribute('href', '/pricing');
});

test('the chain on the screen is asked for once, and that of an earlier leg only while another is on the screen', async () => {
  const { user, sent } = open({ answers: [reply(readOptionQuotes, ({ query }) => aChain(query?.expiry ? { expiry: query.expiry } : {}))] });
  await pickCondor(user);
  expect(await screen.findByText('₹3,900.00')).toBeVisible();
  expect(sent(readOptionQuotes)).toHaveLength(1);
  await user.selectOptions(screen.getByLabelText('Expiry'), '2026-12-08');
  await screen.findByRole('option', { name: /^8 Dec 2026/, selected: true });
  expect(await screen.findByText('₹3,900.00')).toBeVisible();
  expect(sent(readOptionQuotes).map(({ input }) => (input as { query?: { expiry?: string } }).query?.expiry)).toEqual([undefined, '2026-12-08', '2026-12-01']);
});

test('legs come from the chain, the strategy is named as they change, and figures and payoff follow', async () => {
  const { user } = open();
  await pickCondor(user);
  expect(await screen.findByText('Iron condor')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Lots Buy 24,200 call' })).toHaveValue('1');
  expect(screen.getByRole('textbox', { name: /^Entry \(₹\) Buy 24,200 call$/ })).toBeVisible();
  expect(await screen.findByText('₹3,900.00')).toBeVisible();
  expect(screen.getByText('23,840.00 · 24,160.00')).toBeVisible();
  expect(screen.getByText('₹60.00 received')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove 24,200 call' }));
  expect(screen.getByText('Own combination')).toBeVisible();
  expect(await screen.findByLabelText('Caution for readers')).toBeVisible();
});

test('levels on the drawing move by arrow keys, and the field follows', async () => {
  const { user } = open();
  await fillLevels(user);
  fireEvent.keyDown(await screen.findByRole('slider', { name: 'Target' }), { key: 'ArrowDown' });
  const moved = Number((screen.getByLabelText('Target: profit of (₹)') as HTMLInputElement).value);
  expect(moved).toBeLessThan(2000);
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Stop-loss' }), { key: 'ArrowDown' });
  expect(Number((screen.getByLabelText('Stop-loss: loss of (₹)') as HTMLInputElement).value)).toBeGreaterThan(1500);
});

test('a draft is published once it was previewed and confirmed, and its receipt is shown (S1-SCOPE-02)', async () => {
  const { user, sent, host } = open();
  await toPreview(user);
  expect(await screen.findByRole('article', { name: 'Preview of the call' })).toHaveTextContent('Iron condor');
  expect(screen.getByText(/42 subscribers will see/)).toBeVisible();
  await publish(user);
  expect(await screen.findByRole('heading', { name: 'Your call on NIFTY is on record' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Open the call' })).toHaveAttribute('href', expect.stringMatching(/^\/past-strategy-options\?reco=./));
  expect(screen.getByRole('link', { name: 'Open the receipt' })).toHaveAttribute('href', expect.stringContaining('/how-to-check-us#'));
  expect(sent(publishOptionCall)).toHaveLength(1);
  expect(host.calls.length).toBeGreaterThan(0);
});

test('nobody is told that a call published in closed hours waits for the next session: none is taken then', async () => {
  const { user } = open({ answers: [reply(readClock, aClock({ phase: 'closed', label: 'Closed' }))] });
  await toPreview(user);
  await user.click(await screen.findByRole('button', { name: 'Publish call' }));
  expect(within(screen.getByRole('dialog')).getByText(/can’t be rewritten/)).toBeVisible();
  expect(screen.queryByText(/next session/)).not.toBeInTheDocument();
});

test('a lost answer keeps everything and sends the same intent again', async () => {
  const { user, sent } = open({ answers: [refuse(publishOptionCall, 'UNREACHABLE', 'No answer.')] });
  await toPreview(user);
  await publish(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('The answer did not arrive. Your draft is safe.');
  await publish(user);
  const cids = sent(publishOptionCall).map(({ input }) => (input as { body: { cid: string } }).body.cid);
  expect(new Set(cids).size).toBe(1);
});

const never = () => new Promise<never>(() => undefined);

test('rules that are not checked for long are said to wait, and the draft to be safe', async () => {
  const { user } = open({ answers: [reply(checkOptionCall, never)] });
  await pickCondor(user);
  await user.enter(screen.getByLabelText('Target: profit of (₹)'), '2000');
  vi.useFakeTimers();
  fireEvent.change(screen.getByLabelText('Stop-loss: loss of (₹)'), { target: { value: '1500' } });
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.queryByText(/^Still waiting/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(screen.getByText('Still waiting for the rules to be checked. Your draft is safe, and you can go on writing.')).toBeVisible();
  fireEvent.change(screen.getByLabelText('Stop-loss: loss of (₹)'), { target: { value: '1400' } });
  expect(screen.queryByText(/^Still waiting/)).toBeNull();
});

test('a call that is not answered for long is said to wait, what stands meanwhile, and ends with the request', async () => {
  let fail: (answer: Error) => void = () => undefined;
  const { user } = open({ answers: [reply(publishOptionCall, () => new Promise<never>((_, reject) => (fail = reject)))] });
  await toPreview(user);
  await user.click(await screen.findByRole('button', { name: 'Publish call' }));
  vi.useFakeTimers();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish call' }));
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(
    screen.getByText('Still waiting for an answer. Your draft is safe. Should none come, publish again: the same call can’t be published twice.'),
  ).toBeVisible();
  await act(async () => fail(new Error('300 s are over')));
  expect(screen.getByRole('alert')).toHaveTextContent('The answer did not arrive. Your draft is safe.');
  expect(screen.queryByText(/^Still waiting/)).toBeNull();
});

test('a broken rule leads back to its field, with what was typed', async () => {
  const says = 'The target earns ₹2,000.00; this structure can earn ₹1,000.00 at most.';
  const red = { ...green, publishable: false, rules: [rule('OPT-REACH', 'Target within the highest profit', false, says)] };
  const { user } = open({ answers: [reply(checkOptionCall, red)] });
  await toPreview(user);
  expect(await screen.findByLabelText('Target: profit of (₹)')).toHaveAccessibleDescription(expect.stringContaining(says));
  expect(screen.getByLabelText('Target: profit of (₹)')).toHaveValue('2000');
});

test('a reload keeps legs, levels and words', async () => {
  const { user, view } = open();
  await fillLevels(user);
  await new Promise((resolve) => setTimeout(resolve, 500));
  view.unmount();
  open();
  expect(await screen.findByText('Iron condor')).toBeVisible();
  expect(screen.getByLabelText('Target: profit of (₹)')).toHaveValue('2000');
});

test('a look at the chain that brings nothing new draws nothing, and one with another quote its strike alone', async () => {
  const legs = [['buy', 'PE', 23_800] as const, ['sell', 'PE', 23_900] as const, ['sell', 'CE', 24_100] as const, ['buy', 'CE', 24_200] as const].map(
    ([side, type, strike]) => ({ side, type, strike, expiry: '2026-12-01', lots: '1', entry: side === 'buy' ? '40.00' : '70.00', iv: 14 }),
  );
  const form = { ...emptyForm('NIFTY'), legs, target: '2000', stop: '1500', valid_till: '2026-12-01' };
  localStorage.setItem(`vimarsh.publish-option-draft.${EXPERT.user!.id}`, JSON.stringify({ form, cid: 'c1', saved_at: Date.now() }));
  vi.useFakeTimers();
  let chain = aChain();
  let minute = 0;
  const clock = () => aClock({ now: `2026-11-20T06:0${minute++}:00.000Z` });
  const { drawn, sent } = open({ answers: [reply(readOptionQuotes, () => chain), reply(readClock, clock)] });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByRole('slider', { name: 'Target' })).toBeVisible();
  const look = async () => {
    const asked = sent(readOptionQuotes).length;
    for (const spy of [drawn, vi.mocked(drawnLevels), vi.mocked(formatFloat)]) spy.mockClear();
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(sent(readOptionQuotes)).toHaveLength(asked + 1);
  };

  await look();
  expect(drawn).not.toHaveBeenCalled();
  chain = { ...chain, rows: chain.rows.map((row) => (row.strike === 23_900 ? { ...row, pe: { ...row.pe!, bid: 70, ask: 72 } } : row)) };
  await look();
  expect(screen.getByRole('cell', { name: '71.00' })).toBeVisible();
  expect(drawn).toHaveBeenCalledTimes(1);
  // Call and put of the strike; neither the payoff nor what its levels are drawn from.
  expect(formatFloat).toHaveBeenCalledTimes(2);
  expect(drawnLevels).not.toHaveBeenCalled();
  chain = { ...chain, spot: 24_050 };
  await look();
  expect(drawnLevels).toHaveBeenCalled();
});

test('a chain that did not come is said, with a way to try again', async () => {
  const { user } = open({ answers: [refuse(readOptionQuotes, 'UNREACHABLE', 'No answer.')] });
  await user.click(await screen.findByRole('combobox', { name: 'Underlying' }));
  await user.click(await screen.findByRole('option', { name: /NIFTY/ }));
  expect(await screen.findByText(/the option chain/)).toBeVisible();
  expect(screen.getByRole('button', { name: /again|Retry/i })).toBeVisible();
});
