import { css } from '@emotion/react';
import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { Drawer } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { VerifyRecord } from '../proof/verify-record.tsx';
import { CallBrief } from './call-brief.tsx';
import { CallChart } from './call-chart.tsx';
import { CallDisclosures } from './call-disclosures.tsx';
import { CallRationale } from './call-rationale.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { ConflictLine } from './conflict-line.tsx';
import { PostMortemLine } from './post-mortem-line.tsx';
import { RiskLine } from './risk-line.later.tsx';
import { timelineItem } from './timeline.view.ts';

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

export interface CallDrawerProps {
  id: string;
  onClose: () => void;
  /** The follow button, or the author's actions for this call. */
  action?: (call: CallDetail) => ReactNode;
}

/** Everything about one call: its levels on a chart, the rationale, the timeline and the proof. */
export function CallDrawer({ id, onClose, action }: CallDrawerProps) {
  // Never fresh: what changed while the page was hidden is read as soon as it is seen.
  const { data, error, asOf, refetch } = useQuery(
    readCall,
    { params: { id } },
    { every: 60_000, fresh: 0, told: ['NOT_FOUND', 'NOT_ENTITLED', 'KYC_GATE'], shown: true },
  );
  useCallChanges(refetch, id);
  // While the next call loads, the query still holds the previous one.
  const call = data?.id === id ? data : undefined;
  useClosing(call);
  return (
    <Drawer open onClose={onClose} otherwise={() => rowOf(id)} title={call ? `${call.stock} · ${call.call_type} call` : 'Call'}>
      {call ? (
        <div css={bodyCss}>
          <CallBrief call={call} action={action?.(call)} />
          <PostMortemLine call={call} />
          <ConflictLine subject="stocks" disclosures={call.disclosures} />
          {error && asOf && <StaleBadge asOf={asOf} />}
          <section aria-label="Prices and levels">
            <Boundary what="The chart">
              <CallChart call={call} />
            </Boundary>
          </section>
          <RiskLine call={call} />
          <CallRationale rationale={call.rationale} />
          <CallTimeline items={call.events.map(timelineItem)} />
          <section>
            <h3>Proof</h3>
            <Boundary what="The proof">
              <VerifyRecord call={call} />
            </Boundary>
          </section>
          <CallDisclosures author={call.expert} subject="stocks" disclosures={call.disclosures} aiUsed={call.rationale.ai_used} />
          <DisclosureStrip />
        </div>
      ) : error?.code === 'NOT_FOUND' ? (
        <EmptyState title="You see no call at this address" text="It may be outside your plan or on another site, or the address is incomplete." />
      ) : error?.code === 'KYC_GATE' ? (
        <EmptyState
          title="This call waits for your PAN"
          text="Give your PAN to open your plan’s calls. You write it once, in your account."
          action={<PanLink />}
        />
      ) : error?.code === 'NOT_ENTITLED' ? (
        <EmptyState
          title="This call is not in your plan"
          text="Your plan decides which open calls you see. You will see it with its result once it is closed."
          action={<PlansLink />}
        />
      ) : error ? (
        <ErrorState what="the call" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading the call">
          <div css={bodyCss}>
            <Skeleton height={32} width="70%" />
            <Skeleton height={96} />
            <Skeleton height={330} />
            <Skeleton height={160} />
          </div>
        </SkeletonHost>
      )}
    </Drawer>
  );
}

/** The call's row in the list behind, for who came by its address. */
const rowOf = (id: string): HTMLElement | null => [...document.querySelectorAll<HTMLElement>('[data-call]')].find((row) => row.dataset.call === id) ?? null;

/** Tells other modules when the price closes the call on screen. */
function useClosing(call: CallDetail | undefined): void {
  const { emit } = useSessionApi();
  const previous = useRef<{ id: string; open: boolean } | null>(null);
  useEffect(() => {
    if (!call) return;
    const open = isOpenCall(call.status);
    if (previous.current?.id === call.id && previous.current.open && !open) emit('call.closed', { id: call.id, status: call.status });
    previous.current = { id: call.id, open };
  }, [call, emit]);
}
