import { render, screen, within } from '@testing-library/react';
import { aCall, aDetail } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, anOptionDetail } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { decideCorrection, listCorrections, proposeCorrection } from '@vimarsh/shared/contract/corrections/routes.ts';
import type { Correction } from '@vimarsh/shared/contract/corrections/types.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import '../testing/patience.ts';
import { INVESTOR } from '../testing/people.ts';
import { correctable, decisionsFor, idIn } from './correction.view.ts';
import { Page } from './corrections.page.tsx';

const ADMIN = { ...INVESTOR, user: { ...INVESTOR.user!, is_admin: true } };
const STEP = { cause: 'price_step', day: '2026-03-13', before: 3151.8, opened: 1571.1 } as const;
const event = (n: number, type: 'sl_hit' | 'not_judgeable', payload: object) => ({ ...aDetail().events[1]!, n, type, payload: { ...payload } });
const LOST = aDetail({
  status: 'sl_hit',
  exit: { price: 2925, ts: '2026-11-19T05:00:00.000Z', reason: '' },
  events: [...aDetail().events, event(3, 'sl_hit', { price: 2925, basis: 'level' })],
});
const aCorrection = (change: Partial<Correction> = {}): Correction => ({
  id: 'cor_1',
  call_id: 'call_1',
  stock: 'TCS',
  call_type: 'Buy',
  corrects: 3,
  event_type: 'sl_hit',
  decision: 'end',
  outcome: 'expired',
  price: 3010,
  reason: 'The feed had a wrong low on 19 November.',
  evidence: 'The exchange’s corrected file.',
  sha256: null,
  before: { status: 'sl_hit', entry: 3000, exit: 2925 },
  after: { status: 'expired', entry: 3000, exit: 3010 },
  mine: false,
  proposed_at: '2026-11-20T05:00:00.000Z',
  state: 'waiting',
  decided_at: null,
  ...change,
});

function open(
  answers: CannedAnswer[] = [],
  lists: { waiting_calls?: object[]; waiting_options?: object[]; late_calls?: object[]; late_options?: object[]; corrections?: Correction[] } = {},
) {
  const host = fakeHost({
    path: '/corrections',
    snapshot: ADMIN,
    answers: [reply(listCorrections, { waiting_calls: [], corrections: [], ...lists } as never), reply(readCall, LOST), ...answers],
  });
  render(<Page />, { wrapper: host.Wrapper });
  const sent = (route: unknown) => host.calls.filter((call) => call.route === route).map(({ input }) => input as { body: Record<string, unknown> });
  return { sent, host, user: aUser() };
}

test('who proposed a correction can’t approve it; another admin sees both numbers and does', async () => {
  const { user, sent } = open([reply(decideCorrection, aCorrection({ state: 'approved' }))], {
    corrections: [aCorrection(), aCorrection({ id: 'cor_2', mine: true })],
  });
  const [other, mine] = within(await screen.findByRole('list', { name: 'Corrections that wait' })).getAllByRole('listitem');
  expect(other).toHaveTextContent('Event 3: Stop-loss reached at ₹2,925.00 → Expired at ₹3,010.00');
  expect(mine).toHaveTextContent('Another admin has to decide.');
  expect(within(mine!).queryByRole('button')).toBeNull();
  await user.click(within(other!).getByRole('button', { name: 'Approve' }));
  expect(sent(decideCorrection)).toMatchObject([{ params: { id: 'cor_1' }, body: { approve: true } }]);
});

test('a list that could not be read again after a decision says so, and can be asked for', async () => {
  const { user, host } = open([reply(decideCorrection, aCorrection({ state: 'approved' }))], { corrections: [aCorrection()] });
  const waiting = within(await screen.findByRole('list', { name: 'Corrections that wait' }));
  host.answer(refuse(listCorrections, 'INTERNAL', 'Something went wrong on our side.'));
  await user.click(waiting.getByRole('button', { name: 'Approve' }));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(host.calls.filter(({ route }) => route === listCorrections).length).toBeGreaterThanOrEqual(3);
});

