import { css } from '@emotion/react';
import { readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { PERIODS } from '@vimarsh/shared/contract/calls/types.ts';
import { readExpertRecord } from '@vimarsh/shared/contract/experts/routes.ts';
import type { ExpertRecordPage, JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { EXPERT_STORE } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Segmented } from '@vimarsh/shared/ui/fields/field.tsx';
import { PERIOD_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { useCallback, useMemo, useState } from 'react';
import { FollowButton } from '../call/follow/follow-button.tsx';
import { useCallPages } from '../call/list/call-pages.ts';
import { LazyCallDrawer } from '../equity/drawer/lazy-call-drawer.tsx';
import { CallList } from '../equity/list/call-list.tsx';
import { CallListSkeleton } from '../equity/list/call-list-skeleton.tsx';
import { Compare } from './compare.tsx';
import { ExpertHead } from './expert-head.tsx';
import { type ExpertView, expertUrl, isId, parseExpert } from './expert-url.ts';
import { OptionLinks, OptionPools, type OptionResults, optionCount } from './option-pools.tsx';
import { RecordView, recordCardCss } from './record.tsx';
import { GrantLine, RequestBox } from './request-box.tsx';
import { StopsAnswered } from './stops-answered.tsx';
import { useFollow } from './use-follow.ts';

const CheckExpert = part<{ expert: JudgedExpert }>({
  what: 'The check of the record',
  load: () => import('./check-expert.part.tsx').then((file) => file.CheckExpert),
  placeholder: <Skeleton height={44} />,
});

const listCss = css`
  display: grid;
  gap: var(--s-8);
  & > h2 {
    font-size: var(--t-16);
  }
`;

const sharesCss = css`
  font-size: var(--t-16);
`;

/** `/expert-dashboard?user_id=…`: one expert, what the register says, and their record as far as it may be shown (S2.1-ROUTE-11). */
export function Page() {
  const { query } = usePath();
  const session = useSession();
  const view = useMemo(() => parseExpert(query), [query]);
  const own = belongsTo(callerOf(session), 'experts') ? (session.user?.id ?? '') : '';
  const userId = view.user_id || own;
  // Of another person nothing of the one before is kept.
  return <Record key={userId} userId={userId} view={view} />;
}

function Record({ userId, view }: { userId: string; view: ExpertView }) {
  const answer = useQuery(
    readExpertRecord,
    { params: { user_id: userId }, query: { period: view.period } },
    { enabled: isId(userId), shown: true, told: ['NOT_FOUND'] },
  );
  // Asked for beside the record and shown with it: where there are more of them they stand first, and later would push the rest down.
  const options = useQuery(readOptionPerformance, { query: { user_id: userId, period: view.period } }, { enabled: isId(userId), shown: true });
  const page = options.data || options.error ? answer.data : undefined;
  const missing = !isId(userId) || answer.error?.code === 'NOT_FOUND';
  return (
    <Frame {...(!page && { title: 'An expert’s record' })} actions={page && answer.error && answer.asOf && <StaleBadge asOf={answer.asOf} />}>
      {missing ? (
        <EmptyState
          title={userId === '' ? 'Choose an expert' : 'There is no such expert here'}
          text="Experts who publish stand in the store, each with their number and record."
          action={
            <Link css={buttonCss('primary')} to={EXPERT_STORE}>
              See all experts
            </Link>
          }
        />
      ) : page ? (
        <Expert page={page} options={options} view={view} refetch={answer.refetch} />
      ) : answer.error ? (
        <ErrorState what="the record" onRetry={answer.refetch} error={answer.error} />
      ) : (
        <SkeletonHost label="Loading the record" screen>
          <Skeleton height={88} />
          <br />
          <Skeleton height={420} />
        </SkeletonHost>
      )}
      <DisclosureStrip />
    </Frame>
  );
}

interface ExpertProps {
  page: ExpertRecordPage;
  options: OptionResults;
  view: ExpertView;
  refetch: () => void;
}

function Expert({ page, options, view, refetch }: ExpertProps) {
  const { expert, metrics, mode, disclaimer, grant, may_request } = page;
  const { follows, waits, toggle } = useFollow(refetch);
  const go = useCallback((patch: Partial<ExpertView>) => navigate(expertUrl({ ...view, ...patch }), { replace: true }), [view]);
  const to = (id: string): string => expertUrl({ ...view, reco: id });
  const check = (
    <section css={recordCardCss}>
      <h2>The record</h2>
      <p>
        Every event of a call is signed and in a public log. Here your browser checks all of this expert’s calls that you may read, on shares and on options.
      </p>
      <CheckExpert expert={expert} />
    </section>
  );
  const pools = metrics && <OptionPools options={options} userId={expert.user_id} period={view.period} />;
  const optionsFirst = metrics !== null && optionCount(options.data) > metrics.record.n;
  return (
    <>
      <ExpertHead
        expert={expert}
        action={
          expert.status !== 'closed' && (
            <FollowButton name={expert.full_name} following={follows(expert)} waits={waits(expert)} onToggle={() => toggle(expert)} />
          )
        }
      />
      {grant && <GrantLine grant={grant} />}
      <p role="note">{disclaimer}</p>
      {optionsFirst && pools}
      {metrics && <h2 css={sharesCss}>Calls on shares</h2>}
      {metrics ? (
        <RecordView
          page={{ ...page, metrics }}
          by={view.by}
          onBy={(by) => go({ by })}
          to={to}
          periods={
            <Segmented
              label="Ended within"
              options={PERIODS.map((value) => ({ value, label: PERIOD_LABEL[value] }))}
              value={view.period}
              onChange={(period) => go({ period })}
            />
          }
          aside={check}
        />
      ) : (
        <>
          {may_request && <RequestBox userId={expert.user_id} name={expert.full_name} />}
          {mode !== 'off' && check}
        </>
      )}
      {metrics && <Compare userId={expert.user_id} name={expert.full_name} metrics={metrics} view={view} onWith={(other) => go({ with: other })} />}
      {!optionsFirst && pools}
      <StopsAnswered userId={expert.user_id} />
      {!metrics && <OptionLinks userId={expert.user_id} period={mode === 'off' ? null : view.period} />}
      <Calls userId={expert.user_id} withPast={!metrics && mode !== 'off'} view={view} onOpen={(reco) => go({ reco })} />
      {view.reco && <LazyCallDrawer id={view.reco} onClose={() => go({ reco: '' })} />}
    </>
  );
}

interface CallsProps {
  userId: string;
  /** Whether ended calls are listed too: where no figure is shown, they are dated records and no more. */
  withPast: boolean;
  view: ExpertView;
  onOpen: (id: string) => void;
}

/** Calls of the expert that the reader may read, as every list shows them. */
function Calls({ userId, withPast, view, onOpen }: CallsProps) {
  const { request } = useSession();
  const [chosen, setChosen] = useState<'live' | 'past'>('live');
  const tab = withPast ? chosen : 'live';
  const pages = useCallPages(JSON.stringify([tab, userId]), (page, signal) =>
    request(listCalls, { query: { view: tab, user_id: userId, ...page } }, { signal, quiet: true }),
  );
  const title = tab === 'live' ? 'Open calls' : 'Calls that ended';
  return (
    <section css={listCss}>
      <h2>{title}</h2>
      {withPast && (
        <Segmented
          label="Open or ended calls"
          options={[
            { value: 'live' as const, label: 'Open' },
            { value: 'past' as const, label: 'Ended' },
          ]}
          value={tab}
          onChange={setChosen}
        />
      )}
      {pages.data && pages.data.items.length > 0 ? (
        <CallList
          label={title}
          page={{ ...pages.data, locked: [], locked_count: 0 }}
          settled={tab === 'past'}
          to={(id) => expertUrl({ ...view, reco: id })}
          openId={view.reco}
          onOpen={onOpen}
          more={pages.more}
          onMore={pages.showMore}
          waiting={pages.waiting}
          onWaiting={pages.showWaiting}
        />
      ) : pages.data ? (
        <EmptyState
          title="No call on shares that you can read"
          text={tab === 'live' ? 'An open call stands here where your plan shows it.' : 'A call stands here once it has ended.'}
        />
      ) : pages.failed ? (
        <ErrorState what="the calls" onRetry={pages.refetch} error={pages.failed} />
      ) : (
        <CallListSkeleton />
      )}
    </section>
  );
}
