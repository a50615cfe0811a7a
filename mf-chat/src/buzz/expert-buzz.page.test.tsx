import { webcrypto } from 'node:crypto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { createPost, likePost, listOwnPosts, publishPost, readFeed, readPost, reportBuzz, writeComment } from '@vimarsh/shared/contract/buzz/routes.ts';
import type { BuzzPost } from '@vimarsh/shared/contract/buzz/types.ts';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { readCallCards } from '@vimarsh/shared/contract/calls/cards.ts';
import { anOptionCall, anOptionPage } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { myOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { myCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from './expert-buzz.page.tsx';
import { ALL_RIGHTS, aComment, aMember, aPost, READER_RIGHTS } from './post.testing.ts';

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  localStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const feed = (posts: readonly BuzzPost[], next: string | null = null, rights = READER_RIGHTS) => ({
  posts: [...posts],
  next,
  open_part: false,
  rights,
  tags: [{ symbol: 'TCS', posts: 3 }],
});

function show(answers: FakeHostOptions['answers'], options: FakeHostOptions = {}) {
  const host = fakeHost({
    path: '/expert-buzz',
    pattern: '/expert-buzz/:post_id?',
    ...options,
    snapshot: { signedIn: true, user: aMember, ...options.snapshot },
    answers: [refuse(myCalls, 'FORBIDDEN', ''), refuse(listOwnPosts, 'FORBIDDEN', ''), ...(answers ?? [])],
  });
  return { host, ...render(<Page />, { wrapper: host.Wrapper }) };
}
const sent = (host: ReturnType<typeof fakeHost>, route: object) =>
  host.calls.filter((call) => call.route === route).map(({ input }) => input as { body?: Record<string, unknown>; query?: Record<string, unknown> });

test('a post says by whom, with the register number, when, on what, and its disclosure; a removed one keeps its place (S1-FEAT-01, S2.1-ROUTE-21)', async () => {
  const gone = aPost({
    id: 'p2',
    status: 'removed',
    text: '',
    symbols: [],
    disclosure: '',
    removed: { by: 'moderator', reason: 'tip', at: '2026-11-20T07:00:00.000Z' },
  });
  show([reply(readFeed, feed([aPost(), gone]))]);
  const [first, second] = within(await screen.findByRole('list', { name: 'Posts' })).getAllByRole('article');
  for (const words of ['Lakshmi Rao', 'Analyst', 'SEBI INH999900001', '20 Nov 2026', 'Margins matter more than sales.', 'Declares no conflict'])
    expect(first).toHaveTextContent(words);
  expect(within(first!).getByRole('link', { name: 'TCS' })).toHaveAttribute('href', '/stocks/TCS');
  expect(second).toHaveTextContent('A moderator removed this post. Reason: A tip outside of published calls.');
  expect(within(second!).queryByRole('button')).toBeNull();
});

test('further pages are asked for behind the last one, and a post on both is shown once (S2.1-ROUTE-21)', async () => {
  const visitor = aUser();
  const { host } = show([
    reply(readFeed, (input) =>
      (input as { query?: { after?: string } }).query?.after ? feed([aPost(), aPost({ id: 'p9', text: 'Older.' })]) : feed([aPost()], 'place'),
    ),
  ]);
  await visitor.click(await screen.findByRole('button', { name: 'More posts' }));
  expect(await screen.findByText('Older.')).toBeInTheDocument();
  expect(screen.getAllByText('Margins matter more than sales.')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'More posts' })).toBeNull();
  expect(sent(host, readFeed).at(-1)!.query).toEqual({ tab: 'all', after: 'place' });
});

test('a like stands at once, and is taken back where the server refuses it', async () => {
  const visitor = aUser();
  const { host } = show([reply(readFeed, feed([aPost()])), refuse(likePost, 'RATE', 'Too fast.')]);
  await visitor.click(await screen.findByRole('button', { name: 'Like, 2 likes' }));
  const back = await screen.findByRole('button', { name: 'Like, 2 likes' });
  expect(back).toHaveAttribute('aria-pressed', 'false');
  host.answer(reply(likePost, { post: 'p1', on: true, likes: 3, saves: 0 }));
  await visitor.click(back);
  expect(await screen.findByRole('button', { name: 'Like, 3 likes' })).toHaveAttribute('aria-pressed', 'true');
  expect(sent(host, likePost).map(({ body }) => body)).toEqual([
    { post: 'p1', on: true },
    { post: 'p1', on: true },
  ]);
});

