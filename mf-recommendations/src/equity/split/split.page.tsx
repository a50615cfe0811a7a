import { css } from '@emotion/react';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSeen } from '@vimarsh/shared/kit/query/seen.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useExperts } from '../../call/follow/experts.ts';
import { useCallPages } from '../../call/list/call-pages.ts';
import { useLockedLines } from '../../call/list/use-locked-lines.ts';
import { cleared, defaultPeriod, filterCount, listQuery, viewUrl } from '../browse/browse-url.ts';
import { Filters } from '../browse/filters.tsx';
import { CallBrief } from '../drawer/call-brief.tsx';
import { LazyCallDrawer } from '../drawer/lazy-call-drawer.tsx';
import { byStock, lettersOf, overlaid } from './by-stock.ts';
import { Compared } from './compared.tsx';
import { LevelsTable } from './levels-table.tsx';
import { parseSplit, type SplitView, splitUrl } from './split-url.ts';
import { StockGroups } from './stock-groups.tsx';

const stackCss = css`
  display: grid;
  gap: var(--s-16);
`;
/** The list beside what was chosen from it; on a narrow screen what was chosen stands under the list. */
/** As tall as a target has to be. */
const oneListCss = css`
  display: inline-block;
  line-height: 24px;
`;
const splitCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  align-items: start;
  @media (min-width: 1080px) {
    grid-template-columns: minmax(300px, 2fr) minmax(0, 3fr);
    & > [data-detail] {
      position: sticky;
      top: calc(var(--head) + var(--ribbon) + var(--s-16));
      max-height: calc(100vh - var(--head) - var(--ribbon) - var(--s-32));
      overflow-y: auto;
    }
  }
`;
const narrowOnly = css`
  justify-self: start;
  @media (min-width: 1080px) {
    display: none;
  }
`;
/** Phones and most tablets have no keys. */
const keysCss = css`
  display: none;
  @media (min-width: 880px) {
    display: inline;
  }
`;
const moreCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8) var(--s-16);
  color: var(--ink-2);
  font-size: var(--t-13);
`;

const PANEL = 'split-panel';
const TABS = [
  { value: 'live', label: 'Live' },
  { value: 'past', label: 'Past' },
] as const;
/** As high as the chart with its row of figures, so that nothing moves when it comes. */
const LazyLevelsChart = part({
  what: 'The chart',
  load: () => import('./levels-chart.tsx').then(({ LevelsChart }) => LevelsChart),
  placeholder: <Skeleton height={430} />,
});

