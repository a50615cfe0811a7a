import { css } from '@emotion/react';
import { readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionSteps } from '@vimarsh/shared/domain/calls/options/option-steps.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Drawer } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { type ReactNode, useCallback } from 'react';
import { CallDisclosures } from '../call/drawer/call-disclosures.tsx';
import { CallRationale } from '../call/drawer/call-rationale.tsx';
import { CallTimeline } from '../call/drawer/call-timeline.tsx';
import { ConflictLine } from '../call/drawer/conflict-line.tsx';
import { PostMortemLine } from '../call/drawer/post-mortem-line.tsx';
import { RiskLine } from '../call/drawer/risk-line.later.tsx';
import { VerifyBox } from '../call/proof/verify-record.tsx';
import { OptionAuthorActions } from './history/option-author-actions.tsx';
import { HowItClosed } from './how-it-closed.tsx';
import { LegsTable } from './legs-table.tsx';
import { OptionBrief } from './option-brief.tsx';
import { optionTimelineItem } from './option-timeline.view.ts';
import { PayoffChart } from './payoff-chart.tsx';

const bodyCss = css`
  display: grid;
  /* A chart keeps the width it was drawn with: the column must be able to get narrower than that. */
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  & h3 {
    font-size: var(--t-14);
    margin-bottom: var(--s-8);
  }
`;

export interface OptionDrawerProps {
  id: string;
  onClose: () => void;
  action?: (call: OptionDetail) => ReactNode;
  /** Where an author looks after their own calls: the drawer then offers what can still be done to one, and says here that it was. */
  onChanged?: () => void;
}

/** Everything about one option call: its legs with what a follower got, the payoff, the rationale, the timeline and the proof. */
export function OptionDrawer({ id, onClose, action, onChanged }: OptionDrawerProps) {
  const { data, error, asOf, refetch } = useQuery(readOptionCall, { params: { id } }, { every: 60_000, fresh: 0, told: ['NOT_FOUND'], shown: true });
  useCallChanges(refetch, id);
  const { user } = useSession();
  const changed = () => {
    refetch();
    onChanged?.();
  };
  // While the next call loads, the query still holds the previous one.
  const call = data?.id === id ? data : undefined;
  return (
    <Drawer open onClose={onClose} title={call ? `${call.underlying} · ${STRATEGY_LABEL[call.strategy]}` : 'Option call'}>
      {call ? (
        <div css={bodyCss}>
          <OptionBrief call={call} action={action?.(call)} exitAsked={call.events.some(({ type }) => type === 'exit_request')} />
          <PostMortemLine call={call} />
          <ConflictLine subject={call.underlying_type} disclosures={call.disclosures} />
          {onChanged && call.expert.user_id === user?.id && <OptionAuthorActions call={call} onDone={changed} />}
          {error && asOf && <StaleBadge asOf={asOf} />}
          <section>
            <h3>Legs</h3>
            <LegsTable call={call} />
          </section>
          <section>
            <h3>Payoff</h3>
            <Boundary what="The chart">
              <PayoffChart call={call} />
            </Boundary>
          </section>
          <RiskLine call={call} />
          <Boundary what="How it closed">
            <HowItClosed call={call} />
          </Boundary>
          <CallRationale rationale={call.rationale} />
          {call.caution && (
            <section>
              <h3>Caution by the author</h3>
              <p translate="no">{call.caution}</p>
            </section>
          )}
          <CallTimeline items={call.events.map((event) => optionTimelineItem(event, call))} />
          <section>
            <h3>Proof</h3>
            <Boundary what="The proof">
              <Proof call={call} />
            </Boundary>
          </section>
          <CallDisclosures author={call.expert} subject={call.underlying_type} disclosures={call.disclosures} aiUsed={call.rationale.ai_used} />
          <DisclosureStrip />
        </div>
      ) : error?.code === 'NOT_FOUND' ? (
        <EmptyState title="You see no call at this address" text="It may be outside your plan or on another site, or the address is incomplete." />
      ) : error ? (
        <ErrorState what="the call" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading the call">
          <div css={bodyCss}>
            <Skeleton height={32} width="70%" />
            <Skeleton height={96} />
            <Skeleton height={140} />
            <Skeleton height={280} />
          </div>
        </SkeletonHost>
      )}
    </Drawer>
  );
}

/** Legs, levels and result are derived again from the events, and fills and ends judged again by the quotes in them. */
function Proof({ call }: { call: OptionDetail }) {
  const shown = useCallback((events: Parameters<typeof optionSteps>[1]) => optionSteps(call, events), [call]);
  return <VerifyBox id={call.id} shown={shown} />;
}
