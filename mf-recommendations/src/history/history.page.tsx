import { css } from '@emotion/react';
import { type Call, myCalls, readCall, TERMS } from '@vimarsh/shared/contract/calls.contract.ts';
import { useRefresh } from '@vimarsh/shared/kit/query.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/disclosure.tsx';
import { Segmented } from '@vimarsh/shared/ui/field.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/tabs.tsx';
import { useCallback, useEffect, useMemo } from 'react';
import { CallList } from '../call/call-list.tsx';
import { CallListSkeleton } from '../call/call-list-skeleton.tsx';
import { useCallPages } from '../call/call-pages.ts';
import { LazyCallDrawer } from '../call/lazy-drawer.tsx';
import { TERM_LABEL } from '../call/words.ts';
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

/** `/past-recommendations`: an expert's own calls, or the calls of the experts an investor follows (S2.1-ROUTE-05). */
export function Page() {
  const { query } = usePath();
  const view = useMemo(() => parseHistory(query), [query]);
  const { request, user, listen } = useSession();
  const expert = user !== null && user.profession !== '' && user.profession !== 'Retail Investor';

  const asked = { tab: view.tab, ...(view.term !== 'all' && { term: view.term }) };
  const pages = useCallPages(JSON.stringify([asked, user?.id]), (page, signal) => request(myCalls, { query: { ...asked, ...page } }, { signal, quiet: true }));
  const { refetch } = pages;
  const askAgain = useRefresh();
  const changed = () => {
    refetch();
    askAgain(readCall);
  };
  useEffect(() => listen('call.published', refetch), [listen, refetch]);

  const go = useCallback((patch: Partial<HistoryView>, replace = false) => navigate(historyUrl({ ...view, ...patch }), { replace }), [view]);
  const open = useCallback((id: string) => go({ reco: id }, true), [go]);
  const mine = (call: Call) => call.expert.user_id === user?.id;

  return (
    <Frame
      title="My calls"
      actions={
        pages.failed && pages.data ? (
          <StaleBadge asOf={pages.data.as_of} />
        ) : (
          expert && (
            <Link css={buttonCss('primary')} to="/upload-recommendation">
              Publish a call
            </Link>
          )
        )
      }
    >
      <Tabs label="Open, closed or cancelled" items={TABS} value={view.tab} onChange={(tab) => go({ tab, reco: '' })} panelId={PANEL} />
      <TabPanel id={PANEL} value={view.tab}>
        <div css={panelCss}>
          <Segmented
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
                mine(call) && (
                  <Button css={rowButtonCss} onClick={() => open(call.id)}>
                    Manage
                  </Button>
                )
              }
              actionWidth="96px"
              more={pages.more}
              onMore={pages.showMore}
            />
          ) : pages.data ? (
            <Nothing view={view} expert={expert} />
          ) : pages.failed ? (
            <ErrorState what="your calls" onRetry={refetch} requestId={pages.failed.requestId} />
          ) : (
            <CallListSkeleton />
          )}
        </div>
      </TabPanel>
      <DisclosureStrip />
      {view.reco && (
        <LazyCallDrawer id={view.reco} onClose={() => go({ reco: '' }, true)} action={(call) => mine(call) && <AuthorActions call={call} onDone={changed} />} />
      )}
    </Frame>
  );
}

function Nothing({ view, expert }: { view: HistoryView; expert: boolean }) {
  const term = view.term === 'all' ? '' : ` ${TERM_LABEL[view.term].name.toLowerCase()}`;
  if (expert)
    return (
      <EmptyState
        title={`No ${view.tab}${term} calls`}
        text={view.tab === 'open' ? 'A call you publish stands here until the price closes it.' : 'Nothing of yours has ended this way.'}
        action={
          view.tab === 'open' && (
            <Link css={buttonCss('quiet')} to="/upload-recommendation">
              Publish a call
            </Link>
          )
        }
      />
    );
  return (
    <EmptyState
      title="Follow an expert to build your history"
      text={`There are no ${view.tab}${term} calls of experts you follow.`}
      action={
        <Link css={buttonCss('quiet')} to="/experts-past-recommendations">
          See experts’ calls
        </Link>
      }
    />
  );
}
