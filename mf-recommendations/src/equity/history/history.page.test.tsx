import { act, render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aDetail, anExpert, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { addNote, exitCall, listExperts, myCalls, postMortemCall, readCall, tightenStop } from '@vimarsh/shared/contract/calls/routes.ts';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { readCandles, readClock, readInstrument } from '@vimarsh/shared/contract/market/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import '../../testing/patience.ts';
import { aStock } from '@vimarsh/shared/contract/market/market.testing.ts';
import { EXPERT, INVESTOR } from '../../testing/people.ts';
import { Page } from './history.page.tsx';

function open({ path = '/past-recommendations', snapshot = EXPERT, answers = [] as CannedAnswer[] } = {}) {
  const host = fakeHost({
    path,
    snapshot,
    answers: [
      reply(myCalls, aPage([aCall()])),
      reply(readCall, aDetail()),
      reply(readCandles, []),
      reply(readInstrument, aStock()),
      reply(listExperts, []),
      ...answers,
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  const sent = (route: unknown) =>
    host.calls.filter((call) => call.route === route).map(({ input }) => input as { params: object; body: Record<string, unknown> });
  return { host, sent, user: aUser() };
}
const manage = async (user: User, action: string) => {
  await user.click(await screen.findByRole('button', { name: 'Manage' }));
  await user.click(await screen.findByRole('button', { name: action }));
};

test('an expert tightens the stop-loss of their open call after a confirmation; every attempt is one intent', async () => {
  const { host, sent, user } = open({ answers: [refuse(tightenStop, 'BAD_REQUEST', 'The stop-loss must stay on the safe side of the last price.')] });
  await manage(user, 'Tighten stop-loss');
  const dialog = await screen.findByRole('dialog', { name: 'Tighten the stop-loss of TCS' });
  const field = within(dialog).getByLabelText('New stop-loss (₹)');
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeDisabled();
  await user.clear(field);
  await user.type(field, '2900');
  expect(within(dialog).getByText('The stop-loss only moves towards profit: above ₹2,925.00')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '2940');
  await user.keyboard('{ArrowUp}');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(within(dialog).getByText('The stop-loss moves from ₹2,925.00 to ₹2,940.10.')).toBeInTheDocument();
  expect(sent(tightenStop)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Move stop-loss' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('safe side of the last price');
  expect(within(dialog).getByLabelText('New stop-loss (₹)')).toHaveValue('2940.10');
  host.answer(reply(tightenStop, aDetail({ stop_loss: 2940.1 })));
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Move stop-loss' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tighten the stop-loss of TCS' })).not.toBeInTheDocument());
  const [first, second] = sent(tightenStop);
  expect(second).toEqual(first);
  expect(second!.body).toMatchObject({ stop_loss: 2940.1 });
  expect(host.notices.at(-1)).toMatchObject({ kind: 'success', title: 'Stop-loss moved' });
});

test('until the stock is known, prices move in the steps of the day in India on which the call was published', async () => {
  // The steps of 15 Apr 2025 are wider; in London it is still the day before.
  const call = aDetail({ published_at: '2025-04-14T19:00:00.000Z', stop_loss: 2925 });
  const { user } = open({ answers: [reply(readCall, call), reply(myCalls, aPage([call])), refuse(readInstrument, 'UNREACHABLE', '')] });
  await manage(user, 'Tighten stop-loss');
  const dialog = await screen.findByRole('dialog', { name: 'Tighten the stop-loss of TCS' });
  await user.clear(within(dialog).getByLabelText('New stop-loss (₹)'));
  await user.type(within(dialog).getByLabelText('New stop-loss (₹)'), '2940.05');
  expect(within(dialog).getByText('Prices of this stock move in steps of ₹0.10')).toBeInTheDocument();
});

test('a call that closes on this page reloads the list at once', async () => {
  const { host, sent } = open();
  await screen.findByRole('button', { name: 'Manage' });
  host.answer(reply(myCalls, aPage([])));
  act(() => void host.session.emit('call.closed', { id: 'call_1', status: 'target_hit' }));
  expect(await screen.findByText('No open calls')).toBeInTheDocument();
  expect(sent(myCalls)).toHaveLength(2);
});

test('an exit needs a reason of twenty characters', async () => {
  const { sent, user } = open({ answers: [reply(exitCall, aDetail())] });
  await manage(user, 'Exit now');
  const dialog = await screen.findByRole('dialog', { name: 'Exit TCS now' });
  await user.type(within(dialog).getByLabelText('Reason'), 'Order book thinner');
  expect(within(dialog).getByText('2 more characters')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeDisabled();
  await user.type(within(dialog).getByLabelText('Reason'), ' than told');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Exit call' }));
  await waitFor(() => expect(sent(exitCall)).toHaveLength(1));
  expect(sent(exitCall)[0]).toMatchObject({ params: { id: 'call_1' }, body: { reason: 'Order book thinner than told' } });
});

test('an exit within five minutes of the entry says when it comes at the earliest, and once asked for is not offered again', async () => {
  const young = aDetail({ entry_fill: { price: 3000, ts: '2026-11-18T05:02:00.000Z' } });
  const clock = aClock({ now: '2026-11-18T05:04:00.000Z' });
  const { host, user } = open({ answers: [reply(readCall, young), reply(readClock, clock), reply(exitCall, young)] });
  await manage(user, 'Exit now');
  const dialog = await screen.findByRole('dialog', { name: 'Exit TCS now' });
  await user.type(within(dialog).getByLabelText('Reason'), 'Order book thinner than told');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(dialog).toHaveTextContent('), not before 10:37:00 IST.');
  const event = { n: 3, type: 'exit_request' as const, payload: {}, actor: 'exp_01', ts: '2026-11-18T05:04:00.000Z', hash: 'c'.repeat(64) };
  host.answer(reply(readCall, { ...young, events: [...young.events, event] }));
  await user.click(within(dialog).getByRole('button', { name: 'Exit call' }));
  expect(await screen.findByText('Exit asked for')).toBeInTheDocument();
  expect(host.notices.at(-1)).toMatchObject({ title: 'Exit requested', text: 'TCS closes at the next price, not before 10:37:00 IST.' });
  expect(screen.queryByRole('button', { name: 'Exit now' })).not.toBeInTheDocument();
});

test('a call waiting for its entry can be cancelled, but not exited or tightened', async () => {
  const waiting = { status: 'awaiting_entry' as const, entry_fill: null };
  const { host, user } = open({ answers: [reply(myCalls, aPage([aCall(waiting)])), reply(readCall, aDetail(waiting))] });
  await user.click(await screen.findByRole('button', { name: 'Manage' }));
  expect(await screen.findByRole('button', { name: 'Cancel call' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Exit now' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Tighten stop-loss' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel call' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the call on TCS' });
  await user.type(within(dialog).getByLabelText('Reason'), 'The order book was restated.');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  const cancelled = { status: 'cancelled' as const, entry_fill: null };
  host.answer(reply(exitCall, aDetail(cancelled)), reply(readCall, aDetail(cancelled)), reply(myCalls, aPage([])));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel call' }));
  const drawer = await screen.findByRole('dialog', { name: 'TCS · Buy call' });
  expect(await within(drawer).findByText('Cancelled')).toBeInTheDocument();
});

test('a note is added to the record', async () => {
  const { sent, user } = open({ answers: [reply(addNote, aDetail())] });
  await manage(user, 'Add a note');
  const dialog = await screen.findByRole('dialog', { name: 'Add a note to TCS' });
  await user.type(within(dialog).getByLabelText('Note'), 'Results on Friday.');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(sent(addNote)[0]?.body).toMatchObject({ note: 'Results on Friday.' }));
});

test('a note that breaks a publishing rule is refused with the server’s sentence, said once', async () => {
  const message = 'The text contains a messenger link that research must not carry.';
  const { user } = open({ answers: [refuse(addNote, 'PUBLISH_RULE', message, { problems: [{ path: 'EQ-WORDS', message }] })] });
  await manage(user, 'Add a note');
  const dialog = await screen.findByRole('dialog', { name: 'Add a note to TCS' });
  await user.type(within(dialog).getByLabelText('Note'), 'Join me at t.me/tips.');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add note' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(`${message} Nothing was recorded.`);
});

test('the post-mortem of a call that ended is written once', async () => {
  const ended = { status: 'sl_hit' as const, ended_at: '2026-11-18T06:00:00.000Z', exit: { price: 2925, ts: '2026-11-18T06:00:00.000Z', reason: '' } };
  const { host, sent, user } = open({
    path: '/past-recommendations?tab=closed&reco=call_1',
    answers: [reply(readCall, aDetail(ended)), reply(postMortemCall, aDetail(ended))],
  });
  await user.click(await screen.findByRole('button', { name: 'Write the post-mortem' }));
  const dialog = await screen.findByRole('dialog', { name: 'Post-mortem of TCS' });
  await user.type(within(dialog).getByLabelText('Post-mortem'), 'Too near.');
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeDisabled();
  await user.type(within(dialog).getByLabelText('Post-mortem'), ' The usual swing is wider than that.');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  const event = { n: 3, type: 'post_mortem' as const, payload: { text: 'Too near.' }, actor: 'exp_01', ts: '2026-11-19T06:00:00.000Z', hash: 'c'.repeat(64) };
  host.answer(reply(readCall, aDetail({ ...ended, events: [...aDetail().events, event] })));
  await user.click(within(dialog).getByRole('button', { name: 'Add post-mortem' }));
  await waitFor(() =>
    expect(sent(postMortemCall)[0]).toMatchObject({ params: { id: 'call_1' }, body: { text: 'Too near. The usual swing is wider than that.' } }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Write the post-mortem' })).not.toBeInTheDocument());
});

test('an investor sees the calls of followed experts and can’t change them', async () => {
  const { user } = open({ snapshot: INVESTOR });
  await user.click(within(await screen.findByRole('list', { name: 'Open calls' })).getByRole('link', { name: / by / }));
  expect(await screen.findByRole('dialog', { name: 'TCS · Buy call' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Manage|Exit now|note/ })).not.toBeInTheDocument();
});

test('who follows somebody is not told to follow one: none of their experts has such a call', async () => {
  open({ snapshot: INVESTOR, answers: [reply(myCalls, aPage([])), reply(listExperts, [anExpert({ following: true })])] });
  expect(await screen.findByText('No open calls from the experts you follow')).toBeInTheDocument();
  await act(async () => {});
  expect(screen.queryByText('Follow an expert to build your history')).not.toBeInTheDocument();
});

test('an investor without a history learns how to build one', async () => {
  open({ snapshot: INVESTOR, answers: [reply(myCalls, aPage([])), reply(listExperts, [anExpert({ following: false })])] });
  expect(await screen.findByText('Follow an expert to build your history')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See experts’ calls' })).toHaveAttribute('href', '/experts-past-recommendations');
});

test('each tab requests its own calls and is part of the address', async () => {
  const { host, user } = open();
  await screen.findByRole('list', { name: 'Open calls' });
  await user.click(screen.getByRole('tab', { name: 'Cancelled' }));
  await waitFor(() => expect(host.calls.filter(({ route }) => route === myCalls).at(-1)!.input.query).toMatchObject({ tab: 'cancelled' }));
  expect(location.search).toBe('?tab=cancelled');
});
