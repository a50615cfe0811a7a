import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { BaseRates } from './base-rates.tsx';
import { ExpertsTeaser } from './experts-teaser.tsx';
import { OutcomeCounts } from './outcome-counts.tsx';
import { Plans } from './plans.tsx';
import { RecordSteps } from './record-steps.tsx';
import { SignUpOffer } from './sign-up-offer.tsx';
import { Verify } from './verify.tsx';

/** The rest of the public page: verify a call, how calls are recorded, how they ended, who publishes, what it costs, base rates, and what an account opens. */
export function Below({ view }: { view: PublicView | null }) {
  const { signedIn } = useSession();
  return (
    <>
      {view && (
        <Boundary what="The check of a record">
          <Verify calls={view.closed.slice(0, 6)} ledger={view.ledger} />
        </Boundary>
      )}
      <RecordSteps />
      {view && (
        <Boundary what="How all calls ended">
          <OutcomeCounts view={view} />
        </Boundary>
      )}
      {view && <ExpertsTeaser experts={view.experts} />}
      <Plans />
      <BaseRates />
      {!signedIn && <SignUpOffer view={view} />}
    </>
  );
}
