import { readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionSteps } from '@vimarsh/shared/domain/calls/options/option-steps.ts';
import { optionBand } from '@vimarsh/shared/domain/risk/call-band.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { useCalendarOfPage } from '@vimarsh/shared/kit/calendar-of-page.ts';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { type ReactNode, useCallback } from 'react';
import { DrawerFrame } from '../call/drawer/drawer-frame.tsx';
import type { Evidence } from '../call/proof/check-record.ts';
import { VerifyBox } from '../call/proof/verify-record.tsx';
import { ActOnCall } from '../trading/act/act-on-call.later.tsx';
import { OptionAuthorActions } from './history/option-author-actions.tsx';
import { HowItClosed } from './how-it-closed.tsx';
import { LegsTable } from './legs-table.tsx';
import { useOnTicks } from './on-ticks.ts';
import { foldCss, OptionBrief } from './option-brief.tsx';
import { optionTimelineItem } from './option-timeline.view.ts';
import { PayoffChart } from './payoff-chart.tsx';

export interface OptionDrawerProps {
  id: string;
  onClose: () => void;
  action?: (call: OptionDetail) => ReactNode;
  /** Where an author looks after their own calls: the drawer then offers what can still be done to one, and says here that it was. */
  onChanged?: () => void;
}

/** Everything about one option call: its legs with what a follower got, the payoff, the rationale, the timeline and the proof. */
export function OptionDrawer({ id, onClose, action, onChanged }: OptionDrawerProps) {
  useCalendarOfPage();
  const answer = useQuery(readOptionCall, { params: { id } }, { every: 60_000, fresh: 0, told: ['NOT_FOUND'], shown: true });
  const { data, refetch } = answer;
  useCallChanges(refetch, id);
  useOnTicks(data?.id === id && isOpenCall(data.status) ? [data.underlying] : [], refetch);
  const { user } = useSession();
  const changed = () => {
    refetch();
    onChanged?.();
  };
  return (
    <DrawerFrame
      // While the next call loads, the query still holds the previous one.
      call={data?.id === id ? data : undefined}
      answer={answer}
      title="Option call"
      bones={[140, 280]}
      onClose={onClose}
      parts={(call) => ({
        title: `${call.underlying} · ${STRATEGY_LABEL[call.strategy]}`,
        subject: call.underlying_type,
        brief: <OptionBrief call={call} action={action?.(call)} exitAsked={call.events.some(({ type }) => type === 'exit_request')} />,
        act: <ActOnCall id={call.id} author={call.expert.user_id} status={call.status} symbol={call.underlying} options />,
        actions: onChanged && call.expert.user_id === user?.id && <OptionAuthorActions call={call} onDone={changed} />,
        terms: (
          <>
            <details css={foldCss}>
              <summary>
                <h3>{call.legs.length === 1 ? '1 leg' : `${call.legs.length} legs`}</h3>
              </summary>
              <LegsTable call={call} />
            </details>
            <section>
              <h3>Payoff</h3>
              <Boundary what="The chart">
                <PayoffChart call={call} />
              </Boundary>
            </section>
          </>
        ),
        band: optionBand(call),
        closing: (
          <Boundary what="How it closed">
            <HowItClosed call={call} />
          </Boundary>
        ),
        caution: call.caution && (
          <section>
            <h3>Caution by the author</h3>
            <p translate="no">{call.caution}</p>
          </section>
        ),
        timeline: call.events.map((event) => optionTimelineItem(event, call)),
        proof: <Proof call={call} />,
      })}
    />
  );
}

/** Legs, levels and result are derived again from the events, and fills and ends judged again by the quotes in them. */
function Proof({ call }: { call: OptionDetail }) {
  const shown = useCallback<Evidence['shown']>((events, author) => optionSteps(call, events, author), [call]);
  return <VerifyBox id={call.id} shown={shown} />;
}
