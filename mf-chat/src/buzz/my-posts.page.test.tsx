import { webcrypto } from 'node:crypto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { appealRemoval, editPost, listCommentedPosts, listOwnPosts, listSavedPosts, publishPost, withdrawPost } from '@vimarsh/shared/contract/buzz/routes.ts';
import type { OwnPost, PostStatus } from '@vimarsh/shared/contract/buzz/types.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from './my-posts.page.tsx';
import { ALL_RIGHTS, aComment, aMember, aPost } from './post.testing.ts';

beforeEach(() => void vi.stubGlobal('crypto', webcrypto));
afterEach(() => void vi.unstubAllGlobals());

const expert = { ...aMember, profession: 'Analyst' as const };
const COUNTS: Record<PostStatus, number> = { draft: 1, scheduled: 0, live: 2, under_review: 0, removed: 1 };
const desk = (posts: readonly OwnPost[]) => ({ posts: [...posts], next: null, counts: COUNTS, rights: ALL_RIGHTS, left_today: 19 });
const own = (change: Partial<OwnPost['post']> = {}, appeal: OwnPost['appeal'] = null): OwnPost => ({
  post: aPost({ mine: { author: true, liked: false, saved: false, reported: false }, ...change }),
  reports: 0,
  appeal,
});

function show(path: string, answers: NonNullable<FakeHostOptions['answers']>, user: typeof aMember | typeof expert = expert) {
  const host = fakeHost({ path, snapshot: { signedIn: true, user }, answers });
  return { host, ...render(<Page />, { wrapper: host.Wrapper }) };
}
const bodies = (host: ReturnType<typeof fakeHost>, route: object) =>
  host.calls.filter((call) => call.route === route).map(({ input }) => (input as { body?: object }).body);

test('an author’s posts stand by their state, with counts (S2.1-ROUTE-22)', async () => {
  const { host } = show('/my-posts', [reply(listOwnPosts, desk([own()]))]);
  expect(await screen.findByText('Margins matter more than sales.')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Draft1',
      'Scheduled0',
      'Live2',
      'Under review0',
      'Removed1',
      'Saved',
      'Commented',
    ]),
  );
  expect(screen.getByRole('tab', { name: /Live/ })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByText('19 more posts can go live today.')).toBeInTheDocument();
  expect(host.calls.map(({ input }) => (input as { query: object }).query)).toContainEqual({ status: 'live' });
  // A quarter of an hour is over, so the post can only be taken away.
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});

