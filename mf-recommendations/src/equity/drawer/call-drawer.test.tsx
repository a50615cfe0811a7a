import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aCall, aDetail } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, anOptionPage, STANDING } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { aQuote } from '@vimarsh/shared/contract/market/market.testing.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CallBrief } from './call-brief.tsx';
import { CallDrawer } from './call-drawer.tsx';

const chart = vi.hoisted(() => ({ broken: true }));
vi.mock('./call-chart.tsx', () => ({
  CallChart() {
    if (chart.broken) throw new Error('no canvas');
    return <p>the chart</p>;
  },
}));

test('a chart that fails leaves the call’s levels, reasons and record in place, and can be retried', async () => {
  const quiet = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const host = fakeHost({ answers: [reply(readCall, aDetail())] });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('alert')).toHaveTextContent('The chart could not be shown');
  expect(screen.getByText('Order book grows.')).toBeVisible();
  chart.broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('the chart')).toBeVisible();
  quiet.mockRestore();
});

test('a call that changed while the page was hidden is read again when it is seen', async () => {
  chart.broken = false;
  const host = fakeHost({ answers: [reply(readCall, aDetail())] });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  await screen.findByText('the chart');
  const reads = () => host.calls.filter(({ route }) => route === readCall).length;
  const before = reads();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  act(() => host.callChanged('call_1'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 1100)));
  expect(reads()).toBe(before);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitFor(() => expect(reads()).toBe(before + 1));
});

test('the prices in the drawer’s head have names: the exit of a closed call first, today’s price beside it', async () => {
  chart.broken = false;
  const exit = { price: 862.45, ts: '2026-11-19T05:00:00.000Z', reason: '' };
  const host = fakeHost({ answers: [reply(readCall, aDetail({ status: 'sl_hit', exit, ended_at: exit.ts, realised_return: -2.5 }))] });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  await screen.findByText('the chart');
  act(() => host.quote(aQuote({ ltp: 841.7 })));
  expect(screen.getByRole('region', { name: 'The call' })).toHaveTextContent('Exit ₹862.45· now ₹841.70');
});

test('an open call whose last day is closed since its publication says when it ends instead, and an ended one of which an action came late that it is looked at', async () => {
  const host = fakeHost({ path: '/', answers: [] });
  const { rerender } = render(<CallBrief call={aCall({ valid_till: '2026-12-12' })} />, { wrapper: host.Wrapper });
  expect(screen.getByText(/^The exchange is closed on 12 Dec 2026, its last day\. The call stays valid to the end of that day/)).toBeVisible();
  rerender(<CallBrief call={aCall({ status: 'sl_hit', late_action: { ex_date: '2026-11-18', actions: ['demerger'] } })} />);
  expect(screen.getByText('Under correction')).toBeVisible();
  expect(screen.getByText(/^Demerger of 18 Nov 2026 became known after the call had ended/)).toBeVisible();
});

test('beside an open call stand what would prove it wrong and what its author has at stake', async () => {
  chart.broken = false;
  const host = fakeHost({ answers: [reply(readCall, aDetail({ disclosures: { ...aDetail().disclosures, holds: true } }))] });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  await screen.findByText('the chart');
  expect(screen.getByText('What would prove this wrong').nextSibling).toHaveTextContent('A weekly close below 2,900 proves it wrong.');
  expect(screen.getByText('Conflict of interest declared: Author or relatives hold this stock')).toBeInTheDocument();
  expect(screen.getByText(/attests no own dealing in it for 30 days before and 5 days after/)).toBeInTheDocument();
  expect(screen.queryByText(/what was wrong/)).toBeNull();
});

test('past its entry window a call says that it is too late, and offers no trade', async () => {
  chart.broken = false;
  const host = fakeHost({ answers: [reply(readCall, aDetail())] });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  await screen.findByText('the chart');
  act(() => host.quote(aQuote({ ltp: 3010 })));
  expect(screen.queryByText('Entry passed')).toBeNull();
  act(() => host.quote(aQuote({ ltp: 3120 })));
  expect(await screen.findByText('Entry passed')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /trade|buy|order/i })).toBeNull();
  expect(screen.queryByRole('link', { name: /trade|order/i })).toBeNull();
});

