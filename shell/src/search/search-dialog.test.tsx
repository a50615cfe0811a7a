import { act, render, screen } from '@testing-library/react';
import { anExpert } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { type CannedAnswer, fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import { SearchDialog } from './search-dialog.tsx';

type Answered = Awaited<ReturnType<CannedAnswer['answer']>>;
const envelope = { validation: '', redirect: '', extras: {} } as const;
/** What the session answers once a request was let go. */
const CANCELLED: Answered = { ...envelope, status: false, data: null, code: 'CANCELLED' };
const found = (...symbols: string[]): Answered => ({
  ...envelope,
  status: true,
  data: symbols.map((symbol) => ({ symbol, name: `${symbol} Limited` })),
});

/** The search, with a server that answers when the test says so. */
function open() {
  const waiting = new Map<string, (answer: Answered) => void>();
  const stocks: CannedAnswer = {
    route: searchInstruments,
    answer: ({ query }: { query: { search: string } }) => new Promise((resolve) => waiting.set(query.search, resolve)),
  };
  const none: CannedAnswer = { route: listOptionCalls, answer: () => ({ ...envelope, status: true, data: { items: [] } }) };
  const experts: CannedAnswer = { route: listExperts, answer: () => ({ ...envelope, status: true, data: [anExpert()] }) };
  const host = fakeHost({ answers: [stocks, none, experts] });
  render(<SearchDialog onClose={() => undefined} />, { wrapper: host.Wrapper });
  const signalOf = (search: string) =>
    host.calls.find(({ route, input }) => route === searchInstruments && (input as { query: { search: string } }).query.search === search)?.options.signal;
  const answer = (search: string, given: Answered) => act(async () => waiting.get(search)!(given));
  return { user: aUser(), signalOf, answer };
}

test('an answer to what was typed before is no answer to what is typed now, and one that was let go is no failure', async () => {
  const { user, signalOf, answer } = open();
  const box = screen.getByRole('combobox', { name: 'Stock or page' });
  await user.type(box, 'TC');
  await expect.poll(() => signalOf('TC')).toBeDefined();
  await user.type(box, 'S');
  expect(signalOf('TC')!.aborted).toBe(true);
  await answer('TC', CANCELLED);
  expect(screen.queryByText(/could not be searched/)).toBeNull();
  await expect.poll(() => signalOf('TCS')).toBeDefined();
  await answer('TCS', found('TCS'));
  expect(screen.getByRole('option', { name: /^TCS/ })).toHaveAttribute('aria-selected', 'true');
});

test('a search that fails says so, and the next letter tries again', async () => {
  const { user, signalOf, answer } = open();
  const box = screen.getByRole('combobox', { name: 'Stock or page' });
  await user.type(box, 'TC');
  await expect.poll(() => signalOf('TC')).toBeDefined();
  await answer('TC', { ...CANCELLED, code: 'UNREACHABLE' });
  expect(screen.getByText('Stocks could not be searched. Type again to retry.')).toBeVisible();
  await user.type(box, 'S');
  await expect.poll(() => signalOf('TCS')).toBeDefined();
  await answer('TCS', found('TCS'));
  expect(screen.queryByText(/could not be searched/)).toBeNull();
});

test('an expert is found by a part of the name, and leads to the record', async () => {
  const { user, signalOf, answer } = open();
  const { full_name } = anExpert();
  await user.type(screen.getByRole('combobox', { name: 'Stock or page' }), full_name.slice(0, 4).toLowerCase());
  await expect.poll(() => signalOf(full_name.slice(0, 4).toLowerCase())).toBeDefined();
  await answer(full_name.slice(0, 4).toLowerCase(), found());
  const experts = await screen.findByRole('group', { name: 'Experts' });
  expect(experts).toHaveTextContent(full_name);
  expect(screen.queryByText(/^Nothing called/)).toBeNull();
  await user.keyboard('{Enter}');
  expect(window.location.search).toContain(`user_id=${anExpert().user_id}`);
});
