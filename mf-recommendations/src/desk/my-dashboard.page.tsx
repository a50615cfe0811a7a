import { owedPostMortems, readDesk } from '@vimarsh/shared/contract/calls/routes.ts';
import { PERIODS } from '@vimarsh/shared/contract/calls/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { PERIOD_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { LazyCallDrawer } from '../equity/drawer/lazy-call-drawer.tsx';
import { ChoiceRow } from '../filters/choice-row.tsx';
import { ActivityList } from './activity-list.tsx';
import { stackCss } from './desk-css.ts';
import { type DeskView, deskUrl, parseDesk } from './desk-url.ts';
import { FollowedExperts } from './followed-experts.tsx';
import { FollowedResults } from './followed-results.tsx';
import { MyCalls } from './my-calls.tsx';
import { NeedsNow } from './needs-now.tsx';
import { OwnDeskView } from './own-desk.tsx';

const PANEL = 'desk-panel';
const tabs = (expert: boolean) =>
  [
    { value: 'EXPERTS_HUB', label: expert ? 'My work' : 'Experts' },
    { value: 'MY_CALLS', label: expert ? 'My calls' : 'Calls I follow' },
    { value: 'ACTIVITY', label: 'Activity' },
  ] as const;
const within = (period: DeskView['period']): string => (period === 'ALL' ? 'so far' : `in the last ${PERIOD_LABEL[period].replace(/^1 /, '')}`);

/** The desk does not wait longer than that for what is owed. */
const OWED_MS = 2000;

/** True until so many ms have passed since the screen opened. */
function useWithin(ms: number): boolean {
  const [within, setWithin] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWithin(false), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return within;
}

/** `/my-dashboard`: what a signed-in person comes for first (S2.1-ROUTE-07). */
export function Page() {
  const { query } = usePath();
  const view = useMemo(() => parseDesk(query), [query]);
  const expert = belongsTo(callerOf(useSession()), 'experts');
  const desk = useSeenQuery(readDesk, { query: { period: view.period } }, { every: 60_000, shown: true });
  // What an expert owes stands on top: it is asked for beside the desk and shown with it, for later it would push the rest down.
  const owes = view.tab === 'EXPERTS_HUB' && (expert || Boolean(desk.data?.own));
  const owed = useQuery(owedPostMortems, {}, { shown: true, enabled: owes });
  const patient = useWithin(OWED_MS);
  const known = !owes || owed.data || owed.error || !patient ? desk.data : undefined;
  const go = useCallback((patch: Partial<DeskView>, replace = false) => navigate(deskUrl({ ...view, ...patch }), { replace }), [view]);
  const to = (id: string): string => deskUrl({ ...view, reco: id });
  const open = useCallback((id: string) => go({ reco: id }, true), [go]);
  const since = within(view.period);

  return (
    <Frame title="My dashboard" actions={desk.data && desk.error && desk.asOf && <StaleBadge asOf={desk.asOf} />}>
      <Tabs label="Parts of your dashboard" items={tabs(expert)} value={view.tab} onChange={(tab) => go({ tab, reco: '' })} panelId={PANEL} />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={stackCss}>
          {view.tab !== 'MY_CALLS' && (
            <ChoiceRow
              label="Period"
              options={PERIODS.map((period) => ({ value: period, label: PERIOD_LABEL[period] }))}
              value={view.period}
              onChange={(period) => go({ period, reco: '' })}
            />
          )}
          {view.tab === 'MY_CALLS' ? (
            <MyCalls own={expert} openId={view.reco} to={to} onOpen={open} />
          ) : !known ? (
            desk.error ? (
              <ErrorState what="your dashboard" onRetry={desk.refetch} error={desk.error} />
            ) : (
              <SkeletonHost label="Loading your dashboard" screen>
                <div css={stackCss}>
                  <Skeleton height={120} />
                  <Skeleton height={120} />
                  <Skeleton height={120} />
                </div>
              </SkeletonHost>
            )
          ) : view.tab === 'ACTIVITY' ? (
            <ActivityList items={known.activity} to={to} within={since} own={expert} />
          ) : (
            <>
              {known.needs && <NeedsNow needs={known.needs} own={known.own !== null} to={to} />}
              {known.own && <OwnDeskView own={known.own} owed={owed} within={since} />}
              {known.results && <FollowedResults results={known.results} within={since} openTo={deskUrl({ ...view, tab: 'MY_CALLS', reco: '' })} />}
              {(!known.own || known.experts.length > 0) && (
                <section css={stackCss}>
                  <h2>Experts you follow</h2>
                  <FollowedExperts experts={known.experts} now={known.as_of} within={since} />
                </section>
              )}
            </>
          )}
        </div>
      </TabPanel>
      <DisclosureStrip />
      {view.reco && <LazyCallDrawer id={view.reco} onClose={() => go({ reco: '' }, true)} />}
    </Frame>
  );
}
