import { css } from '@emotion/react';
import { myOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionCall, OptionPage } from '@vimarsh/shared/contract/calls/options/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { OPTION_CALLS, PUBLISH_OPTIONS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSeen } from '@vimarsh/shared/kit/query/seen.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { useScreenTitle } from '@vimarsh/shared/ui/page/screen-title.ts';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useCallback, useMemo } from 'react';
import { NONE_FROM_FOLLOWED, useFollowsNobody } from '../../call/follow/follow-nobody.ts';
import { useCallPages } from '../../call/list/call-pages.ts';
import { LazyOptionDrawer } from '../lazy-option-drawer.tsx';
import { OptionList, OptionListSkeleton } from '../option-list.tsx';
import { OptionRecordLater } from '../option-record.later.tsx';
import { RiskBox } from '../risk-box.tsx';
import { type MyOptionsView, myOptionsUrl, parseMyOptions } from './my-options-url.ts';

/** As high as the screen while it loads and when nothing comes: what stands below is below it either way, and does not move. */
const panelCss = css`
  display: grid;
  gap: var(--s-16);
  align-content: start;
  min-height: 100vh;
`;
const PANEL = 'my-options-panel';
const TABS = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;
const LIST = { open: 'Open option calls', closed: 'Closed option calls', cancelled: 'Cancelled option calls' } as const;

/** `/past-strategy-options`: an expert's own option calls, or those of the experts the investor follows (S2.1-ROUTE-24, S1-FEAT-03). */
export function Page() {
  const { query } = usePath();
  const view = useMemo(() => parseMyOptions(query), [query]);
  const session = useSession();
  const { request, user } = session;
  const expert = belongsTo(callerOf(session), 'experts');
  const seen = useSeen(myOptionCalls, { query: { tab: view.tab } });
  const pages = useCallPages<OptionCall, OptionPage>(
    JSON.stringify([view.tab, user?.id]),
    ({ cursor, limit }, signal) => request(myOptionCalls, { query: { tab: view.tab, limit, ...(cursor && { cursor }) } }, { signal, quiet: true }),
    seen,
  );
  const title = expert ? 'My option calls' : 'Option calls I follow';
  useScreenTitle(title);
  const go = useCallback((patch: Partial<MyOptionsView>, replace = false) => navigate(myOptionsUrl({ ...view, ...patch }), { replace }), [view]);
  const open = useCallback((id: string) => go({ reco: id }, true), [go]);
  const { data, refetch } = pages;
  // An author knows their own record, and has it above the list.
  const lineOf = useAuthorLines('options', expert ? [] : (data?.items ?? []));
  return (
    <Frame
      title={title}
      actions={
        pages.failed && data ? (
          <StaleBadge asOf={data.as_of} />
        ) : (
          expert && (
            <Link css={buttonCss('primary')} to={PUBLISH_OPTIONS}>
              Publish an option call
            </Link>
          )
        )
      }
    >
      <RiskBox />
      <Tabs label="Open, closed or cancelled" items={TABS} value={view.tab} onChange={(tab) => go({ tab, reco: '' })} panelId={PANEL} />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={panelCss}>
          {expert && user && view.tab === 'closed' && <OptionRecordLater user_id={user.id} period="ALL" />}
          {data && data.items.length > 0 ? (
            <OptionList
              label={LIST[view.tab]}
              page={data}
              settled={view.tab !== 'open'}
              to={(id) => myOptionsUrl({ ...view, reco: id })}
              openId={view.reco}
              onOpen={open}
              action={() => null}
              waiting={pages.waiting}
              onWaiting={pages.showWaiting}
              refetch={refetch}
              lineOf={lineOf}
              more={pages.more}
              onMore={pages.showMore}
            />
          ) : data ? (
            <Nothing tab={view.tab} expert={expert} />
          ) : pages.failed ? (
            <ErrorState what="your calls" onRetry={refetch} error={pages.failed} />
          ) : (
            <OptionListSkeleton />
          )}
        </div>
      </TabPanel>
      <DisclosureStrip />
      {view.reco && <LazyOptionDrawer id={view.reco} onClose={() => go({ reco: '' }, true)} onChanged={refetch} />}
    </Frame>
  );
}

const NONE = { open: 'No open calls', closed: 'No closed calls', cancelled: 'No cancelled calls' } as const;
const NONE_FOLLOWED = {
  open: 'The experts you follow have no open option calls that your plan includes.',
  closed: 'The experts you follow have no closed option calls.',
  cancelled: 'The experts you follow have no cancelled option calls.',
} as const;

function Nothing({ tab, expert }: { tab: MyOptionsView['tab']; expert: boolean }) {
  if (expert)
    return (
      <EmptyState
        title={NONE[tab]}
        text={tab === 'open' ? 'A call you publish stays here until the price closes it.' : 'None of your calls has ended this way.'}
      />
    );
  return <NothingFollowed tab={tab} />;
}

function NothingFollowed({ tab }: { tab: MyOptionsView['tab'] }) {
  const nobody = useFollowsNobody();
  return (
    <EmptyState
      title={nobody ? 'Follow an expert to build your history' : NONE_FROM_FOLLOWED[tab]}
      text={NONE_FOLLOWED[tab]}
      action={
        <Link css={buttonCss('quiet')} to={OPTION_CALLS}>
          See experts’ calls
        </Link>
      }
    />
  );
}
