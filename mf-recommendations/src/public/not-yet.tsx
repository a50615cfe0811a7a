import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { CallListSkeleton } from '../equity/list/call-list-skeleton.tsx';
import { HEADING, ILLUSTRATION, LAST } from './closed-words.ts';

/** What a visit whose first content comes with the page never needs: its bytes are the portal's budget, so it loads when it is shown. */
export function NotYet({ failed, onRetry }: { failed: { request_id?: string | undefined } | null; onRetry: () => void }) {
  if (failed) return <ErrorState what="the closed calls" onRetry={onRetry} requestId={failed.request_id} />;
  return (
    <section>
      <h2>{HEADING}</h2>
      <p data-lead="">
        {LAST} {ILLUSTRATION}
      </p>
      <CallListSkeleton rows={6} />
    </section>
  );
}

export const NoClosedCalls = () => <EmptyState title="No closed calls to show" text="Calls appear here some time after the price has closed them." />;

export const Stale = ({ asOf }: { asOf: string }) => <StaleBadge asOf={asOf} />;
