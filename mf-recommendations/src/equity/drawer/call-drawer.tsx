import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { equityBand } from '@vimarsh/shared/domain/risk/call-band.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { DrawerFrame } from '../../call/drawer/drawer-frame.tsx';
import { ActOnCall } from '../../trading/act/act-on-call.later.tsx';
import { VerifyEquity } from '../verify-equity.tsx';
import { CallBrief } from './call-brief.tsx';
import { CallChart } from './call-chart.tsx';
import { HolderLine } from './holder-line.tsx';
import { timelineItem } from './timeline.view.ts';

export interface CallDrawerProps {
  id: string;
  onClose: () => void;
  /** The follow button, or the author's actions for this call. */
  action?: (call: CallDetail) => ReactNode;
}

/** Everything about one equity call: its levels on a chart, the rationale, the timeline and the proof. */
export function CallDrawer({ id, onClose, action }: CallDrawerProps) {
  // Never fresh: what changed while the page was hidden is read as soon as it is seen.
  const answer = useQuery(readCall, { params: { id } }, { every: 60_000, fresh: 0, told: ['NOT_FOUND', 'NOT_ENTITLED', 'KYC_GATE'], shown: true });
  useCallChanges(answer.refetch, id);
  // While the next call loads, the query still holds the previous one.
  const call = answer.data?.id === id ? answer.data : undefined;
  useClosing(call);
  return (
    <DrawerFrame
      call={call}
      answer={answer}
      title="Call"
      bones={[330, 160]}
      refusals={REFUSALS}
      onClose={onClose}
      otherwise={() => rowOf(id)}
      parts={(shown) => ({
        title: `${shown.stock} · ${shown.call_type} call`,
        subject: 'stocks',
        brief: <CallBrief call={shown} action={action?.(shown)} holder={<HolderLine call={shown} />} />,
        act: <ActOnCall id={shown.id} author={shown.expert.user_id} status={shown.status} symbol={shown.stock} options={false} />,
        terms: (
          <section aria-label="Prices and levels">
            <Boundary what="The chart">
              <CallChart call={shown} />
            </Boundary>
          </section>
        ),
        band: equityBand(shown),
        timeline: shown.events.map((event) => timelineItem(event, shown.potential_return)),
        proof: <VerifyEquity call={shown} />,
      })}
    />
  );
}

const REFUSALS = {
  KYC_GATE: (
    <EmptyState title="This call waits for your PAN" text="Give your PAN to open your plan’s calls. You write it once, in your account." action={<PanLink />} />
  ),
  NOT_ENTITLED: (
    <EmptyState
      title="This call is not in your plan"
      text="Your plan decides which open calls you see. You will see it with its result once it is closed."
      action={<PlansLink />}
    />
  ),
};

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
