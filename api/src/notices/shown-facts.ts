import { ENDS } from '@vimarsh/shared/contract/notices/types.ts';
import { type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import type { CallFacts, Facts } from './source.ts';

/** What a notice says under the policy of now. Results and ways of ending that were told when they were allowed are not told on: the call ended. */
export const shownFacts =
  (policy: PerfPolicy) =>
  (facts: Facts): Facts =>
    'result' in facts && !recordsAllowed(policy) ? untold(facts) : facts;

const untold = (facts: CallFacts): CallFacts => ({ ...facts, result: null, what: ENDS.has(facts.what) ? 'ended' : facts.what });
