import { act, render, screen, waitFor, within } from '@testing-library/react';
import { readExpertStore } from '@vimarsh/shared/contract/experts/routes.ts';
import { follow } from '@vimarsh/shared/contract/identity/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test } from 'vitest';
import '../../testing/patience.ts';
import { INVESTOR } from '../../testing/people.ts';
import { aStore, aStoredExpert } from '../expert.testing.ts';
import { Page } from './expert-store.page.tsx';

const TWO = [
  aStoredExpert(),
  aStoredExpert({
    user_id: 'exp_12',
    full_name: 'Priyanka Meher',
    record: { n: 4, hits: 1, too_few: true, luck: null, made: null, worst: null, stars: null },
  }),
];

function open(path: string, answers: CannedAnswer[] = [], visitor = false) {
  const host = fakeHost({
    path,
    ...(!visitor && { snapshot: INVESTOR }),
    answers: [reply(readExpertStore, aStore(TWO)), reply(follow, { following: true }), ...answers],
  });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser(), asked: () => host.calls.filter(({ route }) => route === readExpertStore).map(({ input }) => input) };
}
const card = async (name: string) => within((await screen.findByRole('heading', { name: new RegExp(name) })).closest('li')!);

test('S2.1-ROUTE-10: an expert stands there with number, validity and record beside chance; too few calls are said to be too few', async () => {
  open('/expert-store');
  const judged = await card('Ananya');
  expect(judged.getByText(/SEBI INH999900001$/)).toBeInTheDocument();
  expect(judged.getByText('Registered until 3 Mar 2029')).toBeInTheDocument();
  // The first line of the page that the name leads to.
  expect(judged.getByText('28 of 74 calls gained. Guessing would give 27 to 41, so this may be luck.')).toBeInTheDocument();
  expect(judged.getByText('In the last 12 months, shares only.')).toBeInTheDocument();
  expect(judged.getByRole('link', { name: 'Ananya Rao-Kulkarni' })).toHaveAttribute('href', '/expert-dashboard?user_id=exp_01&period=1Y');
  const few = await card('Priyanka');
  expect(few.getByText('4 calls ended: too few to judge. It takes ten.')).toBeInTheDocument();
  expect(few.queryByText(/Guessing/)).not.toBeInTheDocument();
});

test.each([
  ['luck', '', false],
  ['often', 'More of them gained than luck explains, but what they earned may still be luck.', false],
  ['better', 'Better than luck so far.', true],
  ['worse', 'Fewer gained than luck explains.', true],
] as const)('stars stand beside no sentence that denies them: %s', async (verdict, sentence, starred) => {
  const { record } = aStoredExpert();
  open('/expert-store', [reply(readExpertStore, aStore([aStoredExpert({ record: { ...record!, luck: { ...record!.luck!, verdict } } })]))]);
  const judged = await card('Ananya');
  expect(judged.getByText(`${sentence} In the last 12 months, shares only.`.trim())).toBeInTheDocument();
  expect(judged.queryByRole('img', { name: /of 5 stars/ }) !== null).toBe(starred);
});

test('filters and order stand in the address and are asked of the server; the order of its answer stays', async () => {
  const { user, asked } = open('/expert-store?sort=name');
  await card('Ananya');
  await user.selectOptions(screen.getByLabelText('Sector'), 'IT');
  await user.type(screen.getByLabelText('Name, number or city'), 'rao');
  await waitFor(() => expect(location.search).toBe('?q=rao&sector=IT&sort=name'));
  expect(asked().at(-1)).toEqual({ query: { q: 'rao', sector: 'IT', sort: 'name' } });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Ananya Rao-Kulkarni', 'Priyanka Meher']);
});

test('on a phone the search stands alone, and the other filters are behind one button that counts them', async () => {
  const { user } = open('/expert-store?sector=IT&sort=name');
  await card('Ananya');
  const filters = screen.getByRole('button', { name: 'Filters, 2 active', hidden: true });
  expect(filters).toHaveAttribute('aria-expanded', 'false');
  await user.click(filters);
  expect(filters).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(location.search).toBe('');
});

test('an expert is followed from the card', async () => {
  const { user, host } = open('/expert-store');
  const button = (await card('Ananya')).getByRole('button', { name: /^Follow(ing)? Ananya Rao-Kulkarni/ });
  await user.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(host.calls.filter(({ route }) => route === follow)).toHaveLength(1);
});

test('where no figure may be shown, none is, and no order by score is offered', async () => {
  open('/expert-store', [reply(readExpertStore, aStore([aStoredExpert({ record: null })], { allowed: false, mode: 'client_request' }))]);
  expect((await card('Ananya')).queryByText(/Guessing|calls gained/)).not.toBeInTheDocument();
  expect(screen.queryByRole('option', { name: 'Score' })).not.toBeInTheDocument();
});

test('an address with an order that is not allowed says so and leads on', async () => {
  const { user, host } = open('/expert-store?sort=score', [refuse(readExpertStore, 'PERF_NOT_ALLOWED', 'Past performance is not shown here.')]);
  expect(await screen.findByText('Experts are not ranked here')).toBeInTheDocument();
  host.answer(reply(readExpertStore, aStore(TWO)));
  await user.click(screen.getByRole('button', { name: 'Show them shuffled' }));
  await card('Ananya');
});

test('no expert matches: the filters can be cleared', async () => {
  const { user } = open('/expert-store?term=longTerm', [reply(readExpertStore, aStore([]))]);
  await screen.findByText('No expert matches these filters');
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)!);
  expect(location.search).toBe('');
});

test('S2.2-ROUTE-12: visitors read of the experts and of the method, and a name says that it leads to the record by the login', async () => {
  open('/performers', [], true);
  const judged = await card('Ananya');
  const link = judged.getByRole('link', { name: /^Ananya Rao-Kulkarni ?, log in to see the record$/ });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/expert-dashboard\?user_id=/));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Experts');
  expect(screen.getByText('Press a name to log in and see that expert’s record.')).toBeInTheDocument();
  expect(judged.queryByRole('button', { name: /Follow/ })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'How results are counted' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Followed' })).not.toBeInTheDocument();
});

test('of two quick presses the last is what is stored, and both are sent in their order', async () => {
  const answers: (() => void)[] = [];
  const { user, host } = open('/expert-store', [
    reply(follow, async ({ body }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { following: body.on };
    }),
  ]);
  const button = (await card('Ananya')).getByRole('button', { name: /^Follow(ing)? Ananya Rao-Kulkarni/ });
  const sent = () => host.calls.filter(({ route }) => route === follow).map(({ input }) => (input.body as { on: boolean }).on);
  await user.click(button);
  await user.click(button);
  expect(sent()).toEqual([true]);
  await act(async () => answers[0]!());
  await waitFor(() => expect(sent()).toEqual([true, false]));
  await act(async () => answers[1]!());
  expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('after a follow whose answer was lost the server is asked what stands', async () => {
  const { user, host, asked } = open('/expert-store', [refuse(follow, 'BAD_ANSWER', 'We can’t read the answer.')]);
  const button = (await card('Ananya')).getByRole('button', { name: /^Follow(ing)? Ananya Rao-Kulkarni/ });
  const before = asked().length;
  host.answer(reply(readExpertStore, aStore([aStoredExpert({ following: true }), TWO[1]!])));
  await user.click(button);
  await waitFor(() => expect(asked().length).toBeGreaterThan(before));
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
});
