import { css } from '@emotion/react';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { COUNT_CEILING } from '@vimarsh/shared/contract/calls/types.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { LITE_VIEW, SPLIT_VIEW } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { answeredEarly, askEarly, earlyAnswer } from '@vimarsh/shared/kit/query/early.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSeen } from '@vimarsh/shared/kit/query/seen.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { EverythingLink } from '@vimarsh/shared/ui/calls/everything-link.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { KeptNote } from '@vimarsh/shared/ui/page/kept-note.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFollowing } from '../../call/follow/follow.ts';
import { FollowExpert } from '../../call/follow/follow-expert.tsx';
import { FIRST_ROWS, useCallPages } from '../../call/list/call-pages.ts';
import { LazyCallDrawer } from '../drawer/lazy-call-drawer.tsx';
import { CallList } from '../list/call-list.tsx';
import { CallListSkeleton } from '../list/call-list-skeleton.tsx';
import { BROWSE_PATH, type BrowseView, cleared, DEFAULT_TERM, defaultPeriod, filterCount, listQuery, parseView, viewUrl, widerViews } from './browse-url.ts';
import { Filters } from './filters.tsx';

const panelCss = css`
  display: grid;
  gap: var(--s-16);
`;
const waysCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-16);
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
`;
const reasonCss = css`
  color: var(--ink-2);
