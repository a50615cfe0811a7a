import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { listAlerts, pauseAlert, removeAlert, setAlert } from '@vimarsh/shared/contract/alerts/routes.ts';
import type { Alert, AlertCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { aQuote, aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { readOptionsInsight } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { type CannedAnswer, type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test, vi } from 'vitest';
import { AlertDialog } from './alert.dialog.tsx';
import { standing } from './alert-rows.tsx';
import { AlertsPanel } from './alerts.panel.tsx';

const anAlert = (id: string, condition: AlertCondition, change: Partial<Alert> = {}): Alert => ({
  ...{ id, condition, expert: null, points: false, level_now: null, repeats: false, state: 'on', not_in_plan: false, coming_back: false },
  ...{ created_at: '2026-11-20T05:00:00.000Z', fired_at: null, fires: 0, held: false },
  ...change,
});
const at = (value: number): AlertCondition => ({ kind: 'price', symbol: 'TCS', side: 'above', value });
const PRO: FakeHostOptions['snapshot'] = {
  signedIn: true,
  plan: { plan_name: 'Pro', promotional_plan: false, starts_at: '2026-11-01', ends_at: '2026-12-01' },
};

/** A server that keeps alerts, the newest first. */
function kept(...alerts: Alert[]) {
  const all = () => ({ alerts: [...alerts], fired_today: 2 });
  const sent = vi.fn();
  const answers: NonNullable<FakeHostOptions['answers']> = [
    reply(listAlerts, all),
    reply(setAlert, ({ body }) => {
      sent(body);
      alerts.unshift(anAlert(`a${alerts.length}`, body.condition as AlertCondition, { repeats: body.repeats }));
      return all();
    }),
    reply(pauseAlert, ({ body: { id, on } }) => {
      const index = alerts.findIndex((one) => one.id === id);
      alerts[index] = { ...alerts[index]!, state: on ? 'on' : 'paused' };
      return all();
    }),
    reply(removeAlert, ({ body: { id } }) => {
      alerts.splice(
        alerts.findIndex((one) => one.id === id),
        1,
      );
      return all();
    }),
    reply(searchInstruments, [aStock()]),
  ];
  return { answers, sent, alerts };
}

async function dialog(answers: FakeHostOptions['answers'], snapshot: FakeHostOptions['snapshot'] = { signedIn: true }) {
  const host = fakeHost({ snapshot, answers: answers! });
  render(<AlertDialog symbol="TCS" onClose={() => {}} />, { wrapper: host.Wrapper });
  await act(async () => {});
  return host;
}
const rows = () => within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('listitem');

test('an alert that was set although its answer was lost stands in the list, and the form says that the answer is missing', async () => {
  const { answers, alerts } = kept();
  const host = await dialog(answers);
  host.answer(refuse(setAlert, 'UNREACHABLE', 'We can’t reach the server.'));
  await userEvent.type(screen.getByLabelText(/^Price/), '3300');
  alerts.unshift(anAlert('a1', at(3300)));
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText('We can’t reach the server.')).toBeInTheDocument();
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('on a stock: its price is said, the level is typed, and the alert stands below; others’ stocks do not', async () => {
  const { answers, sent } = kept(anAlert('b', { kind: 'call_stock', symbol: 'INFY' }));
  const host = await dialog(answers);
  const changed = vi.fn();
  host.session.listen('alerts.changed', changed);
  act(() => host.quote(aQuote()));
  expect(await screen.findByText('TCS stands at 3,040.00 now')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Alerts' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Price, ₹ (an index: points)'), '3,100');
  await userEvent.click(screen.getByRole('checkbox', { name: /^(Repeat: tell me every time|Tell me each time)/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(sent).toHaveBeenCalledExactlyOnceWith({ condition: at(3100), repeats: true });
  expect(rows()[0]).toHaveTextContent('TCS₹3,100.00 or aboveOn, each time.');
  expect(changed, 'screens that show alerts hear of it').toHaveBeenCalledOnce();
  expect(host.notices).toMatchObject([{ title: 'Alert set', text: 'TCS: ₹3,100.00 or above' }]);
});

test('what is no number is said at the field and sent nowhere; what the server refuses is said in its words', async () => {
  const { answers, sent } = kept();
  const host = await dialog(answers);
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText('Enter a number')).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  host.answer(refuse(setAlert, 'ALERT_REACHED', 'TCS stands at ₹3,040.00 now. Choose a level that is still to be reached.'));
  const field = screen.getByLabelText('Price, ₹ (an index: points)');
  await userEvent.type(field, '3040');
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByText('TCS stands at ₹3,040.00 now. Choose a level that is still to be reached.')).toBeVisible();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveValue('3040');
});

test('RSI and open interest are offered with Pro, and named as such without', async () => {
  const { answers } = kept();
  const host = await dialog(answers);
  const locked = () =>
    within(screen.getByRole('combobox', { name: 'Tell me when' }))
      .getAllByRole('option')
      .filter((option) => (option as HTMLOptionElement).disabled)
      .map(({ textContent }) => textContent);
  expect(locked()).toEqual([
    'The RSI rises to (Pro)',
    'The RSI falls to (Pro)',
    'Open interest is up since the previous close (Pro)',
    'Open interest is down since the previous close (Pro)',
  ]);
  act(() => host.become(PRO!));
  expect(locked()).toEqual([]);
});

test('one that the plan no longer includes says why it is paused, and is not let go on; a customer of a broker without plans reads of none', async () => {
  const lapsed = anAlert('a', { kind: 'rsi', symbol: 'TCS', side: 'above', value: 70 }, { state: 'paused', not_in_plan: true });
  const { answers } = kept(lapsed);
  const host = fakeHost({ snapshot: { signedIn: true }, answers });
  render(<AlertsPanel />, { wrapper: host.Wrapper });
  await waitFor(() => expect(rows()[0]).toHaveTextContent(/Paused: alerts on RSI and open interest are part of Pro/));
  expect(screen.queryByRole('button', { name: /^Go on/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Remove/ })).toBeVisible();
  expect(standing(lapsed, false)).toBe('Paused: RSI and open interest are not part of your access.');
});

test('one is paused, goes on and is removed, by the keyboard; the focus stays', async () => {
  const { answers } = kept(anAlert('a', at(3100)), anAlert('b', at(3200)));
  const host = fakeHost({ snapshot: { signedIn: true }, answers });
  render(<AlertsPanel />, { wrapper: host.Wrapper });
  await waitFor(() => expect(rows()).toHaveLength(2));
  screen.getByRole('button', { name: 'Pause: TCS, ₹3,100.00 or above' }).focus();
  await userEvent.keyboard('{Enter}');
  const again = await screen.findByRole('button', { name: 'Go on: TCS, ₹3,100.00 or above' });
  expect(again).toHaveFocus();
  expect(rows()[0]).toHaveTextContent('Paused.');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Pause: TCS, ₹3,100.00 or above' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.getByRole('list', { name: 'Alerts' })).toHaveFocus();
});

test('while the answer to a change hangs, its row says that it waits', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { answers } = kept(anAlert('a', at(3100)), anAlert('b', at(3200)));
    const hangs = reply(removeAlert, () => new Promise<never>(() => undefined));
    const host = fakeHost({ snapshot: { signedIn: true }, answers: [hangs, ...answers.filter(({ route }) => route !== removeAlert)] });
    render(<AlertsPanel />, { wrapper: host.Wrapper });
    await waitFor(() => expect(rows()).toHaveLength(2));
    fireEvent.click(screen.getByRole('button', { name: 'Remove: TCS, ₹3,100.00 or above' }));
    expect(rows()[0]).toHaveAttribute('aria-busy', 'true');
    await act(() => vi.advanceTimersByTimeAsync(8000));
    expect(rows()[0]).toHaveTextContent('Still waiting for an answer…');
    expect(rows()[1]).not.toHaveTextContent('Still waiting');
  } finally {
    vi.useRealTimers();
  }
});

test('a stock is found by its name where none is given; one that fires meanwhile is read again', async () => {
  const { answers, sent, alerts } = kept();
  const host = fakeHost({ snapshot: { signedIn: true }, answers });
  render(<AlertsPanel />, { wrapper: host.Wrapper });
  expect(await screen.findByText('No alerts yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New alert' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tell me when' }), 'A call on it is published');
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose a stock or an index');
  await userEvent.type(screen.getByRole('combobox', { name: 'Stock or index' }), 'tata');
  await userEvent.click(await screen.findByRole('option', { name: /^TCS/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ condition: { kind: 'call_stock', symbol: 'TCS' }, repeats: false }));
  alerts[0] = { ...alerts[0]!, state: 'done', fires: 1, fired_at: '2026-11-20T06:00:00.000Z' };
  act(() => host.noticeCame());
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Done: it fired 20 Nov 2026, 11:30 IST.'));
});

test('alerts that do not come are said to take long, and another try brings them', async () => {
  vi.useFakeTimers();
  try {
    const { answers } = kept(anAlert('a', at(3100)));
    const host = fakeHost({ snapshot: { signedIn: true }, answers: [...answers, reply(listAlerts, () => new Promise(() => undefined) as never)] });
    render(<AlertsPanel />, { wrapper: host.Wrapper });
    await act(() => vi.advanceTimersByTimeAsync(8100));
    expect(screen.getByText('This takes longer than it should.')).toBeVisible();
    host.answer(...answers);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(rows()).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test('what can’t be loaded says so and is there on Retry', async () => {
  const { answers } = kept(anAlert('a', at(3100)));
  const host = fakeHost({ snapshot: { signedIn: true }, answers: [...answers, refuse(listAlerts, 'UNREACHABLE', '', { request_id: 'r-1' })] });
  render(<AlertsPanel />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load your alerts.');
  host.answer(...answers);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test.each<[Partial<Alert>, string]>([
  [{}, 'On, once.'],
  [{ repeats: true }, 'On, each time.'],
  [{ repeats: true, fired_at: '2026-11-20T06:00:00.000Z', fires: 1 }, 'On. It fired 20 Nov 2026, 11:30 IST.'],
  [
    { repeats: true, fired_at: '2026-11-20T06:00:00.000Z', fires: 3, coming_back: true },
    'It fired 20 Nov 2026, 11:30 IST, 3 times in all and waits for it to come back.',
  ],
  [{ state: 'paused' }, 'Paused.'],
  [{ state: 'done', fired_at: '2026-11-20T06:00:00.000Z', fires: 1 }, 'Done: it fired 20 Nov 2026, 11:30 IST.'],
  [
    { state: 'done', fired_at: '2026-11-20T06:00:00.000Z', fires: 1, held: true },
    'Done: it fired 20 Nov 2026, 11:30 IST. Not told: 20 alerts had fired that day.',
  ],
  [{ state: 'ended' }, 'Over: the contract has expired.'],
  [{ state: 'paused', not_in_plan: true }, 'Paused: alerts on RSI and open interest are part of Pro, which you don’t have now. With it this one goes on.'],
  [{ no_trade_since: '2026-05-06' }, 'On, once. It can’t fire at present: no trade is on file since 6 May 2026.'],
  [
    { not_judgeable: { cause: 'price_step', day: '2026-05-06', before: 800, opened: 400 } },
    'On, once. On 6 May 2026 the price opened at ₹400.00 after a close of ₹800.00. Trading alone does not move a price that far. Most likely there was a corporate action whose terms are not known here yet. The alert waits for that.',
  ],
  [{ level_now: 1550 }, 'On, once. On today’s shares that is ₹1,550.00.'],
])('%j stands in words', (change, words) => expect(standing(anAlert('a', at(3100), change), true)).toBe(words));

test('a contract that was chosen for another kind of alert is not meant any more, and one that can’t be loaded is not sent as all', async () => {
  const { answers, sent } = kept();
  await dialog([...answers, refuse(readOptionsInsight, 'NO_DERIVATIVES', 'There are no options on this symbol.')], PRO);
  const pick = (name: string, to: string) => userEvent.selectOptions(screen.getByRole('combobox', { name }), to);
  await pick('Tell me when', 'oi_above');
  await pick('Of', 'one');
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'By, %' }), '20');
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  expect(screen.getByText('Choose a contract, or all options of the nearest expiry')).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  await pick('Tell me when', 'price_above');
  await pick('Tell me when', 'oi_above');
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({ condition: { kind: 'oi', symbol: 'TCS', side: 'above', value: 20, contract: null }, repeats: false }),
  );
});

test('contracts that were let go while they were asked for are not said to have failed', async () => {
  const asked: ((answer: Awaited<ReturnType<CannedAnswer['answer']>>) => void)[] = [];
  const waits: CannedAnswer = { route: readOptionsInsight, answer: () => new Promise((resolve) => asked.push(resolve)) };
  const { answers } = kept();
  await dialog([...answers, waits], PRO);
  const pick = (name: string, to: string) => userEvent.selectOptions(screen.getByRole('combobox', { name }), to);
  await pick('Tell me when', 'oi_above');
  await pick('Of', 'one');
  await pick('Of', 'all');
  await act(async () => asked[0]!({ status: false, data: null, code: 'CANCELLED', validation: '', redirect: '', extras: {} }));
  await pick('Of', 'one');
  expect(asked).toHaveLength(2);
  expect(screen.getByText('Loading the contracts…')).toBeVisible();
});
