import type { OptionCall, OptionDetail } from '../../../contract/calls/options/types.ts';
import type { RecordedEvent } from '../ledger.ts';
import type { ProofStep } from '../verify-proof.ts';
import { quotesStep } from './quotes-step.ts';
import { shownOptionStep } from './shown-option.ts';

/** What the events of an option call give, for whoever is shown it: fills and ends judged again, and the call as the screen must show it. */
export const optionSteps = (shown: OptionCall | OptionDetail, events: readonly RecordedEvent[]): ProofStep[] => [
  quotesStep(events),
  shownOptionStep(shown, events),
];
