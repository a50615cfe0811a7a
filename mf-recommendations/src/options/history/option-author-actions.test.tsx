import { render, screen, waitFor, within } from '@testing-library/react';
import { anOptionCall, anOptionDetail, anOptionPage, aStoppedOption } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import {
  exitOptionCall,
  myOptionCalls,
  noteOptionCall,
  postMortemOptionCall,
  readOptionCall,
  tightenOptionStop,
} from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { expect, test } from 'vitest';
import '../../testing/patience.ts';
import { EXPERT, INVESTOR } from '../../testing/people.ts';
import { Page } from './my-options.page.tsx';

async function open(call: OptionDetail, { snapshot = EXPERT, answers = [] as CannedAnswer[] } = {}) {
  const host = fakeHost({
    path: `/past-strategy-options?reco=${call.id}`,
    snapshot,
    answers: [reply(myOptionCalls, anOptionPage([call])), reply(readOptionCall, call), ...answers],
  });
  render(<Page />, { wrapper: host.Wrapper });
  await screen.findByRole('heading', { name: 'Payoff' });
  if (snapshot === EXPERT) await screen.findByRole('button', { name: 'Add a note' });
  const sent = (route: unknown) =>
    host.calls.filter((made) => made.route === route).map(({ input }) => input as { params: object; body: Record<string, unknown> });
  return { host, sent, user: aUser() };
}
const actions = (): string[] =>
  ['Tighten stop-loss', 'Exit now', 'Cancel call', 'Add a note', 'Write the post-mortem'].filter((name) => screen.queryByRole('button', { name }) !== null);

const event = (type: OptionDetail['events'][number]['type'], payload = {}): OptionDetail['events'][number] => ({
  n: 3,
  type,
  payload,
  actor: 'exp_01',
  ts: '2026-11-20T06:00:00.000Z',
  hash: 'e'.repeat(64),
});
const running = anOptionDetail();
const ended = anOptionDetail(aStoppedOption());

test.each<[string, OptionDetail, string[]]>([
  ['an open call', running, ['Tighten stop-loss', 'Exit now', 'Add a note']],
  ['a call that waits for its entry', anOptionDetail(anOptionCall({ status: 'awaiting_entry', entry_at: null })), ['Cancel call', 'Add a note']],
  ['a call whose exit was asked for', { ...running, events: [...running.events, event('exit_request')] }, ['Tighten stop-loss', 'Add a note']],
  ['a call whose end is decided', { ...running, events: [...running.events, event('closing', { as: 'sl_hit' })] }, ['Add a note']],
  ['a call of a suspended author', anOptionDetail(anOptionCall({ status: 'suspended_open' })), ['Add a note']],
  ['a call that ended', ended, ['Add a note', 'Write the post-mortem']],
  ['a call with its post-mortem', { ...ended, events: [...ended.events, event('post_mortem', { text: 'Too near.' })] }, ['Add a note']],
])('%s offers its author what its record still takes (S2.1-ROUTE-24)', async (_name, call, offered) => {
  await open(call);
  expect(actions()).toEqual(offered);
  const stands = isOpenCall(call.status) && call.events.some(({ type }) => type === 'exit_request');
  expect(screen.queryAllByText('Exit asked for')).toHaveLength(stands ? 1 : 0);
});

test('who follows the author is offered none of it', async () => {
  await open(running, { snapshot: INVESTOR });
  expect(actions()).toEqual([]);
});