test('a live post is taken away with a reason, and changed within a quarter of an hour', async () => {
  const visitor = aUser();
  const post = own({ edit_until: '2026-11-20T05:15:00.000Z' });
  const { host } = show('/my-posts', [reply(listOwnPosts, desk([post])), reply(withdrawPost, post)]);
  expect(await screen.findByRole('button', { name: 'Change' })).toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Take away' }));
  const dialog = await screen.findByRole('dialog');
  await visitor.selectOptions(within(dialog).getByLabelText('Reason'), 'outdated');
  await visitor.click(within(dialog).getByRole('button', { name: 'Take it away' }));
  await waitFor(() => expect(bodies(host, withdrawPost)).toEqual([{ post: 'p1', reason: 'outdated' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a draft is published from the desk', async () => {
  const visitor = aUser();
  const draft = own({ status: 'draft', published_at: null, disclosure: '' });
  const { host } = show('/my-posts?tab=draft', [reply(listOwnPosts, desk([draft])), reply(publishPost, draft)]);
  await visitor.click(await screen.findByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(bodies(host, publishPost)).toEqual([{ post: 'p1' }]));
});

test('a scheduled post that is changed stays scheduled, and is published now only where its time is taken out', async () => {
  const visitor = aUser();
  const planned = own({ status: 'scheduled', published_at: null, scheduled_at: '2026-11-24T04:30:00.000Z', disclosure: '' });
  const { host } = show('/my-posts?tab=scheduled', [reply(listOwnPosts, desk([planned])), reply(editPost, planned), reply(publishPost, planned)]);
  await visitor.click(await screen.findByRole('button', { name: 'Change' }));
  const text = await screen.findByLabelText('Text');
  expect(screen.getByLabelText(/^Publish later/)).toHaveValue('2026-11-24T10:00');
  expect(screen.queryByRole('button', { name: /Publish post|Save draft/ })).toBeNull();
  await visitor.type(text, ' Much.');
  await visitor.click(screen.getByRole('button', { name: 'Save the change' }));
  await waitFor(() => expect(bodies(host, editPost)).toEqual([expect.objectContaining({ post: 'p1', text: 'Margins matter more than sales. Much.' })]));
  expect(bodies(host, publishPost)).toEqual([]);
  await visitor.click(await screen.findByRole('button', { name: 'Change' }));
  await visitor.clear(await screen.findByLabelText(/^Publish later/));
  await visitor.click(screen.getByRole('button', { name: 'Publish post' }));
  await waitFor(() => expect(bodies(host, publishPost)).toEqual([{ post: 'p1' }]));
});

test('a draft that the guard kept from going live says when and why', async () => {
  const unpublished = { at: '2026-11-24T04:30:00.000Z', kind: 'phone', sentence: 'Phone numbers stay out of posts.' };
  show('/my-posts?tab=draft', [reply(listOwnPosts, desk([{ ...own({ status: 'draft', published_at: null, disclosure: '' }), unpublished }]))]);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not published on 24 Nov 2026, 10:00 IST. Phone numbers stay out of posts.');
});

test('a removal is appealed against once, with reasons', async () => {
  const visitor = aUser();
  const removed = own(
    { status: 'removed', text: '', symbols: [], disclosure: '', removed: { by: 'moderator', reason: 'claim', at: '2026-11-20T07:00:00.000Z' } },
    { can: true, at: null, decision: '' },
  );
  const { host } = show('/my-posts?tab=removed', [reply(listOwnPosts, desk([removed])), refuse(appealRemoval, 'UNREACHABLE', '')]);
  expect(await screen.findByText('A promise or a false claim')).toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Appeal' }));
  const field = await screen.findByLabelText('Why should the post stand?');
  const send = () => visitor.click(screen.getByRole('button', { name: 'Send appeal' }));
  await visitor.enter(field, 'Too short');
  await send();
  expect(field).toHaveAccessibleDescription('Write at least 20 characters');
  expect(bodies(host, appealRemoval)).toEqual([]);
  await visitor.clear(field);
  await visitor.enter(field, 'Nothing is promised here, it explains margins.');
  await send();
  expect(await screen.findByText('Nothing was sent. Check your connection and try again.')).toBeInTheDocument();
  host.answer(reply(appealRemoval, { ...removed, appeal: { can: false, at: '2026-11-20T08:00:00.000Z', decision: '' } }));
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = bodies(host, appealRemoval);
  expect(second).toEqual(first);
});

test.each([
  ['', 'Your appeal waits for another moderator.'],
  ['upheld', 'Your appeal was heard: the removal stands.'],
] as const)('an appeal that is decided “%s” reads: %s', async (decision, words) => {
  const removed = { by: 'moderator', reason: 'claim', at: '2026-11-20T07:00:00.000Z' } as const;
  show('/my-posts?tab=removed', [reply(listOwnPosts, desk([own({ status: 'removed', removed }, { can: false, at: '2026-11-20T08:00:00.000Z', decision })]))]);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});

test('an investor has what they saved and commented on, and nothing of an author’s desk (S2.1-ROUTE-22)', async () => {
  const visitor = aUser();
  const { host } = show(
    '/my-posts',
    [
      reply(listSavedPosts, { posts: [aPost({ mine: { author: false, liked: false, saved: true, reported: false } })], next: null }),
      reply(listCommentedPosts, { items: [{ post: aPost(), comment: aComment({ mine: { author: true, reported: false } }) }], next: null }),
    ],
    aMember,
  );
  expect(await screen.findByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Saved', 'Commented']);
  await visitor.click(screen.getByRole('tab', { name: 'Commented' }));
  expect(await screen.findByText('And what of costs?')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Post of Lakshmi Rao' })).toHaveAttribute('href', '/expert-buzz/p1#comments');
  expect(host.calls.some(({ route }) => route === listOwnPosts)).toBe(false);
});

test('the desk has no fault of access', async () => {
  show('/my-posts', [reply(listOwnPosts, desk([own()]))]);
  await screen.findByText('Margins matter more than sales.');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
