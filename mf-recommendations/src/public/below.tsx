import type { PublicView } from '@vimarsh/shared/contract/calls.contract.ts';
import { BaseRates } from './base-rates.tsx';
import { ExpertsTeaser } from './experts-teaser.tsx';
import { OutcomeCounts } from './outcome-counts.tsx';
import { RecordSteps } from './record-steps.tsx';
import { Verify } from './verify.tsx';

/** The rest of the public view: verify one, how it is recorded, how all ended, who publishes, what chance does. */
export function Below({ view }: { view: PublicView | null }) {
  return (
    <>
      {view && <Verify calls={view.closed.slice(0, 6)} ledger={view.ledger} />}
      <RecordSteps />
      {view && <OutcomeCounts view={view} />}
      {view && <ExpertsTeaser experts={view.experts} />}
      <BaseRates />
    </>
  );
}
