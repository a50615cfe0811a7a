import { css } from '@emotion/react';
import { myCalls, readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { type Call, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { PUBLISH_CALL } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useRefresh } from '@vimarsh/shared/kit/query/query.ts';
import { useSeen } from '@vimarsh/shared/kit/query/seen.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { useScreenTitle } from '@vimarsh/shared/ui/page/screen-title.ts';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useCallback, useMemo } from 'react';
import { NONE_FROM_FOLLOWED, useFollowsNobody } from '../../call/follow/follow-nobody.ts';
import { useCallPages } from '../../call/list/call-pages.ts';
import { ChoiceRow } from '../../filters/choice-row.tsx';
import { LazyCallDrawer } from '../drawer/lazy-call-drawer.tsx';
import { CallList } from '../list/call-list.tsx';
import { CallListSkeleton } from '../list/call-list-skeleton.tsx';
import { AuthorActions } from './author-actions.tsx';
import { type HistoryView, historyUrl, parseHistory } from './history-url.ts';

const panelCss = css`
  display: grid;
  gap: var(--s-16);
`;
const rowButtonCss = css`
  /* Off the row's border, which a button of thumb size would touch. */
  margin-block: 4px;
  @media (min-width: 880px) and (pointer: fine) {
    margin-block: 0;
    min-height: 28px;
    padding: 0 var(--s-12);
  }
`;
const PANEL = 'history-panel';
const TABS = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

/** `/past-recommendations`: an expert's own calls, or the calls of the experts the investor follows (S2.1-ROUTE-05). */
export function Page() {
  const { query } = usePath();
  const view = useMemo(() => parseHistory(query), [query]);
  const session = useSession();
  const { request, user } = session;
  const expert = belongsTo(callerOf(session), 'experts');

  const filters = { tab: view.tab, ...(view.term !== 'all' && { term: view.term }) };
  const seen = useSeen(myCalls, { query: filters });
  const pages = useCallPages(
    JSON.stringify([filters, user?.id]),
    (page, signal) => request(myCalls, { query: { ...filters, ...page } }, { signal, quiet: true }),
    seen,
  );
  const { refetch } = pages;
  const askAgain = useRefresh();
  const changed = () => {
    refetch();
    askAgain(readCall);
  };

  const title = expert ? 'My calls' : 'Calls I follow';
  useScreenTitle(title);
  const go = useCallback((patch: Partial<HistoryView>, replace = false) => navigate(historyUrl({ ...view, ...patch }), { replace }), [view]);
  const open = useCallback((id: string) => go({ reco: id }, true), [go]);
  const isOwn = (call: Call) => call.expert.user_id === user?.id;

  return (
    <Frame
      title={title}
      actions={
        pages.failed && pages.data ? (
          <StaleBadge asOf={pages.data.as_of} />
        ) : (
          expert && (
            <Link css={buttonCss('primary')} to={PUBLISH_CALL}>
              Publish a call
            </Link>
          )
        )
      }
    >
      <Tabs label="Open, closed or cancelled" items={TABS} value={view.tab} onChange={(tab) => go({ tab, reco: '' })} panelId={PANEL} />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={panelCss}>
          <ChoiceRow
            label="Term"
            options={[{ value: 'all' as const, label: 'All terms' }, ...TERMS.map((term) => ({ value: term, label: TERM_LABEL[term].name }))]}
            value={view.term}
            onChange={(term) => go({ term, reco: '' })}
          />
          {pages.data && (pages.data.items.length > 0 || pages.data.locked_count > 0) ? (
            <CallList
              label={`${TABS.find((tab) => tab.value === view.tab)?.label} calls`}
              page={pages.data}
              settled={view.tab !== 'open'}
              to={(id) => historyUrl({ ...view, reco: id })}
              openId={view.reco}
              onOpen={open}
              action={(call) =>
                isOwn(call) && (
                  <Button css={rowButtonCss} onClick={() => open(call.id)}>
                    Manage
                  </Button>
                )
              }
              actionWidth={pages.data.items.some(isOwn) ? '96px' : '0px'}
              more={pages.more}
              onMore={pages.showMore}
              waiting={pages.waiting}
              onWaiting={pages.showWaiting}
            />
          ) : pages.data ? (
            <Nothing view={view} expert={expert} />
          ) : pages.failed ? (
            <ErrorState what="your calls" onRetry={refetch} error={pages.failed} />
          ) : (
            <CallListSkeleton />
          )}
        </div>
      </TabPanel>
      <DisclosureStrip />
      {view.reco && (
        <LazyCallDrawer
          id={view.reco}
          onClose={() => go({ reco: '' }, true)}
          action={(call) => isOwn(call) && <AuthorActions call={call} onDone={changed} />}
        />
      )}
    </Frame>
  );
}

function Nothing({ view, expert }: { view: HistoryView; expert: boolean }) {
  const term = view.term === 'all' ? '' : ` ${TERM_LABEL[view.term].name.toLowerCase().replace(' ', '-')}`;
  if (expert)
    return (
      <EmptyState
        title={`No ${view.tab}${term} calls`}
        text={view.tab === 'open' ? 'A call you publish stays here until the price closes it.' : 'None of your calls has ended this way.'}
        action={
          view.tab === 'open' && (
            <Link css={buttonCss('quiet')} to={PUBLISH_CALL}>
              Publish a call
            </Link>
          )
        }
      />
    );
  return <NothingFollowed tab={view.tab} term={term} />;
}

/** `term`: " short-term", '' for all. */
function NothingFollowed({ tab, term }: { tab: HistoryView['tab']; term: string }) {
  const nobody = useFollowsNobody();
  return (
    <EmptyState
      title={nobody ? 'Follow an expert to build your history' : NONE_FROM_FOLLOWED[tab]}
      text={`The experts you follow have no ${tab}${term} calls.`}
      action={
        <Link css={buttonCss('quiet')} to={HOME_WHEN_SIGNED_IN}>
          See experts’ calls
        </Link>
      }
    />
  );
}
