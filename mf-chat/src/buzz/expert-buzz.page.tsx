import { css } from '@emotion/react';
import { readFeed } from '@vimarsh/shared/contract/buzz/routes.ts';
import type { FEED_TABS } from '@vimarsh/shared/contract/buzz/types.ts';
import { EXPERT_BUZZ, MY_POSTS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { EXPERT_STORE } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate, useParams, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { BannerSlides } from './banner-slides.tsx';
import { PostCard } from './post-card.tsx';
import { useMore } from './use-more.ts';

type Tab = (typeof FEED_TABS)[number];

const PostPage = part({
  what: 'The post',
  load: () => import('./post.panel.tsx').then(({ PostPage }) => PostPage),
  placeholder: <SkeletonRows rows={3} height={160} screen />,
});
const NewPost = part({ what: 'The form', load: () => import('./new-post.panel.tsx').then(({ NewPost }) => NewPost) });
const StockPick = part({ what: 'The search', load: () => import('./stock-pick.panel.tsx').then(({ StockPick }) => StockPick) });

const columnsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  ${media.chat} {
    grid-template-columns: minmax(0, 760px) minmax(200px, 280px);
    gap: var(--s-24);
    align-items: start;
  }
`;
const columnCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  max-width: 760px;
`;
const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  margin: 0;
  padding: 0;
  list-style: none;
`;
const asideCss = css`
  display: grid;
  gap: var(--s-16);
  color: var(--ink-2);
  font-size: var(--t-13);
  & h2 {
    margin-bottom: var(--s-8);
    color: var(--ink);
    font-size: var(--t-14);
  }
  & ul {
    display: grid;
    gap: var(--s-4);
    padding-left: var(--s-16);
  }
`;
const chipsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
const TABS = [
  { value: 'following', label: 'Following' },
  { value: 'all', label: 'All' },
  { value: 'symbol', label: 'By symbol' },
] as const;
const isTab = (word: string | null): word is Tab => TABS.some(({ value }) => value === word);
const feedAddress = (tab: Tab, symbol = ''): string =>
  tab === 'all' ? EXPERT_BUZZ : `${EXPERT_BUZZ}?tab=${tab}${symbol && `&symbol=${encodeURIComponent(symbol)}`}`;

/** Posts of experts (S1-FEAT-01, S2.1-ROUTE-21); with a post in the path, that one and its comments (S2.1-PARAM-12). */
export function Page() {
  const { post_id } = useParams();
  const { environment } = useSession();
  return (
    <Screen title="Expert Buzz">
      {environment && !post_id && <BannerSlides environment={environment} />}
      {post_id ? <PostPage key={post_id} post={post_id} /> : <Feed />}
    </Screen>
  );
}

function Feed() {
  const { query } = usePath();
  const word = query.get('tab');
  const tab = isTab(word) ? word : 'all';
  const symbol = tab === 'symbol' ? (query.get('symbol') ?? '') : '';
  const choosing = tab === 'symbol' && !symbol;
  const input = { query: { tab: choosing ? ('all' as const) : tab, ...(symbol && { symbol }) } };
  const { data, error, refetch, stale, asOf } = useQuery(readFeed, input, { shown: true });
  return (
    <div css={columnsCss}>
      <div css={columnCss}>
        {data?.rights.post && <NewPost />}
        <Tabs label="Posts" panelId="buzz" items={TABS} value={tab} onChange={(value) => navigate(feedAddress(value), { replace: true })} />
        <TabPanel id="buzz" value={tab}>
          <div css={columnCss}>
            {tab === 'symbol' && (
              <StockPick label="Posts on which stock?" value={symbol} onChange={(chosen) => navigate(feedAddress('symbol', chosen), { replace: true })} />
            )}
            {stale && error && asOf && <StaleBadge asOf={asOf} />}
            {choosing ? null : data && !(stale && !error) ? (
              <Posts key={`${tab} ${symbol}`} feed={data} input={input.query} />
            ) : error ? (
              <ErrorState what="the posts" error={error} onRetry={refetch} />
            ) : (
              <SkeletonRows rows={4} height={200} screen />
            )}
          </div>
        </TabPanel>
      </div>
      <aside css={asideCss} aria-label="About Expert Buzz">
        {data && data.tags.length > 0 && (
          <section>
            <h2>Stocks of the week</h2>
            <div css={chipsCss}>
              {data.tags.map((tag) => (
                <Chip key={tag.symbol} pressed={tag.symbol === symbol} onPress={() => navigate(feedAddress('symbol', tag.symbol))}>
                  {tag.symbol}
                </Chip>
              ))}
            </div>
          </section>
        )}
        <section>
          <h2>Rules</h2>
          <ul>
            <li>Only experts with a registration in force post here.</li>
            <li>Price targets belong in published calls, where they are recorded and measured.</li>
            <li>No contacts, no payment details, no promises.</li>
            <li>Education and opinion, not personal advice.</li>
          </ul>
        </section>
        <Link to={MY_POSTS}>My posts, saved and commented</Link>
      </aside>
    </div>
  );
}

type FeedPage = NonNullable<ReturnType<typeof useQuery<typeof readFeed>>['data']>;

function Posts({ feed, input }: { feed: FeedPage; input: { tab: Tab; symbol?: string } }) {
  const { send } = useRequest(readFeed);
  const { items, more, busy } = useMore(
    { items: feed.posts, next: feed.next },
    ({ id }) => id,
    async (after) => {
      const { data } = await send({ query: { ...input, after } });
      return data && { items: data.posts, next: data.next };
    },
  );
  if (items.length === 0)
    return input.tab === 'following' ? (
      <EmptyState
        title="No post of experts you follow."
        text="Follow experts, and what they write appears here."
        action={
          <Link css={buttonCss('primary')} to={EXPERT_STORE}>
            Experts
          </Link>
        }
      />
    ) : (
      <EmptyState
        title={input.symbol ? `No post on ${input.symbol} yet.` : 'No post yet.'}
        text="What experts write appears here, the latest first."
        action={
          input.symbol && (
            <Link css={buttonCss('quiet')} to={EXPERT_BUZZ}>
              All posts
            </Link>
          )
        }
      />
    );
  return (
    <>
      <ul css={listCss} aria-label="Posts">
        {items.map((post) => (
          <li key={post.id}>
            <PostCard post={post} mayLike={feed.rights.like} />
          </li>
        ))}
      </ul>
      {more && (
        <Button onClick={more} busy={busy}>
          More posts
        </Button>
      )}
    </>
  );
}
