import { render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aDetail, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listCalls, listExperts, readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { readCandles, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test, vi } from 'vitest';
import '../../testing/patience.ts';
import { INVESTOR } from '../../testing/people.ts';
import { Page } from './split.page.tsx';

vi.mock('./levels-chart.tsx', () => ({ LevelsChart: ({ calls }: { calls: { id: string }[] }) => <p>chart of {calls.map(({ id }) => id).join(' ')}</p> }));
vi.stubGlobal('matchMedia', (query: string) => ({ matches: true, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }));

const { expert } = aCall();
const OTHER = { ...expert, user_id: 'exp_02', full_name: 'Vikram Sethi' };
const CALLS = [
  aCall({ id: 'a' }),
  aCall({ id: 'b', stock: 'INFY', stock_name: 'Infosys', term: 'mediumTerm' }),
  aCall({ id: 'c', call_type: 'Sell', target_price: 2850, stop_loss: 3075, expert: OTHER }),
];
const BASE = '/experts-past-recommendations-v2';

function open({ path = BASE, answers = [] as CannedAnswer[] } = {}) {
  const host = fakeHost({
    path,
    snapshot: INVESTOR,
    answers: [
      reply(listCalls, aPage(CALLS)),
      reply(listExperts, []),
      reply(readCandles, []),
      reply(searchInstruments, []),
      reply(readCall, aDetail({ id: 'a' })),
      ...answers,
    ],
  });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}

test('calls stand under their stock, the first is chosen, and the levels of all on its stock are in one chart and its table', async () => {
  open();
  const group = await screen.findByRole('region', { name: 'Calls on TCS' });
  expect(group).toHaveTextContent('1 Buy · 1 Sell');
  expect(within(group).getAllByRole('listitem')).toHaveLength(2);
  expect(await screen.findByText('chart of a c')).toBeInTheDocument();
  const rows = within(screen.getByRole('table', { name: 'Levels of the calls on TCS' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([expect.stringMatching(/^AAnanya Rao-Kulkarni/), expect.stringMatching(/^BVikram Sethi/)]);
});

test('j and k choose the next and the previous call, across stocks, and the address follows', async () => {
  const { user } = open();
  await screen.findByText('chart of a c');
  await user.keyboard('j');
  expect(await screen.findByText('chart of c a')).toBeInTheDocument();
  expect(location.search).toBe('?reco=c');
  await user.keyboard('j');
  expect(await screen.findByText('chart of b')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'INFY, Buy call by Ananya Rao-Kulkarni' })).toBeInTheDocument();
  await user.keyboard('j');
  expect(location.search).toBe('?reco=b');
  await user.keyboard('kk');
  expect(await screen.findByText('chart of a c')).toBeInTheDocument();
});

test('calls are counted in words that fit their number; the keys are told of beside it', async () => {
  open({ answers: [reply(listCalls, aPage([CALLS[0]!]))] });
  expect((await screen.findByText('1 call shown.')).getAttribute('role')).toBe('status');
  expect(screen.getByText('J and K choose the next and the previous one.')).not.toHaveAttribute('role');
});

test('two calls are compared line by line; those of another term can’t be chosen, and say so', async () => {
  const { user } = open();
  const compare = await screen.findByRole('region', { name: 'Compare' });
  await user.selectOptions(within(compare).getByLabelText('Compare with'), 'TCS Sell by Vikram Sethi');
  expect(location.search).toBe('?reco=a&compare=c');
  const table = within(compare).getByRole('table', { name: 'The two calls side by side' });
  expect(within(table).getByRole('row', { name: /^Stop-loss/ })).toHaveTextContent('Stop-loss₹2,925.00₹3,075.00');
  expect(within(compare).queryByText(/Not comparable/)).toBeNull();
  // Who can't be compared says why, and stands last.
  const options = within(compare).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ label, disabled }) => [label, disabled])).toEqual([
    ['Choose a call', false],
    ['TCS Sell by Vikram Sethi', false],
    ['INFY Buy by Ananya Rao-Kulkarni: another term', true],
  ]);
});

test.each([
  ['S2.1-PARAM-07', '/TCS', { stock: 'TCS' }],
  ['S2.1-PARAM-08', '/-/exp_01', { user_id: 'exp_01' }],
  ['S2.1-PARAM-09', '/-/-/IT', { sector: 'IT' }],
])('%s: the list is asked for with what the path says', async (_, path, asked) => {
  const { host } = open({ path: BASE + path });
  await screen.findByRole('region', { name: 'Calls on TCS' });
  expect(host.calls.find(({ route }) => route === listCalls)!.input.query).toMatchObject(asked);
});

test('everything about the chosen call is one press away, and in the address', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Reasons, timeline, proof' }));
  expect(await screen.findByRole('dialog', { name: 'TCS · Buy call' })).toBeInTheDocument();
  expect(location.search).toBe('?reco=a&whole=1');
});

test('nothing found says so and offers a way on; a failed list can be asked for again', async () => {
  const { host, user } = open({ path: `${BASE}/INFY`, answers: [reply(listCalls, aPage([]))] });
  expect(await screen.findByText('No calls match these filters')).toBeInTheDocument();
  host.answer(refuse(listCalls, 'INTERNAL', 'Something went wrong.'));
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the calls.');
  host.answer(reply(listCalls, aPage(CALLS)));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Calls on INFY' })).toBeInTheDocument());
});