test('a report has a reason, and is said at the post afterwards', async () => {
  const visitor = aUser();
  const { host } = show([reply(readFeed, feed([aPost()])), reply(reportBuzz, { report: 'r1', at: '2026-11-20T07:00:00.000Z' })]);
  await visitor.click(await screen.findByRole('button', { name: 'Report' }));
  const dialog = await screen.findByRole('dialog');
  await visitor.selectOptions(within(dialog).getByLabelText('What is wrong'), 'claim');
  await visitor.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('Reported')).toBeInTheDocument();
  expect(sent(host, reportBuzz)[0]!.body).toMatchObject({ kind: 'post', target: 'p1', reason: 'claim' });
});

test('the address of a post opens that post with its comments, answers below what they answer (S2.1-PARAM-12)', async () => {
  const visitor = aUser();
  const answer = aComment({
    id: 'c2',
    parent: 'c1',
    text: 'They fell.',
    author: { user_id: 'exp_01', name: 'Lakshmi Rao', category: 'Analyst', verified: true, picture: '' },
  });
  const detail = { post: aPost({ id: '7' }), versions: [], comments: [aComment({ post: '7' }), answer], next: null, open_part: false, rights: READER_RIGHTS };
  const { host } = show([reply(readPost, detail), refuse(writeComment, 'BUZZ_BLOCKED', 'Telephone numbers are not allowed here.')], { path: '/expert-buzz/7' });
  const list = await screen.findByRole('list', { name: 'Comments' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.dataset.answer),
  ).toEqual([undefined, '']);
  expect(within(list).getAllByRole('button', { name: /^Answer / })).toHaveLength(1);
  expect(host.calls.some(({ route }) => route === readFeed)).toBe(false);

  await visitor.enter(screen.getByLabelText('Your comment'), 'Call me');
  await visitor.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect(screen.getByLabelText('Your comment')).toHaveAccessibleDescription('Telephone numbers are not allowed here.'));
  expect(screen.getByLabelText('Your comment')).toHaveValue('Call me');
  await visitor.click(screen.getByRole('button', { name: 'Comment' }));
  const bodies = sent(host, writeComment).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
});