test('an expert tightens the stop-loss after a confirmation; a refusal loses nothing, and every attempt is one intent', async () => {
  const { host, sent, user } = await open(running, {
    answers: [refuse(tightenOptionStop, 'BAD_REQUEST', 'A leg has no quote now, so the stop-loss stays where it is.')],
  });
  await user.click(screen.getByRole('button', { name: 'Tighten stop-loss' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tighten the stop-loss of NIFTY' });
  const field = within(dialog).getByLabelText('New stop-loss (₹, a loss with a minus)');
  expect(field).toHaveValue('-2000');
  await user.clear(field);
  await user.type(field, '-2500');
  expect(within(dialog).getByText('A stop-loss can only be moved towards profit.')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeDisabled();
  await user.clear(field);
  await user.type(field, '-1,200');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(within(dialog).getByText('The stop-loss moves from −₹2,000.00 to −₹1,200.00.')).toBeInTheDocument();
  expect(sent(tightenOptionStop)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Move stop-loss' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('A leg has no quote now, so the stop-loss stays where it is. Nothing was recorded.');
  host.answer(reply(tightenOptionStop, running));
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Move stop-loss' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tighten the stop-loss of NIFTY' })).not.toBeInTheDocument());
  const [first, second] = sent(tightenOptionStop);
  expect(second).toEqual(first);
  expect(second).toMatchObject({ params: { id: 'opt_1' }, body: { stop_loss: -1200 } });
  expect(host.notices.at(-1)).toMatchObject({ kind: 'success', title: 'Stop-loss moved' });
});

test.each([
  [running, 'Exit now', 'Exit NIFTY now', 'Reason', 'Exit call', exitOptionCall, 'reason', 'Volatility is rising against it.'],
  [
    anOptionDetail(anOptionCall({ status: 'awaiting_entry' })),
    'Cancel call',
    'Cancel the call on NIFTY',
    'Reason',
    'Cancel call',
    exitOptionCall,
    'reason',
    'The quotes moved away from it.',
  ],
  [running, 'Add a note', 'Add a note to NIFTY', 'Note', 'Add note', noteOptionCall, 'note', 'Results on Friday.'],
  [
    ended,
    'Write the post-mortem',
    'Post-mortem of NIFTY',
    'Post-mortem',
    'Add post-mortem',
    postMortemOptionCall,
    'text',
    'The sold strike was nearer than the usual move of two days.',
  ],
] as const)('an author’s words are counted, shown again, and sent once confirmed: %#', async (call, action, title, label, verb, route, key, words) => {
  const { host, sent, user } = await open(call, { answers: [reply(route, call)] });
  await user.click(screen.getByRole('button', { name: action }));
  const dialog = await screen.findByRole('dialog', { name: title });
  await user.type(within(dialog).getByLabelText(label), 'Short');
  expect(within(dialog).getByText(/more characters/)).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeDisabled();
  await user.clear(within(dialog).getByLabelText(label));
  await user.type(within(dialog).getByLabelText(label), words);
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(within(dialog).getByText(/It can’t be undone\.$/)).toBeInTheDocument();
  expect(dialog).toHaveTextContent(`“${words}”`);
  await user.click(within(dialog).getByRole('button', { name: verb }));
  await waitFor(() => expect(sent(route)).toHaveLength(1));
  expect(sent(route)[0]).toMatchObject({ params: { id: call.id }, body: { [key]: words } });
  // The list and the drawer show what the record now holds.
  await waitFor(() => expect(host.calls.filter((made) => made.route === readOptionCall).length).toBeGreaterThan(1));
  expect(host.calls.filter((made) => made.route === myOptionCalls).length).toBeGreaterThan(1);
});

test('an exit within five minutes of the entry says when it is filled at the earliest', async () => {
  const clock = aClock({ now: '2026-11-19T05:04:00.000Z' });
  const { host, user } = await open(running, { answers: [reply(readClock, clock), reply(exitOptionCall, running)] });
  await user.click(screen.getByRole('button', { name: 'Exit now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Exit NIFTY now' });
  await user.type(within(dialog).getByLabelText('Reason'), 'Volatility is rising against it.');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  // Entered at 10:31 and held for five minutes; filled one later.
  expect(dialog).toHaveTextContent('All legs close together at the next quotes, not before 10:37:00 IST.');
  await user.click(within(dialog).getByRole('button', { name: 'Exit call' }));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ text: 'NIFTY closes at the next quotes, not before 10:37:00 IST.' }));
});

test('an entry whose answer was lost is not called unrecorded: it is sent again as it is, as the same intent, and the record is read anew', async () => {
  const { host, sent, user } = await open(running, { answers: [refuse(noteOptionCall, 'UNREACHABLE', 'We can’t reach the server.')] });
  await user.click(screen.getByRole('button', { name: 'Add a note' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a note to NIFTY' });
  await user.type(within(dialog).getByLabelText('Note'), 'Results on Friday.');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  const read = () => host.calls.filter((made) => made.route === readOptionCall).length;
  const before = read();
  await user.click(within(dialog).getByRole('button', { name: 'Add note' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('it is not known whether this was recorded');
  expect(dialog).not.toHaveTextContent('Nothing was recorded');
  expect(within(dialog).queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  await waitFor(() => expect(read()).toBeGreaterThan(before));
  host.answer(reply(noteOptionCall, running));
  await user.click(within(dialog).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a note to NIFTY' })).not.toBeInTheDocument());
  const [first, second] = sent(noteOptionCall);
  expect(second).toEqual(first);
});