test.each([
  [
    'due',
    '2026-11-20T10:00:00Z',
    null,
    'The stop-loss was reached. Ananya Rao-Kulkarni has until 26 Nov 2026 to write what went wrong; nothing is written yet.',
  ],
  ['missing', '2026-11-27T10:00:00Z', null, 'Ananya Rao-Kulkarni has not written what went wrong. It was due on 26 Nov 2026.'],
  ['late', '2026-12-01T10:00:00Z', '2026-11-30T10:00:00.000Z', 'Ananya Rao-Kulkarni wrote what went wrong after it was due, on 26 Nov 2026.'],
])('what its author owes for a stopped call is told: %s', async (_, now, written, words) => {
  chart.broken = false;
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  const exit = { price: 2925, ts: '2026-11-18T06:00:00.000Z', reason: 'Stop-loss reached' };
  const looked = written ? [{ n: 3, type: 'post_mortem' as const, payload: { text: 'Too near.' }, actor: 'exp_01', ts: written, hash: 'c'.repeat(64) }] : [];
  const call = aDetail({ status: 'sl_hit', exit, ended_at: exit.ts, realised_return: -2.5, events: [...aDetail().events, ...looked] });
  const host = fakeHost({ answers: [reply(readCall, call)] });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test.each([
  ['NOT_FOUND', 'You see no call at this address'],
  ['NOT_ENTITLED', 'This call is not in your plan'],
  ['KYC_GATE', 'This call waits for your PAN'],
] as const)('a call that is %s is told of in the drawer, and by no toast', async (code, says) => {
  const host = fakeHost({ answers: [refuse(readCall, code, 'We could not find that.')] });
  render(<CallDrawer id="call_404" onClose={() => undefined} />, { wrapper: host.Wrapper });
  expect(await screen.findByText(says)).toBeVisible();
  expect(host.notices).toEqual([]);
});

test.each([
  ['the call’s row', 'call_1', 'a row'],
  ['the page’s heading where its row is not', 'call_9', 'Calls'],
])('closed by Esc, a drawer that an address opened gives the focus to %s', async (_, id, focused) => {
  chart.broken = false;
  const host = fakeHost({ answers: [reply(readCall, aDetail({ id }))] });
  const behind = (open: boolean) => (
    <>
      <h1>Calls</h1>
      <a href="#row" data-call="call_1">
        a row
      </a>
      {open && <CallDrawer id={id} onClose={() => rerender(behind(false))} />}
    </>
  );
  const { rerender } = render(behind(true), { wrapper: host.Wrapper });
  await screen.findByText('the chart');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toHaveTextContent(focused));
  expect(document.activeElement).not.toBe(document.body);
});

test('an open call to sell says what a holder does, what others can’t do, and leads to the same expert’s options that gain from a fall', async () => {
  chart.broken = false;
  const asked: object[] = [];
  const sell = aDetail({ call_type: 'Sell', target_price: 2850, stop_loss: 3075, initial_stop_loss: 3075 });
  const host = fakeHost({
    answers: [
      reply(readCall, sell),
      reply(listOptionCalls, ({ query }) => {
        asked.push(query!);
        const later = anOptionCall({ id: 'opt_9', underlying: 'TCS', strategy: 'BEAR_PUT', expiry: '2026-12-29', now: { ...STANDING, entry_passed: true } });
        return anOptionPage([later, anOptionCall({ underlying: 'TCS', strategy: 'LONG_PUT' })]);
      }),
    ],
  });
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  expect(await screen.findByText('If you hold it: reduce.')).toBeVisible();
  expect(screen.getByText(/shares can’t be sold short overnight/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Long put by the same expert, expires 1 Dec 2026' })).toHaveAttribute(
    'href',
    '/expert-past-strategy-options?reco=opt_1',
  );
  // The nearest expiry first; one that can't be entered as published any more says so.
  const links = screen.getAllByRole('link', { name: /by the same expert/ });
  expect(links.map((link) => link.parentElement!.textContent)).toEqual([
    'Long put by the same expert, expires 1 Dec 2026',
    'Bear put spread by the same expert, expires 29 Dec 2026 Entry passed',
  ]);
  expect(asked).toEqual([expect.objectContaining({ view: 'live', stock: 'TCS', user_id: 'exp_01', outlook: 'bearish', enter: 'first' })]);
});