test('a post that is not there says so and leads to all (S2.1-PARAM-12)', async () => {
  show([refuse(readPost, 'NOT_FOUND', 'Not found')], { path: '/expert-buzz/nowhere' });
  expect(await screen.findByText('This post is not here.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'All posts' })).toHaveAttribute('href', '/expert-buzz');
});

test('comments without a plan are read, and what opens writing is said', async () => {
  const detail = { post: aPost(), versions: [], comments: [aComment()], next: null, open_part: false, rights: { post: false, comment: false, like: true } };
  show([reply(readPost, detail)], { path: '/expert-buzz/p1' });
  expect(await screen.findByText('And what of costs?')).toBeInTheDocument();
  expect(screen.getByText('You can read comments. Writing them is part of every paid plan.')).toBeInTheDocument();
  expect(screen.queryByLabelText('Your comment')).toBeNull();
});

test('only authors write; a refused tip leads to publishing, and the text survives a reload', async () => {
  const visitor = aUser();
  const expert = { ...aMember, profession: 'Analyst' as const };
  const blocked = refuse(createPost, 'BUZZ_BLOCKED', 'A tip belongs in a published call.', {
    problems: Object.entries({
      tip: 'A tip belongs in a published call.',
      'tip.symbol': 'TCS',
      'tip.call_type': 'Buy',
      'tip.entry_low': '3000',
      'tip.target': '3300',
    }).map(([path, message]) => ({ path, message })),
  });
  const answers = [reply(readFeed, feed([], null, ALL_RIGHTS)), blocked];
  const first = show(answers, { snapshot: { user: expert } });
  await visitor.click(await screen.findByRole('button', { name: 'Write a post' }));
  await visitor.enter(await screen.findByLabelText('What do you want to explain?'), 'Buy TCS at 3000, target 3300');
  await visitor.click(screen.getByRole('button', { name: 'Publish post' }));
  expect(await screen.findByText('A tip belongs in a published call.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Publish it as a call' })).toHaveAttribute(
    'href',
    '/upload-recommendation/TCS?call_type=Buy&entry_low=3000&target=3300&entry_mode=limit',
  );
  first.unmount();

  const second = show(answers, { snapshot: { user: expert } });
  await visitor.click(await screen.findByRole('button', { name: 'Write a post' }));
  const field = await screen.findByLabelText('What do you want to explain?');
  expect(field).toHaveValue('Buy TCS at 3000, target 3300');
  await visitor.clear(field);
  await visitor.enter(field, 'Margins matter.');
  const own = { post: aPost({ id: 'p5', status: 'draft' as const }), reports: 0, appeal: null };
  second.host.answer(reply(createPost, own), reply(publishPost, own));
  await visitor.click(screen.getByRole('button', { name: 'Publish post' }));
  await waitFor(() => expect(sent(second.host, publishPost).map(({ body }) => body)).toEqual([{ post: 'p5' }]));
  expect(await screen.findByRole('button', { name: 'Write a post' })).toBeInTheDocument();
});

test('readers are not offered to write', async () => {
  show([reply(readFeed, feed([aPost()]))]);
  await screen.findByText('Margins matter more than sales.');
  expect(screen.queryByRole('button', { name: 'Write a post' })).toBeNull();
});

test('the partner’s banner stands above the posts, with words for who can’t see it (S3-ENV-27)', async () => {
  show([reply(readFeed, feed([]))], { snapshot: { environment: { utm_source: 'neem', expertBuzzSlidingBanner: '/banner.png' } as never } });
  expect(await screen.findByRole('img', { name: 'Expert Buzz at neem' })).toHaveAttribute('src', '/banner.png');
});

test('nobody followed has posted: the next step is there', async () => {
  const { host } = show([reply(readFeed, feed([]))], { path: '/expert-buzz?tab=following' });
  expect(await screen.findByText('No post of experts you follow.')).toBeInTheDocument();
  expect(sent(host, readFeed)[0]!.query).toEqual({ tab: 'following' });
});

test('the screens have no fault of access', async () => {
  const faults = async () => {
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };
  const { unmount } = show([reply(readFeed, feed([aPost()], null, ALL_RIGHTS))]);
  await screen.findByText('Margins matter more than sales.');
  expect(await faults()).toEqual([]);
  unmount();
  show([reply(readPost, { post: aPost(), versions: [], comments: [aComment()], next: null, open_part: false, rights: READER_RIGHTS })], {
    path: '/expert-buzz/p1',
  });
  await screen.findByText('And what of costs?');
  expect(await faults()).toEqual([]);
});

test('calls of posts come with the feed and are asked for no more; one that changes is read anew, all in view in one request after a gap', async () => {
  const asked: string[] = [];
  const now = { status: 'active' as const };
  const call = (id: string, change: object = {}) => ({ id, card: aCall({ id, ...now, ...change }), refused: '' as const });
  const { host } = show([
    reply(readFeed, feed([aPost({ call: call('a') }), aPost({ id: 'p2', call: call('b', { stock: 'INFY' }) })])),
    reply(readCallCards, ({ query }) => {
      const { ids } = query as unknown as { ids: string };
      asked.push(ids);
      return { cards: ids.split(',').map((id) => call(id, id === 'a' ? { status: 'sl_hit' } : { stock: 'INFY' })) };
    }),
  ]);
  await screen.findByRole('link', { name: /INFY/ });
  expect(asked).toEqual([]);
  host.callChanged('a');
  expect(await screen.findByText('Stop-loss reached', undefined, { timeout: 3000 })).toBeInTheDocument();
  expect(asked).toEqual(['a']);
  host.callChanged(null);
  await waitFor(() => expect(asked.map((ids) => ids.split(',').length)).toEqual([1, 2]), { timeout: 3000 });
});

test('an author attaches a call on options as one on shares', async () => {
  const author = aUser();
  const { host } = show([
    reply(readFeed, feed([], null, ALL_RIGHTS)),
    reply(myCalls, aPage([aCall({ id: 'share', stock: 'TCS', call_type: 'Buy' })])),
    reply(myOptionCalls, anOptionPage([anOptionCall({ id: 'contract', underlying: 'NIFTY' })])),
    refuse(createPost, 'BUZZ_BLOCKED', 'Not so.'),
  ]);
  await author.click(await screen.findByRole('button', { name: 'Write a post' }));
  const choice = await screen.findByLabelText('Attach a published call');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['None', expect.stringMatching(/^NIFTY /), 'Buy TCS']);
  await author.selectOptions(choice, 'contract');
  await author.type(screen.getByLabelText('What do you want to explain?'), 'What time costs.');
  await author.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent(host, createPost)[0]!.body).toMatchObject({ call_id: 'contract' }));
});