`;
const PANEL = 'calls-panel';
const TABS = [
  { value: 'live', label: 'Live' },
  { value: 'past', label: 'Past' },
] as const;

/** Asks for the first rows while React starts. */
export async function early(): Promise<void> {
  const query = listQuery(parseView(location.pathname, new URLSearchParams(location.search)));
  if (query) await askEarly(listCalls, { query: { ...query, ...FIRST_ROWS } });
}

/** `/experts-past-recommendations/:stock_id?/:user_id?/:sector?/:cap?`: live and past calls of all experts (S2.1-ROUTE-14). */
export function Page() {
  const { path, query } = usePath();
  const view = useMemo(() => parseView(path, query), [path, query]);
  const session = useSessionApi();
  const following = useFollowing();
  const listRequest = useMemo(() => listQuery(view), [view]);
  const seen = useSeen(listCalls, { query: listRequest ?? {} });
  const pages = useCallPages(
    listRequest && JSON.stringify(listRequest),
    (page, signal) => {
      const input = { query: { ...listRequest, ...page } };
      return earlyAnswer(session, listCalls, input) ?? session.request(listCalls, input, { signal, quiet: true });
    },
    seen,
    listRequest && (() => answeredEarly(session, listCalls, { query: { ...listRequest, ...FIRST_ROWS } })),
    true,
  );
  const { refetch } = pages;
  const sectors = useSectors(pages.data !== null || pages.failed !== null || listRequest === null);
  const byResult = pages.data?.by_result ?? true;
  const headPressed = useRef(false);

  const go = useCallback((patch: Partial<BrowseView>, replace = false) => navigate(viewUrl({ ...view, ...patch }), { replace }), [view]);
  const open = useCallback((id: string) => go({ reco: id }, true), [go]);
  const switchTab = (tab: BrowseView['tab']) =>
    go({ tab, enter: tab === 'live' ? 'first' : '', term: DEFAULT_TERM, status: '', sort: 'newest', period: defaultPeriod(tab), reco: '' });
  const clear = () => navigate(viewUrl(cleared(view)));

  return (
    <Frame title="Experts’ calls" actions={pages.failed && pages.data && <StaleBadge asOf={pages.data.as_of} />}>
      <Tabs label="Live or past calls" items={TABS} value={view.tab} onChange={switchTab} panelId={PANEL} />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={panelCss}>
          <Filters
            view={view}
            entries={pages.data ?? {}}
            byResult={byResult}
            onChange={(patch) => go({ ...patch, reco: '' })}
            onClear={clear}
            experts={following.experts}
            sectors={sectors}
          />
          {view.stock && <EverythingLink symbol={view.stock} />}
          {view.enter === 'first' && pages.data?.entering === false && pages.data.items.length > 0 && (
            <p css={reasonCss}>No call can be entered as published now. Here are all that run.</p>
          )}
          {view.sort === 'result' && pages.data && <p css={reasonCss}>In the order of results before costs. Each row shows its result after costs.</p>}
          {pages.data && (pages.data.items.length > 0 || pages.data.locked_count > 0) ? (
            <CallList
              key={pages.turn}
              label={view.tab === 'live' ? 'Live calls' : 'Past calls'}
              page={pages.data}
              settled={view.tab === 'past'}
              to={(id) => viewUrl({ ...view, reco: id })}
              openId={view.reco}
              order={{ by: view.sort, byResult, onOrder: (sort) => go({ sort, reco: '' }), pressed: headPressed }}
              onOpen={open}
              action={({ expert }) => <FollowExpert compact expert={expert} following={following} />}
              more={pages.more}
              onMore={pages.showMore}
              ifAllLocked={
                <>
                  {!view.enter && view.term !== 'all' && <Button onClick={() => go({ term: 'all' })}>Show all terms</Button>}
                  <Button onClick={() => switchTab('past')}>See how calls ended</Button>
                </>
              }
              waiting={pages.waiting}
              onWaiting={pages.showWaiting}
            />
          ) : pages.data || listRequest === null ? (
            <Nothing
              view={view}
              onClear={clear}
              onAllTerms={() => go({ enter: '', term: 'all' })}
              onPast={() => switchTab('past')}
              onWithout={(wider) => navigate(viewUrl(wider))}
            />
          ) : pages.failed ? (
            <ErrorState what="the calls" onRetry={refetch} error={pages.failed} />
          ) : (
            <CallListSkeleton />
          )}
        </div>
      </TabPanel>
      <nav css={waysCss} aria-label="Other ways to see these calls">
        <Link to={SPLIT_VIEW + viewUrl({ ...view, cap: '', reco: '' }).slice(BROWSE_PATH.length)}>By stock, with all levels, and two calls side by side</Link>
        <Link to={LITE_VIEW}>As text, for a slow line</Link>
      </nav>
      <DisclosureStrip />
      {pages.kept && pages.data && <KeptNote asOf={pages.data.as_of} />}
      {view.reco && (
        <LazyCallDrawer id={view.reco} onClose={() => go({ reco: '' }, true)} action={({ expert }) => <FollowExpert expert={expert} following={following} />} />
      )}
    </Frame>
  );
}

interface NothingProps {
  view: BrowseView;
  onClear: () => void;
  onAllTerms: () => void;
  onPast: () => void;
  onWithout: (wider: BrowseView) => void;
}

function Nothing({ view, onClear, onAllTerms, onPast, onWithout }: NothingProps) {
  const offer = useWider(view);
  if (filterCount(view) > 0)
    return (
      <EmptyState
        title="No calls match these filters"
        text="Take a filter away to see more."
        action={
          <>
            {offer && (
              <Button kind="primary" onClick={() => onWithout(offer.view)}>
                {`Without “${offer.name}”: ${offer.total === 1 ? '1 call' : `${formatNumber(offer.total)}${offer.total >= COUNT_CEILING ? '+' : ''} calls`}`}
              </Button>
            )}
            <Button onClick={onClear}>Clear filters</Button>
          </>
        }
      />
    );
  if (view.enter === '1')
    return (
      <EmptyState
        title="No call can be entered as published now"
        text="A call stands here while its price is near enough to its entry."
        action={<Button onClick={onAllTerms}>Show all live calls</Button>}
      />
    );
  const what = `${view.tab} ${view.enter || view.term === 'all' ? '' : `${TERM_LABEL[view.term].name.toLowerCase().replace(' ', '-')} `}calls`;
  return (
    <EmptyState
      title={`No ${what} now`}
      text={view.tab === 'live' ? 'A call appears here the moment an expert publishes it.' : 'A call appears here once the price closes it.'}
      action={
        <>
          {!view.enter && view.term !== 'all' && <Button onClick={onAllTerms}>Show all terms</Button>}
          {view.tab === 'live' && <Button onClick={onPast}>See how calls ended</Button>}
        </>
      }
    />
  );
}

/** Of the filters of a view that finds nothing, the one without which most is found. */
function useWider(view: BrowseView): { name: string; view: BrowseView; total: number } | null {
  const { request } = useSessionApi();
  const address = viewUrl(view);
  const [offer, setOffer] = useState<{ for: string; name: string; view: BrowseView; total: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the view.
  useEffect(() => {
    const aborter = new AbortController();
    const ask = widerViews(view).map(async (wider) => {
      const query = listQuery(wider.view);
      const answer = query && (await request(listCalls, { query: { ...query, limit: '1' } }, { signal: aborter.signal, quiet: true }));
      return { ...wider, for: address, total: answer?.data ? Math.max(answer.data.total, answer.data.items.length) : 0 };
    });
    void Promise.all(ask).then((found) => {
      const most = found.toSorted((a, b) => b.total - a.total)[0];
      if (!aborter.signal.aborted && most && most.total > 0) setOffer(most);
    });
    return () => aborter.abort();
  }, [address, request]);
  return offer?.for === address ? offer : null;
}

/** The sectors of the listed stocks, in alphabetical order. They are for a filter, and as many bytes as the list: it has a slow line for itself. */
function useSectors(listAnswered: boolean): readonly string[] {
  const { data } = useQuery(searchInstruments, { query: { search: '', limit: '100' } }, { enabled: listAnswered });
  return useMemo(() => [...new Set((data ?? []).filter((stock) => stock.kind === 'equity').map((stock) => stock.sector))].sort(), [data]);
}
