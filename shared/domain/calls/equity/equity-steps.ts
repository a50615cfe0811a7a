import type { Call, CallDetail } from '../../../contract/calls/types.ts';
import { type AuthorEvents, authorStep } from '../author-step.ts';
import type { RecordedEvent } from '../ledger.ts';
import type { ProofStep } from '../verify-proof.ts';
import { pricesStep } from './prices-step.ts';
import { shownStep } from './shown-call.ts';

/** What the events of an equity call give, for whoever is shown it: its prices judged again, and the call as the screen must show it. */
export const equitySteps = (shown: Call | CallDetail, events: readonly RecordedEvent[], author: AuthorEvents): ProofStep[] => [
  pricesStep(events),
  shownStep(shown, events),
  authorStep(shown.expert, events[0]!, author),
];