test('a correction is proposed with reason and evidence; a refusal is read and loses nothing', async () => {
  const { user, sent } = open([refuse(proposeCorrection, 'BAD_REQUEST', 'The record says so already.')]);
  await user.type(await screen.findByLabelText('Address or id of the call'), 'http://localhost/experts-past-recommendations?reco=call_1&x=1');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct the call on TCS' });
  await user.click(within(dialog).getByRole('button', { name: 'Propose' }));
  expect(within(dialog).getByText('Enter the price')).toBeInTheDocument();
  expect(sent(proposeCorrection)).toEqual([]);
  await user.selectOptions(within(dialog).getByLabelText('How it ended'), 'expired');
  await user.type(within(dialog).getByLabelText('Price (₹)'), '3,010');
  await user.type(within(dialog).getByLabelText('Reason'), 'The feed had a wrong low on 19 November.');
  await user.type(within(dialog).getByLabelText('What shows it'), 'The exchange’s file');
  await user.click(within(dialog).getByRole('button', { name: 'Propose' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The record says so already. Nothing was proposed.');
  expect(sent(proposeCorrection)[0]!.body).toMatchObject({ call_id: 'call_1', corrects: 3, decision: 'end', outcome: 'expired', price: 3010, sha256: null });
  expect(within(dialog).getByLabelText('Price (₹)')).toHaveValue('3,010');
});

test('calls that wait stand there with the reason, and open the form', async () => {
  const waiting = aDetail({ not_judgeable: STEP, events: [...aDetail().events, event(3, 'not_judgeable', STEP)] });
  const { user } = open([reply(readCall, waiting)], { waiting_calls: [aCall({ not_judgeable: STEP })] });
  await user.click(await screen.findByRole('button', { name: 'Correct the call on TCS by Ananya Rao-Kulkarni' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct the call on TCS' });
  expect(within(dialog).getByText(/after a close of ₹3,151\.80/)).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Decision')).toHaveValue('go_on');
});

test('nobody but admins sees the desk', () => {
  render(<Page />, { wrapper: fakeHost({ path: '/corrections', snapshot: INVESTOR, answers: [] }).Wrapper });
  expect(screen.getByText('Only admins correct calls.')).toBeInTheDocument();
});

test('what can be corrected is the entry, the end, and what a call waits for while it waits', () => {
  const waits = [...LOST.events.slice(0, 2), event(3, 'not_judgeable', STEP), event(4, 'not_judgeable', { ...STEP, day: '2026-03-16' })];
  expect(correctable({ events: LOST.events, not_judgeable: null }).map(({ n }) => n)).toEqual([3, 2]);
  expect(correctable({ events: waits, not_judgeable: STEP }).map(({ n }) => n)).toEqual([4, 2]);
  expect(decisionsFor(waits[3]!, { entered: true, open: true }).map(({ value }) => value)).toEqual(['go_on', 'end', 'void']);
  expect(decisionsFor(waits[3]!, { entered: false, open: true }).map(({ value }) => value)).toEqual(['go_on', 'void']);
  const resume = (cause: string) => decisionsFor(event(4, 'not_judgeable', { ...STEP, cause }), { entered: true, open: true })[0]!.label;
  expect([resume('price_step'), resume('missing_day')]).toEqual(['Resume it: the prices are right', 'Resume it without that day’s prices']);
  expect(resume('other_isin')).toBe('Resume it without that day’s prices');
  expect(resume('no_trade')).toBe('Resume it: the stock did not trade');
  // It waited to its last day, so there is nothing left to resume.
  expect(decisionsFor(waits[3]!, { entered: true, open: false }).map(({ value }) => value)).toEqual(['end', 'void']);
  expect(decisionsFor(LOST.events[1]!, { entered: true, open: false }).map(({ value }) => value)).toEqual(['entry', 'void']);
});

test.each([
  ['call_0007', 'call_0007'],
  [' 01JABC ', '01JABC'],
  ['https://x.in/?reco=call_7', 'call_7'],
  ['a stock', ''],
])('%s names the call %s', (typed, id) => expect(idIn(typed)).toBe(id));

test.each([
  ['a wrong id', 'NOT_FOUND', 'We could not find that.', 'No call has this id or address.'],
  ['a server that fails', 'INTERNAL', 'It broke.', 'It broke.'],
] as const)('%s is said once, in the dialog', async (_, code, validation, says) => {
  const { user, host } = open([refuse(readCall, code, validation)]);
  await user.type(await screen.findByLabelText('Address or id of the call'), 'call_404');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText(says)).toBeVisible();
  expect(host.notices).toEqual([]);
});

test('an option call that waits stands on the desk with its reason; it can be resumed or taken out, and nothing else', async () => {
  const waiting = anOptionCall({ not_judgeable: STEP });
  const [published, entered] = anOptionDetail(waiting).events;
  const detail = { ...anOptionDetail(waiting), events: [published!, entered!, { ...entered!, n: 3, type: 'not_judgeable' as const, payload: STEP }] };
  const proposed = aCorrection({ call_id: waiting.id, call_type: null, strategy: 'BULL_CALL', stock: 'NIFTY', decision: 'go_on', event_type: 'not_judgeable' });
  const { user, sent } = open([reply(readOptionCall, detail), reply(proposeCorrection, proposed)], { waiting_options: [waiting] });
  const [row] = within(await screen.findByRole('list', { name: 'Option calls that prices can’t judge' })).getAllByRole('listitem');
  expect(row).toHaveTextContent('Bull call spread · NIFTY');
  expect(row).toHaveTextContent('On 13 Mar 2026 the price opened at ₹1,571.10 after a close of ₹3,151.80.');
  await user.click(within(row!).getByRole('button', { name: /^Correct the call on NIFTY/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    within(dialog.getByLabelText('Decision'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Resume it: the prices are right', 'Take it out: it counts for nothing']);
  await user.type(dialog.getByLabelText('Reason'), 'The exchange confirms these prices.');
  await user.type(dialog.getByLabelText('What shows it'), 'Circular of 13 March 2026.');
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(sent(proposeCorrection)).toMatchObject([{ body: { call_id: waiting.id, corrects: 3, decision: 'go_on', outcome: null, price: null } }]);
});

test('an ended call of which an action was listed afterwards stands on the desk with that action, and opens the form', async () => {
  const late = aCall({ status: 'sl_hit', late_action: { ex_date: '2026-05-07', actions: ['demerger'] } });
  const { user } = open([], { late_calls: [late] });
  const [row] = within(await screen.findByRole('list', { name: 'Calls that ended before an action was known' })).getAllByRole('listitem');
  expect(row).toHaveTextContent('Demerger of 7 May 2026 became known after the call had ended, so its terms were not adjusted.');
  await user.click(within(row!).getByRole('button', { name: /^Correct the call on/ }));
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
});

test('an ended option call whose contracts an action changed stands there with that action; one admin proposes that its end stands', async () => {
  const late = anOptionCall({ status: 'sl_hit', late_action: { ex_date: '2026-05-07', actions: ['bonus'] } });
  const [published, entered] = anOptionDetail(late).events;
  const detail = { ...anOptionDetail(late), events: [published!, entered!, { ...entered!, n: 3, type: 'sl_hit' as const, payload: {} }] };
  const { user, sent } = open([reply(readOptionCall, detail), reply(proposeCorrection, aCorrection({ decision: 'stands' }))], { late_options: [late] });
  const [row] = within(await screen.findByRole('list', { name: 'Calls that ended before an action was known' })).getAllByRole('listitem');
  expect(row).toHaveTextContent('Bull call spread · NIFTY');
  expect(row).toHaveTextContent('Bonus of 7 May 2026 became known after the call had ended');
  await user.click(within(row!).getByRole('button', { name: /^Correct the call on NIFTY/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Decision')).toHaveTextContent(/^The end stands$/);
  await user.type(dialog.getByLabelText('Reason'), 'The bonus was of another class of shares.');
  await user.type(dialog.getByLabelText('What shows it'), 'Circular of 7 May 2026.');
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(sent(proposeCorrection)).toMatchObject([{ body: { call_id: late.id, corrects: 3, decision: 'stands', outcome: null, price: null } }]);
});

test('the end of a call on a share that an action puts in question may stand, and of no other', () => {
  const ended = LOST.events[2]!;
  const values = (questioned: boolean) => decisionsFor(ended, { entered: true, open: false, questioned }).map(({ value }) => value);
  expect(values(true)).toEqual(['end', 'void', 'stands']);
  expect(values(false)).toEqual(['end', 'void']);
});

test('that an end stands is approved with the action beside it, and nothing is said to be in the record', async () => {
  const late_action = { ex_date: '2026-05-07', actions: ['bonus'] };
  const end = { status: 'sl_hit' as const, entry: 3000, exit: 2925 };
  const stands = aCorrection({ decision: 'stands', outcome: null, price: null, before: end, after: end, late_action });
  const { user, host } = open([reply(decideCorrection, { ...stands, state: 'approved' })], {
    corrections: [stands, { ...stands, id: 'cor_2', state: 'approved', decided_at: '2026-11-20T06:00:00.000Z' }],
  });
  const [waiting] = within(await screen.findByRole('list', { name: 'Corrections that wait' })).getAllByRole('listitem');
  expect(waiting).toHaveTextContent('Event 3: The end stands');
  expect(waiting).toHaveTextContent('Bonus of 7 May 2026 became known after the call had ended');
  const [decided] = within(screen.getByRole('list', { name: 'Corrections decided lately' })).getAllByRole('listitem');
  expect(decided).toHaveTextContent('Looked at');
  expect(decided).not.toHaveTextContent('In the record');
  await user.click(within(waiting!).getByRole('button', { name: 'Approve' }));
  expect(host.notices).toMatchObject([{ title: 'Looked at', text: 'The end stands.' }]);
});
