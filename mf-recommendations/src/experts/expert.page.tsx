import { css } from '@emotion/react';
import { readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
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
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { PERIOD_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { useScreenTitle } from '@vimarsh/shared/ui/page/screen-title.ts';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import Check from 'lucide-react/icons/check';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FollowButton } from '../call/follow/follow-button.tsx';
import { LazyCallDrawer } from '../equity/drawer/lazy-call-drawer.tsx';
import { ChoiceRow } from '../filters/choice-row.tsx';
import { ExpertHead } from './expert-head.tsx';
import { type ExpertView, expertUrl, isId, parseExpert, periodQuery } from './expert-url.ts';
import { Fold, foldsCss } from './fold.tsx';
import { DatedCalls, OpenCalls } from './open-calls.tsx';
import { Answering } from './record/answering.tsx';
import { OptionLinks, OptionPools, type OptionResults, optionCount } from './record/option-pools.tsx';
import { RecordView } from './record/record.tsx';
import type { RestProps } from './record/rest.part.tsx';
import { StopsAnswered } from './record/stops-answered.tsx';
import { GrantLine, RequestBox } from './request-box.tsx';
import { useFollow } from './use-follow.ts';

const Rest = part<RestProps>({
  what: 'The record in parts',
  load: () => import('./record/rest.part.tsx').then((file) => file.Rest),
  placeholder: <Skeleton height={195} />,
});

const CheckExpert = part<{ expert: JudgedExpert }>({
  what: 'The check of the record',
  load: () => import('./check-expert.part.tsx').then((file) => file.CheckExpert),
  placeholder: <Skeleton height={44} />,
});

/** Thumbs reach both at once. */
const actionsCss = css`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  align-items: start;
  gap: var(--s-8);
  /* That a press waits stands below its button. */
  & > div {
    display: grid;
    gap: var(--s-4);
  }
  & > div:empty {
    display: none;
  }
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
    { params: { user_id: userId }, query: periodQuery(view) },
    { enabled: isId(userId), shown: true, told: ['NOT_FOUND'] },
  );
  const record = answer.data;
  // Of the period that the record opened on.
  const options = useQuery(
    readOptionPerformance,
    { query: { user_id: userId, period: record?.period ?? 'ALL' } },
    { enabled: record !== undefined, shown: true },
  );
  // Where calls on shares can't be summed up, option calls may stand first: later they would push the rest down.
  const page = record?.metrics?.record.too_few && !options.data && !options.error ? undefined : record;
  useScreenTitle(record?.expert.full_name ?? null);
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
  const { expert, metrics, mode, disclaimer, grant, may_request, period, open } = page;
  const { user_id, full_name } = expert;
  const { follows, waits, toggle } = useFollow(refetch);
  const go = useCallback((patch: Partial<ExpertView>) => navigate(expertUrl({ ...view, ...patch }), { replace: true }), [view]);
  const to = (id: string): string => expertUrl({ ...view, reco: id });
  const wide = useWideAs('chat');
  const columns = useWideAs('expertView');
  const proof = useRef<HTMLDetailsElement>(null);
  /** How often the record was pressed: each press unfolds it and leads there. */
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (presses === 0) return;
    proof.current?.scrollIntoView({ block: 'start' });
    proof.current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [presses]);
  const optionsFirst = metrics?.record.too_few === true && optionCount(options.data) > metrics.record.n;
  const pools = metrics && <OptionPools options={options} userId={user_id} period={period} open={optionsFirst} />;
  // Its rows need the whole width, which a column has not.
  const openCalls = <OpenCalls counts={open} userId={user_id} view={view} onOpen={(reco) => go({ reco })} />;
  const actions = (
    <div css={actionsCss}>
      {expert.status !== 'closed' && (
        <div>
          <FollowButton primary name={full_name} following={follows(expert)} waits={waits(expert)} onToggle={() => toggle(expert)} />
        </div>
      )}
      {mode !== 'off' && (
        <Button onClick={() => setPresses(presses + 1)} aria-label="Check the record">
          <Check size={16} aria-hidden="true" />
          Record
        </Button>
      )}
    </div>
  );
  return (
    <>
      <ExpertHead expert={expert} size={wide ? 64 : 40} action={wide && actions} />
      {grant && <GrantLine grant={grant} />}
      {optionsFirst && <div css={foldsCss}>{pools}</div>}
      {metrics ? (
        <RecordView
          page={{ ...page, metrics }}
          to={to}
          lead={
            <>
              {!wide && actions}
              {!columns && openCalls}
            </>
          }
          periods={
            <ChoiceRow
              label="Ended within"
              options={PERIODS.map((value) => ({ value, label: PERIOD_LABEL[value] }))}
              value={period}
              onChange={(chosen) => go({ period: chosen })}
            />
          }
        />
      ) : (
        <>
          <p role="note">{disclaimer}</p>
          {may_request && <RequestBox userId={user_id} name={full_name} />}
          {!wide && actions}
          <DatedCalls userId={user_id} withPast={mode !== 'off'} view={view} onOpen={(reco) => go({ reco })} />
          <OptionLinks userId={user_id} period={mode === 'off' ? null : period} />
        </>
      )}
      {metrics && columns && openCalls}
      <div css={foldsCss}>
        {metrics && <Rest page={{ ...page, metrics }} by={view.by} onBy={(by) => go({ by })} other={view.with} onWith={(other) => go({ with: other })} />}
        {!optionsFirst && pools}
        <StopsAnswered userId={user_id} />
        {expert.status !== 'closed' && <Answering userId={user_id} />}
        {mode !== 'off' && (
          <Fold key={presses} title="The record" open={presses > 0} ref={proof}>
            <p>
              Every event of a call is signed and in a public log. Here your browser checks all of this expert’s calls that you may read, on shares and on
              options.
            </p>
            <CheckExpert expert={expert} />
          </Fold>
        )}
      </div>
      {view.reco && <LazyCallDrawer id={view.reco} onClose={() => go({ reco: '' })} />}
    </>
  );
}
