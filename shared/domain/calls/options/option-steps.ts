import type { OptionCall, OptionDetail } from '../../../contract/calls/options/types.ts';
import { type AuthorEvents, authorStep } from '../author-step.ts';
import type { RecordedEvent } from '../ledger.ts';
import type { ProofStep } from '../verify-proof.ts';
import { quotesStep } from './quotes-step.ts';
import { shownOptionStep } from './shown-option.ts';

/** What the events of an option call give, for whoever is shown it: fills and ends judged again, and the call as the screen must show it. */
export const optionSteps = (shown: OptionCall | OptionDetail, events: readonly RecordedEvent[], author: AuthorEvents): ProofStep[] => [
  quotesStep(events),
  shownOptionStep(shown, events),
  authorStep(shown.expert, events[0]!, author),
];
