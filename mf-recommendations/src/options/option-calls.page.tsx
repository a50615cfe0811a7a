import { css } from '@emotion/react';
import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionCall, OptionPage } from '@vimarsh/shared/contract/calls/options/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { waitsForPan } from '@vimarsh/shared/domain/access/waits-for-pan.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSeen } from '@vimarsh/shared/kit/query/seen.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useCallback, useMemo } from 'react';
import { useFollowing } from '../call/follow/follow.ts';
import { FollowExpert } from '../call/follow/follow-expert.tsx';
import { useCallPages } from '../call/list/call-pages.ts';
import { HowToRead } from '../call/list/how-to-read.tsx';
import { LazyOptionDrawer } from './lazy-option-drawer.tsx';
import { OptionFilters } from './option-filters.tsx';
import { OptionList, OptionListSkeleton } from './option-list.tsx';
import { OptionRecordLater } from './option-record.later.tsx';
import { clearedOptions, defaultPeriod, type OptionView, optionFilters, optionQuery, optionUrl, parseOptionView } from './option-url.ts';
import { RiskBox } from './risk-box.tsx';

const panelCss = css`
  display: grid;
  gap: var(--s-16);
`;
const reasonCss = css`
  color: var(--ink-2);
`;
const PANEL = 'option-calls-panel';
const TABS = [
  { value: 'live', label: 'Live' },
  { value: 'past', label: 'Past' },
] as const;

/** `/expert-past-strategy-options`: live and past option calls of all experts (S2.1-ROUTE-23). */
export function Page() {
  const { query } = usePath();
  const view = useMemo(() => parseOptionView(query), [query]);
  const { request } = useSession();
  const following = useFollowing();
  const asked = useMemo(() => optionQuery(view), [view]);
  const seen = useSeen(listOptionCalls, { query: asked });
  const pages = useCallPages<OptionCall, OptionPage>(
    JSON.stringify(asked),
    ({ cursor, limit }, signal) => request(listOptionCalls, { query: { ...asked, limit, ...(cursor && { cursor }) } }, { signal, quiet: true }),
    seen,
  );
  const go = useCallback((patch: Partial<OptionView>, replace = false) => navigate(optionUrl({ ...view, ...patch }), { replace }), [view]);
  const open = useCallback((id: string) => go({ reco: id }, true), [go]);
  const switchTab = (tab: OptionView['tab']) =>
    go({ tab, enter: tab === 'live' ? 'first' : '', status: '', sort: 'newest', period: defaultPeriod(tab), reco: '' });
  const clear = () => navigate(optionUrl(clearedOptions(view)));
  const { data } = pages;
  const lineOf = useAuthorLines('options', data?.items ?? []);
  const lacksAll = lacksAllOptions(callerOf(useSession()));

  return (
    <Frame title="Option calls" actions={pages.failed && data && <StaleBadge asOf={data.as_of} />}>
      <RiskBox />
      <Tabs label="Live or past option calls" items={TABS} value={view.tab} onChange={switchTab} panelId={PANEL} />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={panelCss}>
          <OptionFilters
            view={view}
            entries={data ?? {}}
            byResult={data?.by_result ?? true}
            onChange={(patch) => go({ ...patch, reco: '' })}
            onClear={clear}
            experts={following.experts}
            expiries={data?.items.map(({ expiry }) => expiry) ?? []}
          />
          {view.tab === 'live' && <Locked onPast={() => switchTab('past')} />}
          {view.tab === 'past' && view.user_id && <OptionRecordLater user_id={view.user_id} period={view.period} />}
          {view.enter === 'first' && data?.entering === false && data.items.length > 0 && (
            <p css={reasonCss}>No option call can be entered as published now. Here are all that run.</p>
          )}
          {view.sort === 'result' && data && <p css={reasonCss}>In the order of results before costs. Each row shows its result after costs.</p>}
          {data && data.items.length > 0 ? (
            <OptionList
              label={view.tab === 'live' ? 'Live option calls' : 'Past option calls'}
              page={data}
              settled={view.tab === 'past'}
              byResult={view.sort === 'result'}
              to={(id) => optionUrl({ ...view, reco: id })}
              openId={view.reco}
              onOpen={open}
              action={({ expert }) => <FollowExpert compact expert={expert} following={following} />}
              waiting={pages.waiting}
              onWaiting={pages.showWaiting}
              refetch={pages.refetch}
              more={pages.more}
              onMore={pages.showMore}
              lineOf={lineOf}
            />
          ) : data && view.tab === 'live' && view.enter !== '1' && lacksAll && optionFilters(view) === 0 ? null : data ? (
            <Nothing view={view} onClear={clear} onPast={() => switchTab('past')} onAll={() => go({ enter: '', type: '' })} />
          ) : pages.failed ? (
            <ErrorState what="the calls" onRetry={pages.refetch} error={pages.failed} />
          ) : (
            <OptionListSkeleton />
          )}
        </div>
      </TabPanel>
      <DisclosureStrip />
      {view.reco && (
        <LazyOptionDrawer
          id={view.reco}
          onClose={() => go({ reco: '' }, true)}
          action={({ expert }) => <FollowExpert expert={expert} following={following} />}
        />
      )}
    </Frame>
  );
}

type Caller = Parameters<typeof may>[0];

const seesOptions = (caller: Caller, defined_risk: boolean, underlying: 'index' | 'stock'): boolean =>
  may(caller, 'options.live', { expert_id: '', defined_risk, underlying });

/** No live option call is open to the reader: the lock alone says so, with the way on. */
const lacksAllOptions = (caller: Caller): boolean => !seesOptions(caller, true, 'index');

/** Which live calls the reader's plan leaves out, and the plan that has them. How many there are, the server tells nobody. */
function Locked({ onPast }: { onPast: () => void }) {
  const caller = callerOf(useSession());
  if (seesOptions(caller, false, 'stock')) return null;
  if (waitsForPan(caller, 'options.live', { expert_id: '', defined_risk: true, underlying: 'index' }))
    return <LockedCard text="Give your PAN to open your plan’s calls." action={<PanLink />} />;
  const named = may(caller, 'money.see-plans');
  // Where no plan is sold, the way on is to what everybody sees.
  const past = <Button onClick={onPast}>See how calls ended</Button>;
  if (!lacksAllOptions(caller))
    return (
      <LockedCard
        text="You see live calls on an index with limited risk. The others are outside your plan."
        action={named ? <HowToRead what="All live option calls" plan="Pro" /> : past}
      />
    );
  return (
    <LockedCard
      text="Live option calls are outside your plan. A call that has ended is shown with its result."
      action={
        <>
          {named && <HowToRead what="Live option calls" plan="Premium" />}
          {named && <PlansLink />}
          {past}
        </>
      }
    />
  );
}

function Nothing({ view, onClear, onPast, onAll }: { view: OptionView; onClear: () => void; onPast: () => void; onAll: () => void }) {
  if (optionFilters(view) > 0)
    return <EmptyState title="No calls match these filters" text="Take a filter away to see more." action={<Button onClick={onClear}>Clear filters</Button>} />;
  if (view.enter === '1')
    return (
      <EmptyState
        title="No option call can be entered as published now"
        text="A call stands here while it is near enough to its entry."
        action={<Button onClick={onAll}>Show all live calls</Button>}
      />
    );
  return view.tab === 'live' ? (
    <EmptyState
      title="No live option calls for you now"
      text="A call appears here the moment an expert publishes it, if your plan includes it."
      action={<Button onClick={onPast}>See how calls ended</Button>}
    />
  ) : (
    <EmptyState title="No past option calls now" text="A call appears here once the price closes it." />
  );
}
