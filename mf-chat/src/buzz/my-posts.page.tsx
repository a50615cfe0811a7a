import { css } from '@emotion/react';
import { listCommentedPosts, listOwnPosts, listSavedPosts } from '@vimarsh/shared/contract/buzz/routes.ts';
import { POST_STATUSES, type PostStatus } from '@vimarsh/shared/contract/buzz/types.ts';
import { buzzPostAddress, EXPERT_BUZZ, MY_POSTS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import type { ReactNode } from 'react';
import { STATUS_WORDS } from './buzz-words.ts';
import { OwnPostCard } from './own-post.tsx';
import { cardCss, PostCard, smallCss, textCss } from './post-card.tsx';
import { type More, useMore } from './use-more.ts';

const columnCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  max-width: 760px;
  padding-top: var(--s-12);
`;
const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  margin: 0;
  padding: 0;
  list-style: none;
`;

type Tab = PostStatus | 'saved' | 'commented';
const READER_TABS = [
  { value: 'saved', label: 'Saved' },
  { value: 'commented', label: 'Commented' },
] as const;

const EMPTY_WORDS: Readonly<Record<PostStatus, string>> = {
  draft: 'No draft.',
  scheduled: 'Nothing is scheduled.',
  live: 'No post is live.',
  under_review: 'No post is under review.',
  removed: 'No post was removed.',
};

const TO_BUZZ = (
  <Link css={buttonCss('primary')} to={EXPERT_BUZZ}>
    Expert Buzz
  </Link>
);

/** An author’s posts by their state, and what a member saved and commented on (S2.1-ROUTE-22). */
export function Page() {
  const { user } = useSession();
  const { query } = usePath();
  if (!user) return <Screen title="My posts">{null}</Screen>;
  const isExpert = user.profession !== '' && user.profession !== 'Retail Investor';
  return (
    <Screen title="My posts">
      <Desk word={query.get('tab') ?? ''} isExpert={isExpert} />
    </Screen>
  );
}

function Desk({ word, isExpert }: { word: string; isExpert: boolean }) {
  const counts = useQuery(listOwnPosts, { query: {} }, { enabled: isExpert, shown: true }).data?.counts;
  const own = isExpert ? POST_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value], ...(counts && { count: counts[value] }) })) : [];
  const items: readonly { value: Tab; label: string; count?: number }[] = [...own, ...READER_TABS];
  const tab = items.find(({ value }) => value === word)?.value ?? (isExpert ? 'live' : 'saved');
  return (
    <>
      <Tabs label="My posts" panelId="my-posts" items={items} value={tab} onChange={(value) => navigate(`${MY_POSTS}?tab=${value}`, { replace: true })} />
      <TabPanel id="my-posts" value={tab}>
        <div css={columnCss} key={tab}>
          {tab === 'saved' ? <Saved /> : tab === 'commented' ? <Commented /> : <Own status={tab} />}
        </div>
      </TabPanel>
    </>
  );
}

type Loaded<R extends Parameters<typeof useQuery>[0]> = NonNullable<ReturnType<typeof useQuery<R>>['data']>;

function Own({ status }: { status: PostStatus }) {
  const { data, error, refetch } = useQuery(listOwnPosts, { query: { status } }, { shown: true });
  if (!data) return error ? <ErrorState what="your posts" error={error} onRetry={refetch} /> : <SkeletonRows rows={3} height={160} screen />;
  return <OwnList status={status} page={data} />;
}

function OwnList({ status, page }: { status: PostStatus; page: Loaded<typeof listOwnPosts> }) {
  const { send } = useRequest(listOwnPosts);
  const list = useMore(
    { items: page.posts, next: page.next },
    ({ post }) => post.id,
    async (after) => {
      const { data } = await send({ query: { status, after } });
      return data && { items: data.posts, next: data.next };
    },
  );
  if (list.items.length === 0)
    return (
      <EmptyState
        title={EMPTY_WORDS[status]}
        text={page.rights.post ? 'Posts are written in Expert Buzz.' : 'Posts need a registration in force.'}
        action={TO_BUZZ}
      />
    );
  return (
    <>
      {page.rights.post && (
        <p css={smallCss}>{page.left_today === 1 ? '1 more post can go live today.' : `${page.left_today} more posts can go live today.`}</p>
      )}
      <Listed label="My posts" list={list} idOf={({ post }) => post.id} row={(own) => <OwnPostCard own={own} />} />
    </>
  );
}

function Saved() {
  const { data, error, refetch } = useQuery(listSavedPosts, { query: {} }, { shown: true, fresh: 0 });
  if (!data) return error ? <ErrorState what="what you saved" error={error} onRetry={refetch} /> : <SkeletonRows rows={3} height={160} screen />;
  return <SavedList page={data} />;
}

function SavedList({ page }: { page: Loaded<typeof listSavedPosts> }) {
  const { send } = useRequest(listSavedPosts);
  const list = useMore(
    { items: page.posts, next: page.next },
    ({ id }) => id,
    async (after) => {
      const { data } = await send({ query: { after } });
      return data && { items: data.posts, next: data.next };
    },
  );
  if (list.items.length === 0) return <EmptyState title="Nothing saved yet." text="Press the bookmark at a post, and it stays here." action={TO_BUZZ} />;
  return <Listed label="Saved posts" list={list} idOf={({ id }) => id} row={(post) => <PostCard post={post} mayLike />} />;
}

function Commented() {
  const { data, error, refetch } = useQuery(listCommentedPosts, { query: {} }, { shown: true, fresh: 0 });
  if (!data) return error ? <ErrorState what="your comments" error={error} onRetry={refetch} /> : <SkeletonRows rows={3} height={160} screen />;
  return <CommentedList page={data} />;
}

function CommentedList({ page }: { page: Loaded<typeof listCommentedPosts> }) {
  const { send } = useRequest(listCommentedPosts);
  const list = useMore(
    { items: page.items, next: page.next },
    ({ comment }) => comment.id,
    async (after) => {
      const { data } = await send({ query: { after } });
      return data && { items: data.items, next: data.next };
    },
  );
  if (list.items.length === 0) return <EmptyState title="No comment yet." text="What you write below posts stands here, with the post." action={TO_BUZZ} />;
  return (
    <Listed
      label="My comments"
      list={list}
      idOf={({ comment }) => comment.id}
      row={({ post, comment }) => (
        <article css={cardCss}>
          <p css={smallCss}>
            <Link to={`${buzzPostAddress(post.id)}#comments`}>{`Post of ${post.author.full_name}`}</Link> · {formatIst(comment.at)}
          </p>
          {comment.removed ? (
            <p css={smallCss}>{comment.removed.by === 'author' ? 'You took this comment away.' : 'A moderator removed this comment.'}</p>
          ) : (
            <p css={textCss} dir="auto" translate="no">
              {comment.text}
            </p>
          )}
        </article>
      )}
    />
  );
}

interface ListedProps<T> {
  label: string;
  list: More<T>;
  idOf: (item: T) => string;
  row: (item: T) => ReactNode;
}

function Listed<T>({ label, list: { items, more, busy }, idOf, row }: ListedProps<T>) {
  return (
    <>
      <ul css={listCss} aria-label={label}>
        {items.map((item) => (
          <li key={idOf(item)}>{row(item)}</li>
        ))}
      </ul>
      {more && (
        <Button onClick={more} busy={busy}>
          Show more
        </Button>
      )}
    </>
  );
}
