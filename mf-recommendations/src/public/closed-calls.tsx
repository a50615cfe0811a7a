import type { Call, PublicView } from '@vimarsh/shared/contract/calls/types.ts';
import { EmptyState } from '@vimarsh/shared/ui/state.tsx';
import { CallListSkeleton } from '../call/call-list-skeleton.tsx';
import { CallRow } from '../call/call-row.tsx';
import { CallRows } from '../call/call-rows.tsx';

const HEADING = 'Closed calls, as published and as they ended';
const LEAD = 'The six that closed last, whatever their result. They illustrate what a record looks like and are not recommendations.';

/** Six closed calls as illustrations. Gains and losses get the same space. */
export function ClosedCalls({ calls, now, mode }: { calls: readonly Call[]; now: string; mode: PublicView['perf_mode'] }) {
  return (
    <section>
      <h2>{HEADING}</h2>
      <p data-lead="">{mode === 'demo' ? `${LEAD} The market, the experts and the results here are simulated.` : LEAD}</p>
      {calls.length === 0 ? (
        <EmptyState title="No closed calls to show" text="Calls appear here some time after the price has closed them." />
      ) : (
        <CallRows label="Closed calls" settled>
          {calls.slice(0, 6).map((call) => (
            <CallRow key={call.id} call={call} to={`/?reco=${call.id}`} now={now} />
          ))}
        </CallRows>
      )}
    </section>
  );
}

export function ClosedCallsSkeleton() {
  return (
    <section>
      <h2>{HEADING}</h2>
      <p data-lead="">{LEAD}</p>
      <CallListSkeleton rows={6} />
    </section>
  );
}