/** `/experts-past-recommendations-v2/:stock_id?/:user_id?/:sector?`: the list of experts' calls in a split view (S2.1-ROUTE-17). */
export function Page() {
  const { path, query } = usePath();
  const view = useMemo(() => parseSplit(path, query), [path, query]);
  const { request } = useSession();
  const { experts } = useExperts();
  const listRequest = useMemo(() => listQuery(view), [view]);
  const seen = useSeen(listCalls, { query: listRequest ?? {} });
  const pages = useCallPages(
    listRequest && JSON.stringify(listRequest),
    (page, signal) => request(listCalls, { query: { ...listRequest, ...page } }, { signal, quiet: true }),
    seen,
  );
  const { data } = pages;
  const { data: instruments } = useQuery(searchInstruments, { query: { search: '', limit: '100' } }, { enabled: data !== null });
  const sectors = useMemo(() => [...new Set((instruments ?? []).filter(({ kind }) => kind === 'equity').map(({ sector }) => sector))].sort(), [instruments]);
  const go = useCallback((patch: Partial<SplitView>, replace = false) => navigate(splitUrl({ ...view, ...patch }), { replace }), [view]);
  const choose = useCallback((id: string) => go({ reco: id, compare: '' }, true), [go]);
  const groups = useMemo(() => byStock(data?.items ?? []), [data]);
  const chosen = data?.items.find(({ id }) => id === view.reco) ?? groups[0]?.calls[0];
  const locked = useLockedLines(data);
  const panel = useRef<HTMLDivElement>(null);
  useKeepInSight(panel, chosen?.id ?? '');
  const clear = () => navigate(splitUrl({ ...cleared(view), compare: '', whole: false }));

  return (
    <Frame
      title="Experts’ calls by stock"
      actions={
        pages.failed && data ? (
          <StaleBadge asOf={data.as_of} />
        ) : (
          <Link css={oneListCss} to={viewUrl({ ...view, reco: '' })}>
            One list
          </Link>
        )
      }
    >
      <Tabs
        label="Live or past calls"
        items={TABS}
        value={view.tab}
        onChange={(tab) => go({ tab, status: '', sort: 'newest', period: defaultPeriod(tab), reco: '', compare: '', whole: false })}
        panelId={PANEL}
      />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={stackCss}>
          <Filters
            view={view}
            byResult={data?.by_result ?? true}
            onChange={(patch) => go({ ...patch, reco: '', compare: '', whole: false })}
            onClear={clear}
            experts={experts}
            sectors={sectors}
          />
          {data && chosen ? (
            <div css={splitCss} ref={panel}>
              <div css={stackCss}>
                <StockGroups
                  groups={groups}
                  chosen={chosen.id}
                  now={data.as_of}
                  to={(id) => splitUrl({ ...view, reco: id, compare: '', whole: false })}
                  onChoose={choose}
                />
                <div css={moreCss}>
                  <span role="status">{data.items.length === 1 ? '1 call shown.' : `${formatNumber(data.items.length)} calls shown.`}</span>
                  <span css={keysCss}>J and K choose the next and the previous one.</span>
                  {pages.waiting > 0 && (
                    <Button onClick={pages.showWaiting}>{pages.waiting === 1 ? '1 new call' : `${formatNumber(pages.waiting)} new calls`}</Button>
                  )}
                  {data.next && (
                    <Button onClick={pages.showMore} busy={pages.more}>
                      Show more
                    </Button>
                  )}
                </div>
              </div>
              <Chosen
                call={chosen}
                all={data.items}
                compare={view.compare}
                onCompare={(compare) => go({ reco: chosen.id, compare }, true)}
                onWhole={() => go({ reco: chosen.id, whole: true }, true)}
              />
            </div>
          ) : data || listRequest === null ? (
            <EmptyState
              title={filterCount(view) > 0 ? 'No calls match these filters' : 'No calls of this term now'}
              text={locked.length > 0 ? 'Your plan decides which live calls you see.' : 'Take a filter away, or choose all terms, to see more.'}
              action={
                filterCount(view) > 0 ? (
                  <Button onClick={clear}>Clear filters</Button>
                ) : (
                  view.term !== 'all' && <Button onClick={() => go({ term: 'all' })}>Show all terms</Button>
                )
              }
            />
          ) : pages.failed ? (
            <ErrorState what="the calls" onRetry={pages.refetch} error={pages.failed} />
          ) : (
            <SkeletonHost label="Loading calls" screen>
              <div css={splitCss}>
                <Skeleton height={480} />
                <div data-detail="">
                  <Skeleton height={480} />
                </div>
              </div>
            </SkeletonHost>
          )}
          {locked.map(({ text, plan, pan }) => (
            <LockedCard key={text} text={text} action={pan ? <PanLink /> : plan && <PlansLink />} />
          ))}
        </div>
      </TabPanel>
      <DisclosureStrip />
      {view.whole && <LazyCallDrawer id={view.reco} onClose={() => go({ whole: false }, true)} />}
    </Frame>
  );
}

/** Whoever chooses another call sees it: its row beside the call, or on a narrow screen the call, which stands under the list. */
function useKeepInSight(panel: RefObject<HTMLElement | null>, chosen: string): void {
  const before = useRef('');
  useEffect(() => {
    const first = before.current === '';
    before.current = chosen;
    if (first || chosen === '') return;
    const beside = matchMedia('(min-width: 1080px)').matches;
    const target = panel.current?.querySelector(beside ? '[data-chosen]' : '[data-detail]');
    target?.scrollIntoView?.({ block: beside ? 'nearest' : 'start' });
  }, [panel, chosen]);
}

interface ChosenProps {
  call: Call;
  all: readonly Call[];
  compare: string;
  onCompare: (id: string) => void;
  onWhole: () => void;
}

/** The chosen call with all levels on its stock, and another beside it. */
function Chosen({ call, all, compare, onCompare, onWhole }: ChosenProps) {
  const onStock = useMemo(() => all.filter(({ stock }) => stock === call.stock), [all, call.stock]);
  const shown = useMemo(() => overlaid(onStock, [call.id, compare]), [onStock, call.id, compare]);
  return (
    <section css={stackCss} data-detail="" aria-label={`${call.stock}, ${call.call_type} call by ${call.expert.full_name}`}>
      <Button css={narrowOnly} onClick={() => document.querySelector<HTMLElement>('[data-call][aria-current]')?.focus()}>
        Back to the list
      </Button>
      <CallBrief call={call} action={<Button onClick={onWhole}>Reasons, timeline, proof</Button>} />
      <LazyLevelsChart stock={call.stock} calls={shown} />
      <LevelsTable stock={call.stock} calls={onStock} letters={lettersOf(shown)} />
      <Compared call={call} other={all.find(({ id }) => id === compare)} others={all.filter(({ id }) => id !== call.id)} onChoose={onCompare} />
    </section>
  );
}
