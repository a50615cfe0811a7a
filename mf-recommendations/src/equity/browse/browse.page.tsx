import { css } from '@emotion/react';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/tabs.tsx';
import { useCallback, useMemo } from 'react';
import { CallList } from '../../call/call-list.tsx';
import { CallListSkeleton } from '../../call/call-list-skeleton.tsx';
import { useCallPages } from '../../call/call-pages.ts';
import { useFollowing } from '../../call/follow.ts';
import { FollowButton } from '../../call/follow-button.tsx';
import { LazyCallDrawer } from '../../call/lazy-drawer.tsx';
import { TERM_LABEL } from '../../call/words.ts';
import { type BrowseView, cleared, defaultPeriod, filterCount, listQuery, parseView, viewUrl } from './browse-url.ts';
import { Filters } from './filters.tsx';

const panelCss = css`
  display: grid;
  gap: var(--s-16);
`;
const PANEL = 'calls-panel';
const TABS = [
  { value: 'live', label: 'Live' },
  { value: 'past', label: 'Past' },
] as const;

/** `/experts-past-recommendations/:stock_id?/:user_id?/:sector?/:cap?`: live and past calls of all experts (S2.1-ROUTE-14). */
export function Page() {
  const { path, query } = usePath();
  const view = useMemo(() => parseView(path, query), [path, query]);
  const { request, user } = useSession();
  const following = useFollowing();
  const sectors = useSectors();

  const listRequest = useMemo(() => listQuery(view), [view]);
  const pages = useCallPages(listRequest && JSON.stringify(listRequest), (page, signal) =>
    request(listCalls, { query: { ...listRequest, ...page } }, { signal, quiet: true }),
  );
  const { refetch } = pages;

  const go = useCallback((patch: Partial<BrowseView>, replace = false) => navigate(viewUrl({ ...view, ...patch }), { replace }), [view]);
  const open = useCallback((id: string) => go({ reco: id }, true), [go]);
  const switchTab = (tab: BrowseView['tab']) => go({ tab, status: '', sort: 'newest', period: defaultPeriod(tab), reco: '' });
  const clear = () => navigate(viewUrl(cleared(view)));
  const followButton = (expert: Call['expert'], compact: boolean) =>
    expert.user_id === user?.id ? null : (
      <FollowButton compact={compact} name={expert.full_name} following={following.follows(expert.user_id)} onToggle={() => following.toggle(expert.user_id)} />
    );

  return (
    <Frame title="Experts’ calls" actions={pages.failed && pages.data && <StaleBadge asOf={pages.data.as_of} />}>
      <Tabs label="Live or past calls" items={TABS} value={view.tab} onChange={switchTab} panelId={PANEL} />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={panelCss}>
          <Filters view={view} onChange={(patch) => go({ ...patch, reco: '' })} onClear={clear} experts={following.experts} sectors={sectors} />
          {pages.data && (pages.data.items.length > 0 || pages.data.locked_count > 0) ? (
            <CallList
              label={view.tab === 'live' ? 'Live calls' : 'Past calls'}
              page={pages.data}
              settled={view.tab === 'past'}
              to={(id) => viewUrl({ ...view, reco: id })}
              openId={view.reco}
              onOpen={open}
              action={(call) => followButton(call.expert, true)}
              more={pages.more}
              onMore={pages.showMore}
            />
          ) : pages.data || listRequest === null ? (
            <Nothing view={view} onClear={clear} onAllTerms={() => go({ term: 'all' })} />
          ) : pages.failed ? (
            <ErrorState what="the calls" onRetry={refetch} requestId={pages.failed.requestId} />
          ) : (
            <CallListSkeleton />
          )}
        </div>
      </TabPanel>
      <DisclosureStrip />
      {view.reco && <LazyCallDrawer id={view.reco} onClose={() => go({ reco: '' }, true)} action={(call) => followButton(call.expert, false)} />}
    </Frame>
  );
}

function Nothing({ view, onClear, onAllTerms }: { view: BrowseView; onClear: () => void; onAllTerms: () => void }) {
  if (filterCount(view) > 0)
    return <EmptyState title="No calls match these filters" text="Take a filter away to see more." action={<Button onClick={onClear}>Clear filters</Button>} />;
  const what = `${view.tab} ${view.term === 'all' ? '' : `${TERM_LABEL[view.term].name.toLowerCase()} `}calls`;
  return (
    <EmptyState
      title={`No ${what} now`}
      text={view.tab === 'live' ? 'A call appears here the moment an expert publishes it.' : 'A call appears here once the price closes it.'}
      action={view.term !== 'all' && <Button onClick={onAllTerms}>Show all terms</Button>}
    />
  );
}

/** The sectors of the listed stocks, in alphabetical order. */
function useSectors(): readonly string[] {
  const { data } = useQuery(searchInstruments, { query: { search: '', limit: '100' } });
  return useMemo(() => [...new Set((data ?? []).filter((stock) => stock.kind === 'equity').map((stock) => stock.sector))].sort(), [data]);
}
